// Unsubscribe links of emails about a plant: they grant no access and never expire, so they are not stored. They are
// signed, so that no user can unsubscribe another.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { muteSite } from '../../repositories/notices.ts';
import { endReports, type Subscription } from '../../repositories/reportSettings.ts';
import { signedText, verifiedText } from '../signedLinks.ts';

/** Emails about a plant that can be unsubscribed separately. */
export type Mailed = 'reports' | 'alarms';

/** URL that unsubscribes a user from the reports or alarms of a plant; also for email programs, which post to it. */
export async function endUrlOf(
  tx: Tx,
  publicUrl: string,
  { siteId, userId }: Subscription,
  mailed: Mailed = 'reports',
): Promise<string> {
  const words = `${mailed === 'alarms' ? 'a' : ''}${siteId}.${userId}`;
  return `${publicUrl}/endReports?token=${await signedText(tx, words)}`;
}

/**
 * Unsubscribes from the emails named by a token; repeating has no effect. Returns the name of the plant and what ended;
 * undefined if the token is invalid or the plant is deleted.
 */
export async function endByToken(
  tx: Tx,
  token: string,
): Promise<{ siteName: string; what: Mailed } | undefined> {
  const whose = await readToken(tx, token);
  if (whose === undefined) return undefined;
  const { what } = whose;
  await (what === 'alarms' ? muteSite(tx, whose) : endReports(tx, whose));
  const { rows } = await sql<{ name: string }>`select name from sites where id = ${whose.siteId}`.execute(tx);
  return rows[0] && { siteName: rows[0].name, what };
}

async function readToken(tx: Tx, token: string): Promise<(Subscription & { what: Mailed }) | undefined> {
  const [words, kind, siteId, userId] =
    /^(a?)(\d{1,15})\.(\d{1,15})$/.exec((await verifiedText(tx, token)) ?? '') ?? [];
  if (words === undefined) return undefined;
  return { siteId: Number(siteId), userId: Number(userId), what: kind === 'a' ? 'alarms' : 'reports' };
}
