// Moves a device to another plant with all its readings; both plants recalculate their days.
import { dayBounds } from '@helioport/domain/periods';
import type { Columns } from '../../platform/databaseTypes.ts';
import type { Tx } from '../../platform/db.ts';
import { measureColumns, namesOf } from '../catalogue.ts';
import { msOf, numbers, plainTexts } from '../columns.ts';
import { dayAt } from '../counters/running.ts';
import { rebuildTotals } from '../counters/total.ts';
import { refreshSites } from '../current/siteLatest.ts';
import { markDays, type SiteDay } from '../marks/dirty.ts';
import { over, type Queryable } from '../queryable.ts';
import { moveImportedDays } from '../rollup/importedDays.ts';
import { holdRollUps } from '../rollup/rollup.ts';
import { retentionOf } from './retention.ts';

interface Move {
  deviceId: number;
  /** 0: unclaimed. */
  fromSiteId: number;
  toSiteId: number;
  /** Zone of the new plant. */
  timeZone: string;
  now: number;
}

const readingColumns = `device_id, at, kind, has_own_time, status_bits, state, ${namesOf(measureColumns)}`;
const blockColumns = 'device_id, day, first_at, last_at, readings, width, bytes';

/**
 * Moves the readings, the newest row and the roll-ups of a device. The caller holds the lock of the device's row, so
 * no reading can arrive at the old plant meanwhile. Both plants' roll-ups are held, or one that is under way would write
 * days of a device that has left.
 */
export async function moveDevice(tx: Tx, move: Move): Promise<void> {
  const sql = over(tx);
  const { deviceId, fromSiteId, toSiteId, timeZone, now } = move;
  for (const siteId of [fromSiteId, toSiteId].sort((a, b) => a - b))
    if (siteId !== 0) await holdRollUps(tx, siteId);
  const { rows } = await sql.query<{ at: number }>({
    text: `select ${msOf('at')} as at from latest where site_id = $1 and device_id = $2 for update`,
    values: [fromSiteId, deviceId],
  });
  const { detailFrom } = await retentionOf(tx);
  const leftDays = fromSiteId === 0 ? [] : await deleteRollups(sql, fromSiteId, deviceId, detailFrom);
  // Energy of days without detail stays with the old plant, because it cannot be recalculated for the new one.
  if (fromSiteId !== 0 && detailFrom !== null) await rebuildTotals(sql, fromSiteId);
  // A distributed store changes no row's plant: the rows are taken away there and put in here.
  await sql.query({
    text: `with gone as (delete from reading where site_id = $2 and device_id = $3 returning *)
           insert into reading (site_id, ${readingColumns}) select $1, ${readingColumns} from gone`,
    values: [toSiteId, fromSiteId, deviceId],
  });
  await sql.query({
    text: `with gone as (delete from reading_block where site_id = $2 and device_id = $3 returning *)
           insert into reading_block (site_id, ${blockColumns}) select $1, ${blockColumns} from gone`,
    values: [toSiteId, fromSiteId, deviceId],
  });
  const importedDays = fromSiteId === 0 ? [] : await moveImportedDays(sql, move, detailFrom);
  const latest = rows[0];
  if (latest) {
    // The roll-up of the marked days fills the energies in.
    await sql.query({
      text: `update latest set site_id = $2, day = $3, day_wh = 0, day_out_wh = 0, before_wh = 0, ch_day_wh = null,
               ch_before_wh = null
             where site_id = $4 and device_id = $1`,
      values: [deviceId, toSiteId, dayAt(latest.at, timeZone).day, fromSiteId],
    });
  }
  await refreshSites(sql, [fromSiteId, toSiteId]);
  // Marks come last, as everywhere, so that this transaction and ingestion cannot wait for each other.
  await markDays(sql, [...leftDays, ...importedDays], now);
  await markReportedDays(sql, { siteId: toSiteId, deviceId, timeZone, now });
}

