// Table sign_in_tries: wrong passwords of an account by network. A network that guesses is rejected for a while;
// guesses from many networks delay responses to networks from which the owner is not logged in, but never reject them.

import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { networkOf, wideNetworkOf } from '../platform/network.ts';

/** Consecutive wrong passwords from one network (IPv4 address, IPv6 /64) until it is rejected, and for how long. */
const PER_NETWORK = 5;
const REFUSED_MS = 15 * 60_000;
/**
 * Wrong passwords per hour from a wide network (/24, /48): from `free` on responses are delayed, from `most` on
 * rejected.
 */
const WIDE = { free: 20, most: 60, doublesEvery: 5 };
/** Wrong passwords an hour from everywhere. */
const EVERYWHERE = { free: 50, doublesEvery: 10 };
const FIRST_DELAY_MS = 500;
/** Clients give up after 20 s. */
export const DELAY_MOST_MS = 15_000;
const ALL_NETWORKS = '*';
const KEPT_MS = DAY_MS;
/** The owner is notified at most this often. */
const MAIL_EVERY_MS = DAY_MS;

export interface SignInTry {
  /** Email address of the account that was named, whether there is one or not. */
  email: string;
  /** Network address of the caller. */
  address: string;
  now: number;
}

export interface SignInPace {
  /** Until the account may be tried again from this network, rounded up; 0 for now. */
  refusedMinutes: number;
  /** How long the answer is delayed. */
  delayMs: number;
}

const hashOf = (email: string): Buffer => createHash('sha256').update(email.trim().toLowerCase()).digest();
const OWN = 'net ';
const ownOf = (address: string): string => `${OWN}${networkOf(address).slice(0, 60)}`;
const wideOf = (address: string): string => `wide ${wideNetworkOf(address).slice(0, 60)}`;

/** What tries of one account from one network are queued by. */
export const keyOf = ({ email, address }: Pick<SignInTry, 'email' | 'address'>): string =>
  `${accountKeyOf(email)} ${networkOf(address)}`;

/** The same for all networks. */
export const accountKeyOf = (email: string): string => hashOf(email).toString('base64');

const delayBeyond = (
  tries: number,
  { free, doublesEvery }: { free: number; doublesEvery: number },
): number =>
  tries <= free ? 0 : Math.min(DELAY_MOST_MS, FIRST_DELAY_MS * 2 ** ((tries - free) / doublesEvery));

/** Tries left of those counted when `free` drain within an hour. */
const drained = (tries: number, free: number, sinceMs: number): number =>
  Math.max(0, tries - (free * Math.max(0, sinceMs)) / HOUR_MS);

/** How fast this account may be tried from this network. Where its owner (`userId`) is logged in, other networks do not count. */
export async function paceOf(tx: Tx, one: SignInTry, userId: number): Promise<SignInPace> {
  const [own, wide] = [ownOf(one.address), wideOf(one.address)];
  const { rows } = await sql<
    Columns<'sign_in_tries', 'network' | 'tries' | 'lastAt'> & { until: Date | null }
  >`
    select network, tries, last_at as "lastAt", locked_until as until from sign_in_tries
    where account_hash = ${hashOf(one.email)} and network in (${own}, ${wide}, ${ALL_NETWORKS})`.execute(tx);
  const isKnown = await isLoggedInFrom(tx, userId, one);
  const counted = isKnown ? rows.filter(({ network }) => network === own) : rows;
  const until = Math.max(0, ...counted.map((row) => row.until?.getTime() ?? 0));
  const delays = counted.map(({ network, tries, lastAt }) => {
    if (network === own) return 0;
    const budget = network === wide ? WIDE : EVERYWHERE;
    return delayBeyond(drained(tries, budget.free, one.now - lastAt.getTime()), budget);
  });
  return {
    refusedMinutes: Math.max(0, Math.ceil((until - one.now) / 60_000)),
    delayMs: Math.round(Math.max(0, ...delays)),
  };
}

/** Whether the account has a living session from the network of the caller. */
async function isLoggedInFrom(tx: Tx, userId: number, { address, now }: SignInTry): Promise<boolean> {
  const { rows } = await sql<Columns<'sessions', 'address'>>`
    select distinct address from sessions where user_id = ${userId} and expires_at > ${new Date(now)}
    limit 1000`.execute(tx);
  const network = networkOf(address);
  return rows.some((row) => networkOf(row.address) === network);
}

