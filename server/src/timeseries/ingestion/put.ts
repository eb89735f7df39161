// Storage of a batch of readings with everything derived from it, in one transaction.
import { stateRule } from '@helioport/domain/state';
import { msOf, numbers } from '../columns.ts';
import { advance, dayAt, type Running } from '../counters/running.ts';
import { refreshSites } from '../current/siteLatest.ts';
import { markDays, type SiteDay } from '../marks/dirty.ts';
import { markForOutputs } from '../marks/outputs.ts';
import type { Queryable } from '../queryable.ts';
import type { IncomingReading } from '../reading.ts';
import { insertRaw, insertReadings } from './insert.ts';
import { type DeviceState, lockRows, updateLatest } from './newestRows.ts';
import { renewNewest } from './renew.ts';

export type PutOutcome = 'stored' | 'repeated';

/** Identical bytes of one device within this time are a retry: frames carry no time of their own. */
const RETRY_WITHIN_MS = 60_000;

interface Entry {
  reading: IncomingReading;
  index: number;
}

/**
 * Stores a batch in the caller's transaction and returns for each reading whether it is new. Also updates the current
 * reading and running day per device and per plant, and marks the days to recalculate (with `alsoDirty`). `siteIds` are
 * the plants that changed. Rows are locked in one global order, so batches of several processes cannot deadlock.
 */
export async function putBatch(
  sql: Queryable,
  readings: readonly IncomingReading[],
  nowMs: number,
  alsoDirty: readonly SiteDay[] = [],
): Promise<{ outcomes: PutOutcome[]; siteIds: number[] }> {
  const outcomes: PutOutcome[] = readings.map(() => 'repeated');
  const byDevice = groupByDevice(readings);
  const states = await lockNewest(sql, byDevice, nowMs + stateRule.aheadMs);

  const entries: Entry[] = [];
  for (const [deviceId, ofDevice] of [...byDevice].sort(([a], [b]) => a - b)) {
    const state = states.get(deviceId);
    let last: Entry | undefined;
    for (const entry of ofDevice) {
      const { reading } = entry;
      if (state) {
        if (!reading.hasOwnTime) {
          if (isRetry(state.running, reading)) continue;
          // Another reading of the same millisecond must not take its place.
          if (reading.atMs === state.running.atMs) reading.atMs += 1;
        }
        if (reading.atMs >= state.running.atMs) {
          state.running = advance(state.running, reading);
          state.newest = reading;
        }
      }
      // Of two readings with the same instant, the later arrival replaces the earlier one.
      if (last?.reading.atMs === reading.atMs) entries.pop();
      entries.push(entry);
      last = entry;
      outcomes[entry.index] = 'stored';
    }
  }

  for (const i of await insertReadings(
    sql,
    entries.map((e) => e.reading),
  )) {
    const entry = entries[i];
    if (entry) outcomes[entry.index] = 'repeated';
  }
  const stored = entries.filter((e) => outcomes[e.index] === 'stored').map((e) => e.reading);
  await insertRaw(sql, stored);
  await markForOutputs(sql, stored);

  const changed = [...states].filter(([, state]) => state.newest).sort(([a], [b]) => a - b);
  await updateLatest(
    sql,
    changed.map(([, state]) => state),
  );
  const live = new Set(changed.map(([, state]) => state.newest?.siteId ?? 0));
  await refreshSites(sql, live);

  await markDays(sql, daysOf(stored, alsoDirty), nowMs);
  return { outcomes, siteIds: [...new Set(stored.map((r) => r.siteId))].filter((id) => id !== 0) };
}

/** The local days of readings of plants, each once. */
function daysOf(readings: readonly IncomingReading[], more: readonly SiteDay[]): SiteDay[] {
  const days = new Map(more.map((d) => [`${d.siteId}/${d.day}`, d]));
  let last: SiteDay = { siteId: 0, day: '' };
  for (const { siteId, atMs, timeZone } of readings) {
    if (siteId === 0) continue;
    const { day } = dayAt(atMs, timeZone);
    if (siteId === last.siteId && day === last.day) continue;
    last = { siteId, day };
    days.set(`${siteId}/${day}`, last);
  }
  return [...days.values()];
}

const isRetry = (last: Running, reading: IncomingReading): boolean =>
  reading.contentHash !== null &&
  last.contentHash === reading.contentHash &&
  Math.abs(reading.atMs - last.atMs) <= RETRY_WITHIN_MS;

