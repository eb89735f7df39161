// Table sign_in_tries: wrong passwords. Whoever guesses locks himself, at his address; only many guesses from many
// addresses slow an account down for all addresses at which its owner is not signed in.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

/** Wrong passwords in a row from one address after which it waits, and for how long. */
const PER_ADDRESS = { most: 5, withinMs: 86_400_000, startsAgainAt: 0 };
/** Wrong passwords from all addresses together: forty an hour, once it has come to this. */
const TOGETHER = { most: 20, withinMs: 3_600_000, startsAgainAt: 10 };
const LOCK_MS = 15 * 60_000;
const ALL_ADDRESSES = '*';
const KEPT_MS = 86_400_000;
/** The owner is written to at most this often. */
const MAIL_EVERY_MS = 86_400_000;

export interface SignInTry {
  /** Mail address of the account that was named, whether there is one or not. */
  email: string;
  /** Network address of who tries. */
  address: string;
  now: number;
}

const hashOf = (email: string): Buffer => createHash('sha256').update(email.trim().toLowerCase()).digest();
const placeOf = (address: string): string => `ip ${address.slice(0, 80)}`;

/**
 * Minutes until the account may be tried again from this address; 0 for now. An address at which its owner (`userId`)
 * is signed in waits only for what was tried there.
 */
export async function minutesToWait(tx: Tx, one: SignInTry, userId: number): Promise<number> {
  const { rows } = await sql<{ until: Date }>`
    select locked_until as until from sign_in_tries
    where account_hash = ${hashOf(one.email)} and locked_until > ${new Date(one.now)}
      and (address = ${placeOf(one.address)} or address = ${ALL_ADDRESSES} and not exists (
        select 1 from sessions s
        where s.user_id = ${userId} and s.address = ${one.address.slice(0, 80)} and s.expires_at > ${new Date(one.now)}))
    order by locked_until desc limit 1`.execute(tx);
  const until = rows[0]?.until;
  return until ? Math.ceil((until.getTime() - one.now) / 60_000) : 0;
}

/** Counts a wrong password: how many the address has left, and whether the owner is to be told of it now. */
export async function countWrongPassword(
  tx: Tx,
  one: SignInTry,
): Promise<{ remaining: number; isNews: boolean }> {
  const [here, together] = [
    await count(tx, one, placeOf(one.address), PER_ADDRESS),
    await count(tx, one, ALL_ADDRESSES, TOGETHER),
  ];
  if (!here.isLocked && !together.isLocked) return { remaining: here.remaining, isNews: false };
  const { rows } = await sql`
    update sign_in_tries set mailed_at = ${new Date(one.now)}
    where account_hash = ${hashOf(one.email)} and address = ${ALL_ADDRESSES}
      and (mailed_at is null or mailed_at < ${new Date(one.now - MAIL_EVERY_MS)})
    returning 1`.execute(tx);
  return { remaining: 0, isNews: rows.length > 0 };
}

async function count(
  tx: Tx,
  { email, now }: SignInTry,
  address: string,
  limit: typeof PER_ADDRESS,
): Promise<{ remaining: number; isLocked: boolean }> {
  const at = new Date(now);
  const hash = hashOf(email);
  const { rows } = await sql<{ tries: number }>`
    insert into sign_in_tries as t (account_hash, address, tries, last_at) values (${hash}, ${address}, 1, ${at})
    on conflict (account_hash, address) do update set last_at = excluded.last_at,
      tries = case when t.last_at < ${new Date(now - limit.withinMs)} then 1 else t.tries + 1 end
    returning tries`.execute(tx);
  const remaining = limit.most - (rows[0]?.tries ?? 0);
  if (remaining > 0) return { remaining, isLocked: false };
  await sql`
    update sign_in_tries set tries = ${limit.startsAgainAt}, locked_until = ${new Date(now + LOCK_MS)}
    where account_hash = ${hash} and address = ${address}`.execute(tx);
  return { remaining: 0, isLocked: true };
}

/** Forgets what was tried at an address, or, without one, everywhere: the owner has shown who he is. */
export async function forgetTries(tx: Tx, email: string, address?: string): Promise<void> {
  const where = address === undefined ? sql`true` : sql`address = ${placeOf(address)}`;
  await sql`delete from sign_in_tries where account_hash = ${hashOf(email)} and ${where}`.execute(tx);
}

/** Removes what was tried long ago; returns how much. */
export async function deleteOldTries(db: Db, now: number): Promise<number> {
  const result = await sql`delete from sign_in_tries where last_at < ${new Date(now - KEPT_MS)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