/** What {@link refusedLogins} finds. */
export interface RefusedLogins {
  networks: number;
  /** When the last of them may try again, in ms since 1970. */
  until: number;
}

/**
 * Networks from which logins to an account are refused now; null: none. Where a wide network is refused, the addresses
 * in it are not counted in addition.
 */
export async function refusedLogins(tx: Tx, email: string, now: number): Promise<RefusedLogins | null> {
  const { rows } = await sql<{ network: string; until: Date }>`
    select network, locked_until as until from sign_in_tries
    where account_hash = ${hashOf(email)} and locked_until > ${new Date(now)}`.execute(tx);
  if (rows.length === 0) return null;
  const refused = new Set(rows.map(({ network }) => network));
  const isInWide = (network: string) =>
    network.startsWith(OWN) && refused.has(wideOf(network.slice(OWN.length)));
  return {
    networks: rows.filter(({ network }) => !isInWide(network)).length,
    until: Math.max(...rows.map(({ until }) => until.getTime())),
  };
}

/** Counts a wrong password: how many the network has left, and whether the owner is to be notified now. */
export async function countWrongPassword(
  tx: Tx,
  one: SignInTry,
): Promise<{ remaining: number; isNew: boolean }> {
  const until = new Date(one.now + REFUSED_MS);
  const remaining = await countHere(tx, one, until);
  const wide = await countDraining(tx, one, wideOf(one.address), WIDE.free);
  if (wide >= WIDE.most)
    await sql`
      update sign_in_tries set locked_until = ${until}
      where account_hash = ${hashOf(one.email)} and network = ${wideOf(one.address)}`.execute(tx);
  const all = await countDraining(tx, one, ALL_NETWORKS, EVERYWHERE.free);
  if (remaining > 0 && all <= EVERYWHERE.free) return { remaining, isNew: false };
  const { rows } = await sql`
    update sign_in_tries set mailed_at = ${new Date(one.now)}
    where account_hash = ${hashOf(one.email)} and network = ${ALL_NETWORKS}
      and (mailed_at is null or mailed_at < ${new Date(one.now - MAIL_EVERY_MS)})
    returning 1`.execute(tx);
  return { remaining, isNew: rows.length > 0 };
}

async function countHere(tx: Tx, { email, address, now }: SignInTry, until: Date): Promise<number> {
  const [hash, network, at] = [hashOf(email), ownOf(address), new Date(now)];
  const { rows } = await sql<Columns<'sign_in_tries', 'tries'>>`
    insert into sign_in_tries as t (account_hash, network, tries, last_at) values (${hash}, ${network}, 1, ${at})
    on conflict (account_hash, network) do update set last_at = excluded.last_at,
      tries = case when t.last_at < ${new Date(now - KEPT_MS)} then 1 else t.tries + 1 end
    returning tries`.execute(tx);
  const remaining = PER_NETWORK - (rows[0]?.tries ?? 0);
  if (remaining > 0) return remaining;
  await sql`
    update sign_in_tries set tries = 0, locked_until = ${until}
    where account_hash = ${hash} and network = ${network}`.execute(tx);
  return 0;
}

/** Adds one to a count of which `free` drain within an hour; returns it. */
async function countDraining(
  tx: Tx,
  { email, now }: SignInTry,
  network: string,
  free: number,
): Promise<number> {
  const { rows } = await sql<Columns<'sign_in_tries', 'tries'>>`
    insert into sign_in_tries as t (account_hash, network, tries, last_at)
    values (${hashOf(email)}, ${network}, 1, ${new Date(now)})
    on conflict (account_hash, network) do update set last_at = greatest(t.last_at, excluded.last_at),
      tries = 1 + greatest(0, t.tries - ${free / (HOUR_MS / 1000)}::float8
        * greatest(0, extract(epoch from excluded.last_at - t.last_at)::float8))
    returning tries`.execute(tx);
  return rows[0]?.tries ?? 0;
}

/** Clears the attempts from a network, or from all: the owner was authenticated, or an administrator allows logins again. */
export async function deleteTries(tx: Tx, email: string, address?: string): Promise<void> {
  const where = address === undefined ? sql`true` : sql`network = ${ownOf(address)}`;
  await sql`delete from sign_in_tries where account_hash = ${hashOf(email)} and ${where}`.execute(tx);
}

/** Removes what was tried long ago; returns how much. */
export async function deleteOldTries(db: Db, now: number): Promise<number> {
  const result = await sql`delete from sign_in_tries where last_at < ${new Date(now - KEPT_MS)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
