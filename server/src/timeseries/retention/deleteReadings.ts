// Deletes readings of serial numbers that no plant ever claimed.
import type { Tx } from '../../platform/db.ts';
import { over } from '../queryable.ts';

/** Removes readings, newest rows and bytes of devices without a plant. The caller holds the locks of the devices' rows. */
export async function deleteReadings(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  const sql = over(tx);
  const values = [[...deviceIds]];
  await sql.query({ text: 'delete from latest where site_id = 0 and device_id = any($1::bigint[])', values });
  await sql.query({
    text: 'delete from reading where site_id = 0 and device_id = any($1::bigint[])',
    values,
  });
  // Blocks exist if the device belonged to a plant before.
  await sql.query({
    text: 'delete from reading_block where site_id = 0 and device_id = any($1::bigint[])',
    values,
  });
  await sql.query({ text: 'delete from raw_frame where device_id = any($1::bigint[])', values });
}
