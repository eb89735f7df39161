// A deleted plant: what it shows now goes at once, its reports and sums piece by piece, since they may be many millions.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';

/**
 * Small tables, emptied while the plant is deleted, so that nothing is computed for it any more: in the order in which
 * every batch of reports touches them.
 */
export const shownNow = [
  'latest',
  'site_latest',
  'day_to_judge',
  'device_condition',
  'device_trouble',
  'stopped',
  'weak_module',
  'site_verdict',
  'dirty_day',
  'day_to_evaluate',
  'analytics_plant',
  'site_analytics',
] as const;

/** What grows with every report, which is what a distributed store spreads over its machines. */
export const spreadOut = ['report', 'report_block', 'device_hour', 'site_hour'] as const;

/** Tables that grow with what plants report. What is shown now stands here too, for a report that arrived while the plant was deleted. */
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
  'trouble_event',
  'totals_mismatch',
  'site_sizes',
  'analytics_state',
  'device_expected',
  'site_expected',
  'loss_day',
  'upstream_frames',
] as const;

/** All tables of the store: beside them what people did about a plant's alarms and its reports. */
export const kept = [...reported, 'alarm_notice', 'alarm_step', 'alarm', 'finding', 'reclock_sites'] as const;

const PIECE = 20_000;

/** Takes a plant off the screens. The caller holds its roll-ups and the rows of its devices. */
export async function forgetNow(tx: Tx, siteId: number): Promise<void> {
  for (const table of shownNow) {
    await sql`delete from ${sql.table(table)} where site_id = ${siteId}`.execute(tx);
  }
}

/** Removes one piece of what a deleted plant has left; false when nothing was there. */
export async function forgetPiece(db: Db, siteId: number): Promise<boolean> {
  for (const table of kept) {
    // A place in one partition may be one of the same plant in another: that row is to go as well.
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where site_id = ${siteId} and ctid = any(array(
        select ctid from ${sql.table(table)} where site_id = ${siteId} limit ${PIECE}))`.execute(db);
    if (Number(numAffectedRows ?? 0) > 0) return true;
  }
  return false;
}
