// The way into the store: one batch of reports in one transaction, with everything that follows from them at once.

import { type MeasureColumn, measureColumns, namesOf } from '../catalogue.ts';
import { msOf, numberLists, numbers, plainTexts } from '../columns.ts';
import type { Queryable } from '../queryable.ts';
import { markDays, type SiteDay } from '../rollup/dirty.ts';
import { castOf, columnCells, insertRaw, insertReports, parametersOf, statementsBy } from './insert.ts';
import { lockGroups } from './lockGroups.ts';
import { type Cells, columnsWith, type IncomingReport } from './report.ts';
import { advance, dayAt, type Running } from './running.ts';
import { refreshSites } from './siteLatest.ts';

export type PutOutcome = 'stored' | 'repeated';

/** Identical bytes of one device within this time are a retry: frames carry no time of their own. */
const RETRY_WITHIN_MS = 60_000;

interface Entry {
  report: IncomingReport;
  index: number;
}

/** The newest report of a device while a batch is worked off. */
interface DeviceState {
  running: Running;
  /** The report that made it what it is; absent while nothing newer came. */
  newest?: IncomingReport;
}

const counters = measureColumns.filter(({ isCounter }) => isCounter);
const readings = measureColumns.filter(({ isCounter }) => !isCounter);

const never: Running = {
  atMs: 0,
  contentHash: null,
  scalars: {},
  inputs: {},
  phases: {},
  day: null,
  dayWh: 0,
  dayOutWh: 0,
  beforeWh: 0,
  chDayWh: null,
  chBeforeWh: null,
};

/**
 * Stores a batch inside the caller's transaction and says for each report whether it is new. Also brought up to date:
 * newest report and running day per device, the same per plant, the days to be recomputed (with `alsoDirty`). `siteIds`
 * are the plants that changed. Rows are touched in one order everywhere, so that batches of several processes cannot deadlock.
 * `perPlant`: rows are locked one plant per statement, as a distributed store wants it.
 */
export async function putBatch(
  sql: Queryable,
  reports: readonly IncomingReport[],
  nowMs: number,
  alsoDirty: readonly SiteDay[] = [],
  perPlant = false,
): Promise<{ outcomes: PutOutcome[]; siteIds: number[] }> {
  const outcomes: PutOutcome[] = reports.map(() => 'repeated');
  const byDevice = groupByDevice(reports);
  const states = await lockNewest(sql, byDevice, perPlant);

  const entries: Entry[] = [];
  for (const [deviceId, ofDevice] of [...byDevice].sort(([a], [b]) => a - b)) {
    const state = states.get(deviceId);
    let last: Entry | undefined;
    for (const entry of ofDevice) {
      const { report } = entry;
      if (state) {
        if (!report.hasOwnTime) {
          if (isRetry(state.running, report)) continue;
          // Another report of the same millisecond must not take its place.
          if (report.atMs === state.running.atMs) report.atMs += 1;
        }
        if (report.atMs >= state.running.atMs) {
          state.running = advance(state.running, report);
          state.newest = report;
        }
      }
      // The later arrival of the same instant replaces the earlier one, which stands just before it.
      if (last?.report.atMs === report.atMs) entries.pop();
      entries.push(entry);
      last = entry;
      outcomes[entry.index] = 'stored';
    }
  }

  for (const i of await insertReports(
    sql,
    entries.map((e) => e.report),
  )) {
    const entry = entries[i];
    if (entry) outcomes[entry.index] = 'repeated';
  }
  const stored = entries.filter((e) => outcomes[e.index] === 'stored').map((e) => e.report);
  await insertRaw(sql, stored);

  const changed = [...states].filter(([, state]) => state.newest).sort(([a], [b]) => a - b);
  await updateLatest(
    sql,
    changed.map(([, state]) => state),
  );
  const live = new Set(changed.map(([, state]) => state.newest?.siteId ?? 0));
  await refreshSites(sql, live, perPlant);

  await markDays(sql, daysOf(stored, alsoDirty), nowMs);
  return { outcomes, siteIds: [...new Set(stored.map((r) => r.siteId))].filter((id) => id !== 0) };
}

