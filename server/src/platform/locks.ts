// All advisory locks of the application in one place: two purposes with the same number would block each other.
// PostgreSQL separates locks with one number from those with two; a class is the first of two, its key the second.
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from './db.ts';

/** Locks that exist once per installation. */
export const LOCKS = {
  migrate: 7_340_001,
  makePartition: 7_340_002,
  changeMenus: 7_340_003,
  lastAdministrator: 7_340_004,
  changeCompanies: 7_340_005,
  firstAccount: 7_340_006,
  removeDemo: 7_340_007,
  backUp: 7_340_008,
  alarms: 7_340_009,
  clockNotes: 7_340_010,
  alarmMails: 7_340_011,
  broker: 7_340_012,
  upstream: 7_340_013,
} as const;

/** Locks of which there is one for each key. */
export const LOCK_CLASSES = {
  mailRequest: 7_340_101,
  email: 7_340_102,
  rollUp: 7_340_103,
  downloads: 7_340_104,
  cloudImports: 7_340_105,
} as const;

/** Waits for a lock and holds it until the transaction ends. */
export async function lock(tx: Tx, name: keyof typeof LOCKS): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[name]}::bigint)`.execute(tx);
}

/** The same for one key of a class. Keys that share a hash wait for each other, which does no harm. */
export async function lockKey(tx: Tx, name: keyof typeof LOCK_CLASSES, key: string | number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASSES[name]}::int, hashtext(${String(key)}))`.execute(tx);
}

/** Tries to acquire a lock for the lifetime of a connection; false if another connection holds it. */
export async function tryHold(client: pg.ClientBase, name: keyof typeof LOCKS): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [
    LOCKS[name],
  ]);
  return rows[0]?.isHeld === true;
}
