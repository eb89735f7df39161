// Unclaimed devices that have reported: their number, and their deletion.
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';

/** As in the index devices_unclaimed. Components count with their composite device. */
const isUnclaimed = 'site_id is null and parent_id is null and retired_at is null';

const counting = `select count(*)::int as count from devices where ${isUnclaimed}`;

/** Number of unclaimed serial numbers. */
export async function countUnclaimed(db: Db): Promise<number> {
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(counting));
  return rows[0]?.count ?? 0;
}

/** The same on a connection of the pipeline. */
export async function countUnclaimedBy(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>({ name: 'unclaimed-count', text: counting });
  return rows[0]?.count ?? 0;
}

/** Deletes all readings of unclaimed devices: `deleteReadings` of timeseries. */
export type DeleteReadings = (tx: Tx, deviceIds: readonly number[]) => Promise<void>;

/**
 * Deletes up to `most` unclaimed devices without readings since `before` (ms), with their components and data. A
 * concurrent reading either completes first or waits and inserts the device again.
 */
export async function deleteUnclaimed(
  tx: Tx,
  { before, most }: { before: number; most: number },
  deleteReadings: DeleteReadings,
): Promise<number> {
  const at = new Date(before);
  const { rows } = await sql<Columns<'devices', 'id'>>`
    select d.id from devices d
    where d.site_id is null and d.parent_id is null and d.retired_at is null and d.stock_key_at is null and d.created_at < ${at}
      and not exists (
        select 1 from latest l where l.site_id = 0 and l.device_id = d.id and l.at >= ${at})
      and not exists (
        select 1 from devices p join latest l on l.site_id = 0 and l.device_id = p.id
        where p.parent_id = d.id and l.at >= ${at})
    order by d.id limit ${most} for update of d skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const { rows: parts } = await sql<Columns<'devices', 'id'>>`
    select id from devices where parent_id = any(${ids}::bigint[]) order by id for update`.execute(tx);
  await deleteReadings(tx, [...ids, ...parts.map(({ id }) => id)]);
  await sql`delete from devices where id = any(${ids}::bigint[])`.execute(tx);
  return ids.length;
}