/** The local days of reports of plants, each once. */
function daysOf(reports: readonly IncomingReport[], more: readonly SiteDay[]): SiteDay[] {
  const days = new Map(more.map((d) => [`${d.siteId}/${d.day}`, d]));
  let last: SiteDay = { siteId: 0, day: '' };
  for (const { siteId, atMs, timeZone } of reports) {
    if (siteId === 0) continue;
    const { day } = dayAt(atMs, timeZone);
    if (siteId === last.siteId && day === last.day) continue;
    last = { siteId, day };
    days.set(`${siteId}/${day}`, last);
  }
  return [...days.values()];
}

const isRetry = (last: Running, report: IncomingReport): boolean =>
  report.contentHash !== null &&
  last.contentHash === report.contentHash &&
  Math.abs(report.atMs - last.atMs) <= RETRY_WITHIN_MS;

/** Reports per device in the order of their instants; those of one instant in the order of their arrival. */
function groupByDevice(reports: readonly IncomingReport[]): Map<number, Entry[]> {
  const byDevice = new Map<number, Entry[]>();
  reports.forEach((report, index) => {
    const entries = byDevice.get(report.deviceId);
    if (entries) entries.push({ report, index });
    else byDevice.set(report.deviceId, [{ report, index }]);
  });
  for (const entries of byDevice.values()) {
    if (entries.length > 1) entries.sort((a, b) => a.report.atMs - b.report.atMs);
  }
  return byDevice;
}

/**
 * The newest rows of the devices that this batch may move on, locked. Devices of which only older reports came, with
 * times of their own, are left alone: a history being brought in must not stand in the way of what is live.
 */
