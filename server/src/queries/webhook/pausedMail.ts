// The email about a webhook that was paused after repeated failures.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../repositories/mails.ts';

/** Emails the user whose permissions the webhook has. */
export async function mailPaused(
  tx: Tx,
  { siteId, id }: { siteId: number; id: number },
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
    from webhooks w join sites s on s.id = w.site_id join users u on u.id = w.created_by
    where w.site_id = ${siteId} and w.id = ${id} and u.cancelled_at is null and not u.is_blocked
      and u.email_verified_at is not null`.execute(tx);
  if (rows[0] === undefined) return;
  const { url, sid, site, ...reader } = rows[0];
  await queueMail(tx, {
    ...{ kind: 'webhookPaused', ...reader, now },
    link: `${publicUrl}/pvPlant/connect?id=${encodeURIComponent(sid)}`,
    // The path can contain a secret.
    params: { site, host: new URL(url).host },
  });
}
