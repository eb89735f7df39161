// Table users, seen from an empty house: the first administrator.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

/** Any number: two people who press the button at once must take turns. */
const LOCK = 7_340_002;

/** True while nobody exists; holds the house for this transaction, so that the answer stays true in it. */
export async function isEmptyHouse(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  const { rows } = await sql`select 1 from users limit 1`.execute(tx);
  return rows.length === 0;
}
