// Table mail_links: links in emails that confirm an address or set a password. Stored by hash, valid once.

import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import type { Registration } from './registrations.ts';

/** Purpose of a link. An invitation sets the first password of an account created by another user. */
export type LinkPurpose = 'verify' | 'reset' | 'invite';

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

/** The URL in the email. `title` is the title of the page in the reader's language. */
export function linkAddress(publicUrl: string, purpose: LinkPurpose, token: string, title?: string): string {
  const query = new URLSearchParams(title === undefined ? { token } : { token, title });
  return `${publicUrl}/${pageOf[purpose]}?${query.toString()}`;
}

/**
 * Creates a link and invalidates earlier ones of this user and purpose. Links of registrations stay, each for its own
 * registration, so that another registration with the same address invalidates none. Returns its token.
 */
export async function createMailLink(
  tx: Tx,
  link: { userId: number; purpose: LinkPurpose; registration?: Registration; isShown?: boolean; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { userId, purpose, registration, isShown = false, now } = link;
  const carried = registration ? JSON.stringify(registration) : null;
  await sql`
    update mail_links set expires_at = ${new Date(now)}
    where user_id = ${userId} and purpose = ${purpose} and used_at is null and expires_at > ${new Date(now)}
      and registration is null`.execute(tx);
  await sql`
    insert into mail_links (token_hash, user_id, purpose, registration, is_shown, created_at, expires_at)
    values (${hashToken(token)}, ${userId}, ${purpose}, ${carried}::jsonb, ${isShown}, ${new Date(now)},
            ${new Date(now + lifeMs[purpose])})`.execute(tx);
  return token;
}

/** Registrations tried for a link that was sent again. */
const CANDIDATES_MOST = 5;

/** What a link that confirms an address may make of its account: a registration, or null for the account as it is. */
export interface LinkCandidate {
  passwordHash: string;
  registration: Registration | null;
}

/**
 * By whose password a living link that confirms an address is used: its own registration's, or, for a link that was sent
 * again, the newest registrations' and the account's. Empty for any other token.
 */
export async function candidatesOf(
  tx: Tx,
  link: { token: string; now: number },
): Promise<readonly LinkCandidate[]> {
  const { rows } = await sql<LinkCandidate>`
    with link as (
      select l.user_id, l.registration from mail_links l
      where l.token_hash = ${hashToken(link.token)} and l.purpose = 'verify' and l.used_at is null
        and l.expires_at > ${new Date(link.now)}
    ), others as (
      select o.registration from link join mail_links o on o.user_id = link.user_id
      join users u on u.id = link.user_id and u.email_verified_at is null and u.last_sign_in_at is null
      where link.registration is null and o.purpose = 'verify' and o.used_at is null and o.registration is not null
      order by o.created_at desc limit ${CANDIDATES_MOST}
    )
    select registration ->> 'passwordHash' as "passwordHash", registration from link where registration is not null
    union all
    select registration ->> 'passwordHash', registration from others
    union all
    select u.password_hash, null from link join users u on u.id = link.user_id where link.registration is null`.execute(
    tx,
  );
  return rows;
}

export type TakenLink =
  | { status: 'taken'; userId: number; purpose: LinkPurpose /** Not only mailed. */; isShown: boolean }
  | { status: 'used' | 'expired' | 'unknown' };

interface LinkToTake {
  token: string;
  purposes: readonly LinkPurpose[];
  now: number;
}

/**
 * Consumes a link. Used, expired and mismatched links, and those of closed or blocked accounts, are distinguished only
 * as far as the caller may know: whether the link was ever valid.
 */
export async function takeMailLink(tx: Tx, link: LinkToTake): Promise<TakenLink> {
  const found = await linkOf(tx, link, sql`for update of l`);
  if (found.status === 'taken')
    await sql`
      update mail_links set used_at = ${new Date(link.now)}, registration = null
      where token_hash = ${hashToken(link.token)}`.execute(tx);
  return found;
}

/** What taking a link would answer. */
export const peekMailLink = (tx: Tx, link: LinkToTake): Promise<TakenLink> => linkOf(tx, link, sql``);

async function linkOf(tx: Tx, link: LinkToTake, lock: RawBuilder<unknown>): Promise<TakenLink> {
  const { rows } = await sql<
    Columns<'mail_links', 'userId' | 'isShown' | 'expiresAt'> & { purpose: LinkPurpose; isUsed: boolean }
  >`
    select l.user_id as "userId", l.purpose, l.is_shown as "isShown", l.used_at is not null as "isUsed", l.expires_at as "expiresAt"
    from mail_links l join users u on u.id = l.user_id
    where l.token_hash = ${hashToken(link.token)} and l.purpose = any(${[...link.purposes]}::text[])
      and u.cancelled_at is null and not u.is_blocked
    ${lock}`.execute(tx);
  const found = rows[0];
  if (!found) return { status: 'unknown' };
  if (found.isUsed) return { status: 'used' };
  if (found.expiresAt.getTime() <= link.now) return { status: 'expired' };
  return { status: 'taken', userId: found.userId, purpose: found.purpose, isShown: found.isShown };
}

/** Invalidates all unused links of a user, because the account has changed, and deletes their content. */
export async function endMailLinks(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`
    update mail_links set expires_at = least(expires_at, ${new Date(now)}), registration = null
    where user_id = ${userId} and used_at is null and (expires_at > ${new Date(now)} or registration is not null)`.execute(
    tx,
  );
}

/** Days for which an expired link is kept to explain to its holder why it is invalid. */
const REMEMBERED_DAYS = 7;

export async function deleteOldMailLinks(db: Db, now: number): Promise<number> {
  const before = new Date(now - REMEMBERED_DAYS * DAY_MS);
  const result = await sql`delete from mail_links where expires_at < ${before}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