/** Readings per device in the order of their instants; those of one instant in the order of their arrival. */
function groupByDevice(readings: readonly IncomingReading[]): Map<number, Entry[]> {
  const byDevice = new Map<number, Entry[]>();
  readings.forEach((reading, index) => {
    const entries = byDevice.get(reading.deviceId);
    if (entries) entries.push({ reading, index });
    else byDevice.set(reading.deviceId, [{ reading, index }]);
  });
  for (const entries of byDevice.values()) {
    if (entries.length > 1) entries.sort((a, b) => a.reading.atMs - b.reading.atMs);
  }
  return byDevice;
}

/**
 * Locks the current rows that this batch may update. Devices with only older readings that carry their own time are
 * skipped, so that an import of history does not block live data. A current row dated after `untilMs` was stored while
 * the clock was ahead; it reverts to the latest reading before.
 */
async function lockNewest(
  sql: Queryable,
  byDevice: Map<number, Entry[]>,
  untilMs: number,
): Promise<Map<number, DeviceState>> {
  const needed = new Set<number>();
  const onlyIfNewer: number[] = [];
  for (const [deviceId, entries] of byDevice) {
    if (entries.some((e) => !e.reading.hasOwnTime)) needed.add(deviceId);
    else onlyIfNewer.push(deviceId);
  }
  if (onlyIfNewer.length > 0) {
    const { rows } = await sql.query<{ device_id: number; at: number }>({
      name: 'latest-at',
      text: `select device_id, ${msOf('at')} as at from latest where device_id = any($1::bigint[])`,
      values: [numbers(onlyIfNewer)],
    });
    const newestAt = new Map(rows.map((row) => [row.device_id, row.at]));
    for (const deviceId of onlyIfNewer) {
      const lastAtMs = byDevice.get(deviceId)?.at(-1)?.reading.atMs ?? 0;
      const newestMs = newestAt.get(deviceId) ?? -1;
      if (lastAtMs >= newestMs || newestMs > untilMs) needed.add(deviceId);
    }
  }
  if (needed.size === 0) return new Map();

  const siteOf = (id: number) => byDevice.get(id)?.[0]?.reading.siteId ?? 0;
  const ids = [...needed].sort((a, b) => siteOf(a) - siteOf(b) || a - b);
  const states = new Map<number, DeviceState>();
  const lockAll = async (wanted: readonly number[]) => {
    const siteIds = [...new Set(wanted.map(siteOf))];
    for (const [id, state] of await lockRows(sql, siteIds, wanted)) states.set(id, state);
  };
  await lockAll(ids);
  const missing = ids.filter((id) => !states.has(id));
  if (missing.length > 0) {
    await sql.query({
      name: 'latest-new',
      // History imported before the first reading counts towards the lifetime.
      text: `insert into latest (site_id, device_id, at, before_wh)
             select s, d, to_timestamp(0), coalesce(i.energy_wh, 0) from unnest($1::bigint[], $2::bigint[]) as n(s, d)
             left join imported_device i on i.site_id = n.s and i.device_id = n.d order by s, d
             on conflict do nothing`,
      values: [numbers(missing.map(siteOf)), numbers(missing)],
    });
    await lockAll(missing);
    await demandStillThere(sql, missing, siteOf);
  }
  const ahead = ids.filter((id) => (states.get(id)?.running.atMs ?? 0) > untilMs);
  if (ahead.length > 0) {
    await renewNewest(
      sql,
      ahead.map((id) => ({
        siteId: siteOf(id),
        deviceId: id,
        kind: byDevice.get(id)![0]!.reading.kind,
        timeZone: byDevice.get(id)![0]!.reading.timeZone,
      })),
      untilMs,
    );
    await lockAll(ahead);
  }
  return states;
}

/**
 * A device that moved to another plant after it had been looked up has its newest row there: the batch is to be tried
 * again, or the device would have two.
 */
async function demandStillThere(
  sql: Queryable,
  ids: readonly number[],
  siteOf: (id: number) => number,
): Promise<void> {
  const { rowCount } = await sql.query({
    name: 'latest-elsewhere',
    text: `select from latest l join unnest($1::bigint[], $2::bigint[]) as n(s, d) on l.device_id = n.d and l.site_id <> n.s`,
    values: [numbers(ids.map(siteOf)), numbers(ids)],
  });
  if (rowCount)
    throw Object.assign(new Error('a device has moved to another plant meanwhile'), { code: '40001' });
}
