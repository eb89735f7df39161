// The links that end reports: they open nothing, work for ever, and so are not stored. What they say is sealed, so that
// nobody ends the reports of others.
import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { isSameSecret } from '../../platform/token.ts';
import { endReports, type Subscription } from '../../records/reportSettings.ts';
import { getSetting, settingOrNew } from '../../records/settings.ts';

const SECRET = 'reports.secret';

const sealOf = (words: string, secret: string): string =>
  createHmac('sha256', secret).update(words).digest('base64url');

/** The address that ends the reports of a plant to a person; also for mail programs, which post to it. */
export async function endUrlOf(tx: Tx, publicUrl: string, { siteId, userId }: Subscription): Promise<string> {
  const secret = await settingOrNew(tx, SECRET, () => randomBytes(32).toString('base64url'));
  const words = `${siteId}.${userId}`;
  return `${publicUrl}/endReports?token=${words}.${sealOf(words, secret)}`;
}

/**
 * Ends the reports that a token names, as often as it is shown. Returns the name of the plant; undefined where the token
 * is none of ours or the plant is gone.
 */
export async function endByToken(tx: Tx, token: string): Promise<string | undefined> {
  const whose = await readToken(tx, token);
  if (whose === undefined) return undefined;
  await endReports(tx, whose);
  const { rows } = await sql<{ name: string }>`select name from sites where id = ${whose.siteId}`.execute(tx);
  return rows[0]?.name;
}

async function readToken(tx: Tx, token: string): Promise<Subscription | undefined> {
  const [, words, siteId, userId, seal] = /^((\d{1,15})\.(\d{1,15}))\.([\w-]{20,80})$/.exec(token) ?? [];
  const secret = await getSetting<string>(tx, SECRET);
  if (words === undefined || seal === undefined || secret === undefined) return undefined;
  if (!isSameSecret(seal, sealOf(words, secret))) return undefined;
  return { siteId: Number(siteId), userId: Number(userId) };
}
