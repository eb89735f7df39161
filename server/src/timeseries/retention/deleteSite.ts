// Deletes the data of a plant: current values immediately, readings and totals in pieces, because they may be many
// millions.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';

/**
 * Small tables, cleared while the plant is deleted so that nothing is calculated for it any more; in the lock order of
 * ingestion.
 */
export const shownNow = [
  'latest',
  'site_latest',
  'day_to_check',
  'device_condition',
  'device_issue',
  'stopped',
  'weak_module',
  'site_condition',
  'dirty_day',
  'day_to_evaluate',
  'analytics_plant',
  'site_analytics',
] as const;

/** Tables that grow with every reading, which a distributed database distributes. */
export const spreadOut = ['reading', 'reading_block', 'device_hour', 'site_hour'] as const;

/**
 * Tables that grow with readings. Includes the current values, for a reading that arrives while the plant is deleted.
 */
const reported = [
  ...shownNow,
  ...spreadOut,
  'device_day',
  'module_day',
  'site_day',
  'site_curve',
  'site_month',
  'device_total',
  'imported_day',
  'imported_device',
  'idle_day',
  'fault_day',
  'issue_event',
  'totals_mismatch',
  'site_sizes',
  'analytics_state',
  'device_expected',
  'site_expected',
  'loss_day',
  'upstream_frames',
] as const;

/** All tables of the store: also actions of users on alarms, and timestamp corrections. */
export const kept = [
  ...reported,
  'alarm_notice',
  'alarm_step',
  'alarm',
  'finding',
  'time_correction_sites',
] as const;

const PIECE = 20_000;

/** Takes a plant off the screens. The caller holds its roll-ups and the rows of its devices. */
export async function deleteSiteData(tx: Tx, siteId: number): Promise<void> {
  for (const table of shownNow) {
    await sql`delete from ${sql.table(table)} where site_id = ${siteId}`.execute(tx);
  }
}

/** Deletes one piece of a deleted plant's data; false if none was left. */
export async function deleteSitePiece(db: Db, siteId: number): Promise<boolean> {
  for (const table of kept) {
    // A place in one partition may be one of the same plant in another: that row is to go as well.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where site_id = ${siteId} and ctid = any(array(
        select ctid from ${sql.table(table)} where site_id = ${siteId} limit ${PIECE}))`.execute(db);
    if (Number(numAffectedRows ?? 0) > 0) return true;
  }
  return false;
}
