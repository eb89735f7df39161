// Table fleet_digests: subscriptions to the weekly digest of the fleet desk, and the last one sent.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

export async function wantsFleetDigest(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from fleet_digests where user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}

/** Subscribes to the digest from the next week on, or unsubscribes. An existing subscription continues. */
export async function setFleetDigest(
  tx: Tx,
  { userId, isWanted, now }: { userId: number; isWanted: boolean; now: number },
): Promise<void> {
  if (isWanted)
    await sql`
      insert into fleet_digests (user_id, since) values (${userId}, ${new Date(now)}) on conflict do nothing`.execute(
      tx,
    );
  else await sql`delete from fleet_digests where user_id = ${userId}`.execute(tx);
}

export interface DigestOrder {
  userId: number;
  sinceMs: number;
  /** Monday of the last digest; null: none was sent. */
  sentOn: string | null;
}

/** Orders behind the user `after` whose last digest is older than `before` (YYYY-MM-DD), by user. */
export async function digestOrders(
  db: Db,
  { after, before, limit }: { after: number; before: string; limit: number },
): Promise<DigestOrder[]> {
  const { rows } = await sql<DigestOrder>`
    select user_id as "userId", (extract(epoch from since) * 1000)::float8 as "sinceMs", sent_on as "sentOn"
    from fleet_digests where user_id > ${after} and (sent_on is null or sent_on < ${before}::date)
    order by user_id limit ${limit}`.execute(db);
  return rows;
}

/** Notes in the transaction that sends it that a week's digest is sent; false: another process did so before. */
export async function takeDigest(tx: Tx, userId: number, monday: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update fleet_digests set sent_on = ${monday}::date
    where user_id = ${userId} and (sent_on is null or sent_on < ${monday}::date)`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}
