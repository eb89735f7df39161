// Table users, for an installation without an administrator: creating the first one.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import { isDemoOpen } from './demo.ts';
import { ADMINISTRATOR } from './groups.ts';

/**
 * True while the installation has no active administrator; a demo administrator does not count while the demo data is
 * disabled.
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

/** The same, with a lock, so that the result stays valid in this transaction. */
export async function holdEmptyHouse(tx: Tx, config: { demo: boolean }): Promise<boolean> {
  // Concurrent setups must run one at a time.
  await lock(tx, 'firstAccount');
  return await needsAdministrator(tx, config);
}
