// Whether the figures of days that are over can still be expected to change.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/** Completeness from which no further readings of the last day are expected. */
const ENOUGH = 0.95;

/**
 * Whether all days from `from` to `to` (plant-local, inclusive) are rolled up and the last of them is complete: a
 * gateway that was offline may deliver readings late.
 */
export async function isSettled(
  db: Db,
  siteId: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql<{ isSettled: boolean }>`
    select not exists (select from dirty_day where site_id = ${siteId} and day between ${from} and ${to})
      and coalesce((select completeness from site_day where site_id = ${siteId} and day = ${to}), 0) >= ${ENOUGH}
      as "isSettled"`.execute(db);
  return rows[0]?.isSettled === true;
}
