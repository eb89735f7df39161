// Table users, seen from an empty house: the first administrator.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';

/** True while nobody exists; holds the house for this transaction, so that the answer stays true in it. */
export async function isEmptyHouse(tx: Tx): Promise<boolean> {
  // Two people who press the button at once must take turns.
  await lock(tx, 'firstAccount');
  const { rows } = await sql`select 1 from users limit 1`.execute(tx);
  return rows.length === 0;
}
