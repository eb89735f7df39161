// Table mail_links: the links of mails that confirm an address or set a password. Stored by hash, used once.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';

/** What a link is good for. An invitation sets the first password of an account that somebody else made. */
export type LinkPurpose = 'verify' | 'reset' | 'invite';

const HOUR_MS = 3_600_000;
const lifeMs: Readonly<Record<LinkPurpose, number>> = {
  verify: 24 * HOUR_MS,
  reset: HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
};

const pageOf: Readonly<Record<LinkPurpose, string>> = {
  verify: 'verifyEmail',
  reset: 'resetPwd',
  invite: 'resetPwd',
};

/** The address in the mail. `title` is what the page calls itself, in the reader's language. */
export function linkAddress(publicUrl: string, purpose: LinkPurpose, token: string, title?: string): string {
  const query = new URLSearchParams(title === undefined ? { token } : { token, title });
  return `${publicUrl}/${pageOf[purpose]}?${query.toString()}`;
}

/** Makes a link and ends the older ones of this person and purpose: the newest wins. Returns its token. */
export async function createMailLink(
  tx: Tx,
  link: { userId: number; purpose: LinkPurpose; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { userId, purpose, now } = link;
  await sql`
    update mail_links set expires_at = ${new Date(now)}
    where user_id = ${userId} and purpose = ${purpose} and used_at is null and expires_at > ${new Date(now)}`.execute(
    tx,
  );
  await sql`
    insert into mail_links (token_hash, user_id, purpose, created_at, expires_at)
    values (${hashToken(token)}, ${userId}, ${purpose}, ${new Date(now)}, ${new Date(now + lifeMs[purpose])})`.execute(
    tx,
  );
  return token;
}

export type TakenLink =
  | { status: 'taken'; userId: number; purpose: LinkPurpose }
  | { status: 'used' | 'expired' | 'unknown' };

/**
 * Uses a link up. A second use, a late one, one for another purpose and one of an account that is gone or blocked
 * are told apart only as far as the caller may know: he holds a link that was once real, or he does not.
 */
export async function takeMailLink(
  tx: Tx,
  link: { token: string; purposes: readonly LinkPurpose[]; now: number },
): Promise<TakenLink> {
  const hash = hashToken(link.token);
  const { rows } = await sql<{ userId: number; purpose: LinkPurpose; isUsed: boolean; expiresAt: Date }>`
    select l.user_id as "userId", l.purpose, l.used_at is not null as "isUsed", l.expires_at as "expiresAt"
    from mail_links l join users u on u.id = l.user_id
    where l.token_hash = ${hash} and l.purpose = any(${[...link.purposes]}::text[])
      and u.cancelled_at is null and not u.is_blocked
    for update of l`.execute(tx);
  const found = rows[0];
  if (!found) return { status: 'unknown' };
  if (found.isUsed) return { status: 'used' };
  if (found.expiresAt.getTime() <= link.now) return { status: 'expired' };
  await sql`update mail_links set used_at = ${new Date(link.now)} where token_hash = ${hash}`.execute(tx);
  return { status: 'taken', userId: found.userId, purpose: found.purpose };
}

/** Ends all links of a person that were not used, because what they open has changed. */
export async function endMailLinks(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`
    update mail_links set expires_at = ${new Date(now)}
    where user_id = ${userId} and used_at is null and expires_at > ${new Date(now)}`.execute(tx);
}

/** Days that a dead link is remembered, so that its holder is told what is wrong with it. */
const REMEMBERED_DAYS = 7;

export async function deleteOldMailLinks(db: Db, now: number): Promise<number> {
  const before = new Date(now - REMEMBERED_DAYS * 86_400_000);
  const result = await sql`delete from mail_links where expires_at < ${before}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
