// Table devices: the key with which a device signs in at the broker, and when it last listened there. A key counts while
// its device is in a plant and in service; adding a device to a plant makes a new one.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { announce } from '../platform/notifications.ts';

/** Notes that these devices listen for commands now, at most once an hour each. */
export async function noteListening(db: Db, sns: readonly string[], at: Date): Promise<void> {
  await sql`
    update devices set commands_at = ${at}
    where sn = any(${[...sns]}::text[]) and (commands_at is null or commands_at < ${at}::timestamptz - interval '1 hour')`.execute(
    db,
  );
}

/** Channel of the database on which devices whose key has changed or ended are announced: the sn. */
export const KEYS = 'device_key';

/**
 * Gives a device another key and announces that the old one has ended; returns its number. Numbers are drawn, not
 * counted: a device that is deleted and added again must not come back to a key that an earlier owner knows.
 */
export async function replaceKey(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ number: number; sn: string }>`
    update devices set key_number = case when drawn = key_number then drawn % 2147483647 + 1 else drawn end
    from (select 1 + floor(random() * 2147483647)::int as drawn) d
    where id = ${id} returning key_number as number, sn`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`device ${id} missing while its key was replaced`);
  await announce(tx, KEYS, row.sn, row.sn);
  return row.number;
}

/** Announces that the keys of these devices have ended or count again. */
export async function announceKeys(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    select pg_notify(${KEYS}, sn) from devices where id = any(${[...ids]}::bigint[]) and parent_id is null`.execute(
    tx,
  );
}

/** SQL: whether the key of a device counts; needs `devices` in scope. A part signs in with its main device. */
export const hasKey = sql`site_id is not null and retired_at is null and parent_id is null`;

/** Number of the key of a device; undefined while no key of it counts. */
export async function keyNumberOf(db: Db, sn: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select key_number as number from devices where sn = ${sn} and ${hasKey}`.execute(db);
  return rows[0]?.number;
}
