// Table devices: the key with which a device comes to the broker, and when it last listened there.
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

/** Channel of the database on which replaced keys are announced: the sn. */
export const KEYS = 'device_key';

/** Gives a device another key and tells the brokers that the old one is dead; returns how often that was done. */
export async function replaceKey(tx: Tx, id: number, sn: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    update devices set key_number = key_number + 1 where id = ${id} returning key_number as number`.execute(
    tx,
  );
  await announce(tx, KEYS, sn, sn);
  return rows[0]!.number;
}

/** How often the key of a device was replaced; 0 of one that nobody knows. */
export async function keyNumberOf(db: Db, sn: string): Promise<number> {
  const { rows } = await sql<{
    number: number;
  }>`select key_number as number from devices where sn = ${sn}`.execute(db);
  return rows[0]?.number ?? 0;
}
