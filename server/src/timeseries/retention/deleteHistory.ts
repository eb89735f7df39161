// Deletes the history of a device while its plant stays: the plant recalculates every affected day.
import type { Tx } from '../../platform/db.ts';
import { refreshSites } from '../current/siteLatest.ts';
import { markDays } from '../marks/dirty.ts';
import { over } from '../queryable.ts';
import { deleteImportedDays } from '../rollup/importedDays.ts';
import { deleteRollups } from './move.ts';

interface DeviceHistory {
  siteId: number;
  deviceIds: readonly number[];
  /** ms */
  now: number;
}

/**
 * Deletes readings, compressed days, raw bytes, totals and findings of devices of one plant and marks the affected
 * days; returns their number. Later readings are stored as usual. The caller holds the plant's roll-ups and the rows of
 * the devices.
 */
export async function deleteDeviceHistory(
  tx: Tx,
  { siteId, deviceIds, now }: DeviceHistory,
): Promise<number> {
  const query = over(tx);
  const days = new Set<string>();
  for (const deviceId of deviceIds)
    for (const { day } of await deleteRollups(query, siteId, deviceId)) days.add(day);
  await deleteImportedDays(query, siteId, deviceIds);
  const values = [siteId, [...deviceIds]];
  for (const table of [
    'latest',
    'reading',
    'reading_block',
    'idle_day',
    'device_condition',
    'device_issue',
    'stopped',
    'weak_module',
  ])
    await query.query({
      text: `delete from ${table} where site_id = $1 and device_id = any($2::bigint[])`,
      values,
    });
  await query.query({
    text: 'delete from raw_frame where device_id = any($1::bigint[])',
    values: [[...deviceIds]],
  });
  await refreshSites(query, [siteId]);
  await markDays(
    query,
    [...days].map((day) => ({ siteId, day })),
    now,
  );
  return days.size;
}
