// The email about a webhook or an output that was paused after repeated failures.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../repositories/mails.ts';

/** What was paused; a plant has at most one output. */
type Paused =
  | { kind: 'webhookPaused'; siteId: number; id: number }
  | { kind: 'outputPaused'; siteId: number };

const rowOf = (paused: Paused) =>
  paused.kind === 'webhookPaused'
    ? sql`select url, site_id, created_by from webhooks where site_id = ${paused.siteId} and id = ${paused.id}`
    : sql`select url, site_id, created_by from influx_outputs where site_id = ${paused.siteId}`;

/** Emails the user with whose permissions it sent. */
export async function mailPaused(
  tx: Tx,
  paused: Paused,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<void> {
  const { rows } = await sql<{
    url: string;
    sid: string;
    site: string;
    to: string;
    name: string;
    languageCode: number;
    brandId: number;
  }>`
    select w.url, s.sid, s.name as site, u.email as to, u.contact_person as name, u.language_code as "languageCode",
      u.brand_id as "brandId"
    from (${rowOf(paused)}) w join sites s on s.id = w.site_id join users u on u.id = w.created_by
    where u.cancelled_at is null and not u.is_blocked and u.email_verified_at is not null`.execute(tx);
  if (rows[0] === undefined) return;
  const { url, sid, site, ...reader } = rows[0];
  await queueMail(tx, {
    kind: paused.kind,
    ...reader,
    now,
    link: `${publicUrl}/pvPlant/connect?id=${encodeURIComponent(sid)}`,
    // The path can contain a secret.
    params: { site, host: new URL(url).host },
  });
}