async function lockNewest(
  sql: Queryable,
  byDevice: Map<number, Entry[]>,
  perPlant: boolean,
): Promise<Map<number, DeviceState>> {
  const needed = new Set<number>();
  const onlyIfNewer: number[] = [];
  for (const [deviceId, entries] of byDevice) {
    if (entries.some((e) => !e.report.hasOwnTime)) needed.add(deviceId);
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
      const lastAtMs = byDevice.get(deviceId)?.at(-1)?.report.atMs ?? 0;
      if (lastAtMs >= (newestAt.get(deviceId) ?? -1)) needed.add(deviceId);
    }
  }
  if (needed.size === 0) return new Map();

  const siteOf = (id: number) => byDevice.get(id)?.[0]?.report.siteId ?? 0;
  const ids = [...needed].sort((a, b) => siteOf(a) - siteOf(b) || a - b);
  const states = new Map<number, DeviceState>();
  const lockAll = async (wanted: readonly number[]) => {
    for (const siteIds of lockGroups(wanted.map(siteOf), perPlant)) {
      const ofGroup = perPlant ? wanted.filter((id) => siteOf(id) === siteIds[0]) : wanted;
      for (const [id, state] of await lockRows(sql, siteIds, ofGroup)) states.set(id, state);
    }
  };
  await lockAll(ids);
  const missing = ids.filter((id) => !states.has(id));
  if (missing.length > 0) {
    await sql.query({
      name: 'latest-new',
      text: `insert into latest (site_id, device_id, at)
             select s, d, to_timestamp(0) from unnest($1::bigint[], $2::bigint[]) as n(s, d) order by s, d
             on conflict do nothing`,
      values: [numbers(missing.map(siteOf)), numbers(missing)],
    });
    await lockAll(missing);
    await demandStillThere(sql, missing, siteOf);
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

/** Newest rows of devices of these plants, locked in the order of plants and devices. */
async function lockRows(
  sql: Queryable,
  siteIds: readonly number[],
  ids: readonly number[],
): Promise<Map<number, DeviceState>> {
  const { rows } = await sql.query<
    Omit<Running, keyof Cells> & { deviceId: number } & Record<string, unknown>
  >({
    name: 'latest-lock',
    text: `select device_id as "deviceId", ${msOf('at')} as "atMs", content_hash as "contentHash", day,
             day_wh as "dayWh", day_out_wh as "dayOutWh", before_wh as "beforeWh", ch_day_wh as "chDayWh",
             ch_before_wh as "chBeforeWh", ${namesOf(counters)}
           from latest where site_id = any($1::bigint[]) and device_id = any($2::bigint[])
           order by site_id, device_id for update`,
    values: [numbers(siteIds), numbers(ids)],
  });
  return new Map(
    rows.map((row) => {
      const { deviceId, atMs, contentHash, day, dayWh, dayOutWh, beforeWh, chDayWh, chBeforeWh } = row;
      const running = { atMs, contentHash, day, dayWh, dayOutWh, beforeWh, chDayWh, chBeforeWh };
      return [deviceId, { running: { ...never, ...running, ...countersOf(row) } }];
    }),
  );
}

/** The counters of a row of `latest`, as far as they are known. */
function countersOf(row: Readonly<Record<string, unknown>>): Cells {
  const known: Cells = { scalars: {}, inputs: {}, phases: {} };
  for (const { key, place, name } of counters) {
    const value = row[name];
    if (typeof value === 'number') known.scalars[key] = value;
    else if (Array.isArray(value)) known[place === 'input' ? 'inputs' : 'phases'][key] = value;
  }
  return known;
}

const updateStatement = statementsBy('latest-update', (columns) => {
  const known = new Set(columns.map(({ name }) => name));
  const gone = measureColumns.filter(({ name }) => !known.has(name)).map(({ name }) => `, ${name} = null`);
  const after = (list: string) => (columns.length > 0 ? `, ${list}` : '');
  const [names, cells, parameters] = [namesOf(columns), castOf(columns, 'n'), parametersOf(columns, 14)].map(
    after,
  );
  // The plant is named although the device is one of its own: a distributed store finds the row by it.
  return `update latest l set (at, kind, status_bits, state, content_hash, day, day_wh, day_out_wh, before_wh, ch_day_wh,
             ch_before_wh${names})
             = row(to_timestamp(n.at / 1000), n.kind, n.status_bits, n.state, n.content_hash, n.day, n.day_wh, n.day_out_wh,
               n.before_wh, n.ch_day_wh::float8[], n.ch_before_wh::float8[]${cells})
             ${gone.join('')}
           from unnest($1::bigint[], $2::float8[], $3::smallint[], $4::int[], $5::smallint[], $6::bigint[], $7::date[],
             $8::float8[], $9::float8[], $10::float8[], $11::text[], $12::text[], $13::bigint[]${parameters})
             as n(device_id, at, kind, status_bits, state, content_hash, day, day_wh, day_out_wh, before_wh, ch_day_wh,
               ch_before_wh, site_id${names})
           where l.site_id = n.site_id and l.device_id = n.device_id`;
});

async function updateLatest(sql: Queryable, states: readonly DeviceState[]): Promise<void> {
  const rows = states.flatMap(({ running, newest }) => (newest ? [{ running, newest }] : []));
  if (rows.length === 0) return;
  const column = <T>(pick: (row: { running: Running; newest: IncomingReport }) => T): T[] => rows.map(pick);
  // Counters are remembered, all else is what the newest report says.
  const [remembered, said] = [column((r) => r.running), column((r) => r.newest)];
  const cellsOf = ({ isCounter }: MeasureColumn) => (isCounter ? remembered : said);
  const columns = [...columnsWith(remembered, counters), ...columnsWith(said, readings)];
  await sql.query({
    ...updateStatement(columns),
    values: [
      numbers(column((r) => r.newest.deviceId)),
      numbers(column((r) => r.newest.atMs)),
      numbers(column((r) => r.newest.kind)),
      numbers(column((r) => r.newest.statusBits)),
      numbers(column((r) => r.newest.state)),
      numbers(column((r) => r.newest.contentHash)),
      plainTexts(column((r) => r.running.day ?? 'NULL')),
      numbers(column((r) => r.running.dayWh)),
      numbers(column((r) => r.running.dayOutWh)),
      numbers(column((r) => r.running.beforeWh)),
      numberLists(column((r) => r.running.chDayWh)),
      numberLists(column((r) => r.running.chBeforeWh)),
      numbers(column((r) => r.newest.siteId)),
      ...columns.map((one) => columnCells(one, cellsOf(one))),
    ],
  });
}
