// Table users, seen from a house without an administrator: the first administrator.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import { isDemoOpen } from './demo.ts';
import { ADMINISTRATOR } from './groups.ts';

/**
 * True while nobody runs the house: no living administrator, and none that only plays one in a demo world that is shut.
 */
export async function needsAdministrator(tx: Tx, config: { demo: boolean }): Promise<boolean> {
  const isOpen = await isDemoOpen(tx, config);
  const { rows } = await sql`
    select 1 from users
    where group_id = ${ADMINISTRATOR} and cancelled_at is null and (not is_demo or ${isOpen}) limit 1`.execute(
    tx,
  );
  return rows.length === 0;
}

/** The same, holding the house for this transaction, so that the answer stays true in it. */
export async function holdEmptyHouse(tx: Tx, config: { demo: boolean }): Promise<boolean> {
  // Two people who press the button at once must take turns.
  await lock(tx, 'firstAccount');
  return await needsAdministrator(tx, config);
}