/** Marks every local day on which a device (or, without one, any device of the plant) reported. */
export async function markReportedDays(
  sql: Queryable,
  which: { siteId: number; deviceId?: number; timeZone: string; now: number },
): Promise<void> {
  // Quarters of an hour: no time zone has its midnight anywhere else.
  const { rows } = await sql.query<{ at: number }>({
    text: `select distinct ${msOf("date_bin('15 minutes', at, timestamptz '2000-01-01')")} as at from reading
           where site_id = $1 and ($2::bigint is null or device_id = $2)
           union
           select ${msOf('unnest(array[first_at, last_at])')} from reading_block
           where site_id = $1 and ($2::bigint is null or device_id = $2)`,
    values: [which.siteId, which.deviceId ?? null],
  });
  // A compressed UTC day overlaps two local days, determined by its first and last readings.
  const days = new Set(rows.map((row) => dayAt(row.at, which.timeZone).day));
  await markDays(
    sql,
    [...days].map((day) => ({ siteId: which.siteId, day })),
    which.now,
  );
}

/**
 * Applies a changed time zone of a plant: day boundaries move, so all days are recalculated. The caller has updated the
 * plant's row in the same transaction.
 */
export async function rezoneSite(
  tx: Tx,
  { siteId, timeZone, now }: { siteId: number; timeZone: string; now: number },
): Promise<void> {
  const query = over(tx);
  await holdRollUps(tx, siteId);
  const { rows: newest } = await query.query<{ deviceId: number; at: number }>({
    text: `select device_id as "deviceId", ${msOf('at')} as at from latest where site_id = $1 order by device_id for update`,
    values: [siteId],
  });
  // The roll-up of the marked days puts the energies right.
  await query.query({
    text: `update latest l set day = n.day from unnest($2::bigint[], $3::date[]) as n(d, day)
           where l.site_id = $1 and l.device_id = n.d`,
    values: [
      siteId,
      numbers(newest.map((n) => n.deviceId)),
      plainTexts(newest.map((n) => dayAt(n.at, timeZone).day)),
    ],
  });
  // Hours of days without detail keep the old time zone, because they cannot be recalculated.
  const { detailFrom } = await retentionOf(tx);
  const fromMs = detailFrom === null ? null : dayBounds(detailFrom, timeZone).startMs;
  for (const table of ['site_hour', 'device_hour'])
    await query.query({
      text: `delete from ${table} where site_id = $1
             and ($2::float8 is null or hour_at >= to_timestamp($2::float8 / 1000))`,
      values: [siteId, fromMs],
    });
  const { rows: known } = await query.query<Columns<'site_day', 'day'>>({
    text: 'select day from site_day where site_id = $1',
    values: [siteId],
  });
  await refreshSites(query, [siteId]);
  await markDays(
    query,
    known.map(({ day }) => ({ siteId, day })),
    now,
  );
  await markReportedDays(query, { siteId, timeZone, now });
}

/**
 * Removes what was rolled up of a device, of days from `since` on where one is given; returns the days that must be
 * recomputed without it.
 */
export async function deleteRollups(
  sql: Queryable,
  siteId: number,
  deviceId: number,
  since: string | null = null,
): Promise<SiteDay[]> {
  const values = [siteId, deviceId];
  const dated = [...values, since ?? '-infinity'];
  const { rows } = await sql.query<Columns<'device_day', 'day'>>({
    text: `delete from device_day where site_id = $1 and device_id = $2 and day >= $3::date returning day`,
    values: dated,
  });
  for (const [table, column] of Object.entries(summedBy))
    await sql.query({
      text: `delete from ${table} where site_id = $1 and device_id = $2 and ${column} >= $3`,
      values: dated,
    });
  await sql.query({ text: `delete from issue_event where site_id = $1 and device_id = $2`, values });
  await sql.query({ text: `delete from device_total where site_id = $1 and device_id = $2`, values });
  return rows.map(({ day }) => ({ siteId, day }));
}

/** Tables of totals of a device, and their time columns. */
const summedBy = { device_hour: 'hour_at', module_day: 'day', fault_day: 'day' } as const;
