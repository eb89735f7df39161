// Data of unclaimed serial numbers.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/** Number of stored readings of each of these unclaimed devices; those without are absent. */
export async function readingCounts(db: Db, deviceIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ deviceId: number; count: number }>`
    select device_id as "deviceId", sum(count)::float8 as count from (
      select device_id, count(*) as count from reading
      where site_id = 0 and device_id = any(${[...deviceIds]}::bigint[]) group by device_id
      union all
      select device_id, sum(readings) from reading_block
      where site_id = 0 and device_id = any(${[...deviceIds]}::bigint[]) group by device_id
    ) kept group by device_id`.execute(db);
  return new Map(rows.map(({ deviceId, count }) => [deviceId, count]));
}
