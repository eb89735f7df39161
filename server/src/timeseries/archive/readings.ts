// The readings of a device as an archive holds them: every stored reading, in the units of its measurements.
import { deviceKindByCode, deviceKindNamed } from '@helioport/domain/deviceKinds';
import { allMeasures, type MeasureKey, measureOf, type Place, toStore } from '@helioport/domain/measures';
import { sql } from 'kysely';
import { parquetOf } from '../../platform/archive/parquet.ts';
import type { Tx } from '../../platform/db.ts';
import { expectEvaluation } from '../analytics/marks.ts';
import { everyMeasure, measureColumns, type Values, valuesOf } from '../catalogue.ts';
import { unpackBlock } from '../codec/block.ts';
import { msOf, numbers } from '../columns.ts';
import { rebuildTotals } from '../counters/total.ts';
import { refreshSites } from '../current/siteLatest.ts';
import { lockRows } from '../ingestion/newestRows.ts';
import { renewNewest } from '../ingestion/renew.ts';
import { over } from '../queryable.ts';
import { fromRows, merged, readingRow, type StoredRow } from '../readings/blockReadings.ts';
import { blocksInOrder } from '../readings/blocks.ts';
import { storeBlocks, storedBlocks } from '../retention/pack.ts';

/** A reading as a line of an archive. What was not measured is absent. */
export interface ArchivedReading {
  /** UTC instant, ISO 8601 with milliseconds. */
  at: string;
  /** Device type. */
  kind: string;
  /** Fault bits. */
  status: number;
  state?: number;
  /** The device sent the time; otherwise it is the time of arrival. */
  hasOwnTime: boolean;
  device: Values['scalars'];
  inputs: Values['inputs'];
  phases: Values['phases'];
}

interface Which {
  siteId: number;
  deviceId: number;
}

/** The first and the last instant of the stored readings of a device, ms; undefined without any. */
export async function readingsSpan(
  tx: Tx,
  { siteId, deviceId }: Which,
): Promise<{ fromMs: number; toMs: number } | undefined> {
  const { rows } = await sql<{ fromMs: number | null; toMs: number | null }>`
    select ${sql.raw(msOf('min(first_at)'))} as "fromMs", ${sql.raw(msOf('max(last_at)'))} as "toMs" from (
      select min(at) as first_at, max(at) as last_at from reading where site_id = ${siteId} and device_id = ${deviceId}
      union all
      select min(first_at), max(last_at) from reading_block where site_id = ${siteId} and device_id = ${deviceId}) r`.execute(
    tx,
  );
  const { fromMs = null, toMs = null } = rows[0] ?? {};
  return fromMs === null || toMs === null ? undefined : { fromMs, toMs };
}

/** The readings of a device within a time, oldest first. */
export async function archivedReadings(
  tx: Tx,
  which: Which & { fromMs: number; toMs: number },
): Promise<ArchivedReading[]> {
  const { siteId, deviceId, fromMs, toMs } = which;
  const { rows } = await sql<StoredRow>`
    select device_id as "deviceId", (extract(epoch from r.at) * 1000)::float8 as "atMs", r.kind, r.has_own_time,
      r.status_bits, r.state, ${everyMeasure('r')}
    from reading r where r.site_id = ${siteId} and r.device_id = ${deviceId}
      and r.at >= ${new Date(fromMs)} and r.at < ${new Date(toMs)}`.execute(tx);
  const found = new Map<number, Record<string, unknown>>();
  for (const readings of await blocksInOrder(tx, which, { limit: 1_000_000, newestFirst: false }))
    readings.at.forEach((atMs, i) => {
      if (atMs >= fromMs && atMs < toMs) found.set(atMs, readingRow(readings, i));
    });
  // At the same instant, the row arrived later and takes precedence.
  for (const row of rows) found.set(Math.round(row.atMs), row);
  return [...found].sort(([a], [b]) => a - b).map(([atMs, row]) => lineOf(atMs, row));
}

function lineOf(atMs: number, row: Record<string, unknown>): ArchivedReading {
  const { scalars: device, inputs, phases } = valuesOf(row);
  const kind = Number(row.kind ?? 0);
  return {
    at: new Date(atMs).toISOString(),
    kind: deviceKindByCode(kind)?.key ?? String(kind),
    status: Number(row.status_bits ?? 0),
    ...(row.state === null || row.state === undefined ? {} : { state: Number(row.state) }),
    hasOwnTime: row.has_own_time === true,
    device,
    inputs,
    phases,
  };
}

/** The measurements of readings with unit and resolution, as the manifest explains them. */
export const archivedUnits = (): Record<string, { unit: string; resolution: number }> =>
  Object.fromEntries(
    allMeasures.map(({ key, unit, storedPerUnit }) => [key, { unit, resolution: 1 / storedPerUnit }]),
  );

/** Readings as a table: its header and its lines. */
export function readingsCsv(readings: readonly ArchivedReading[]): string {
  const columns = columnsOf(readings).map(({ words, unit, of }) => ({
    head: unit === '1' ? words.join(' ') : `${words.join(' ')} (${unit})`,
    of,
  }));
  const lines = readings.map((one) =>
    [one.at, one.kind, one.status, one.state ?? '', ...columns.map(({ of }) => of(one) ?? '')].join(','),
  );
  return `${['time (UTC)', 'device type', 'status', 'state', ...columns.map(({ head }) => head)].join(',')}\r\n${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** Readings as a Parquet file. The units of its columns are in the metadata. */
export async function readingsParquet(sn: string, readings: readonly ArchivedReading[]): Promise<Buffer> {
  const columns = columnsOf(readings).map(({ words, unit, of }) => ({ name: words.join('_'), unit, of }));
  const one = (row: number) => readings[row]!;
  return await parquetOf(
    readings.length,
    [
      { name: 'device', type: 'text', of: () => sn },
      { name: 'time', type: 'time', of: (row) => one(row).at },
      { name: 'device_type', type: 'text', of: (row) => one(row).kind },
      { name: 'status', type: 'integer', of: (row) => one(row).status },
      { name: 'state', type: 'integer', of: (row) => one(row).state },
      { name: 'has_own_time', type: 'boolean', of: (row) => one(row).hasOwnTime },
      ...columns.map(({ name, of }) => ({
        name,
        type: 'number' as const,
        of: (row: number) => of(one(row)),
      })),
    ],
    { units: JSON.stringify(Object.fromEntries(columns.map(({ name, unit }) => [name, unit]))) },
  );
}

interface ReadingColumn {
  /** What makes its name: the input or phase with its number, and the measurement. */
  words: string[];
  unit: string;
  of(one: ArchivedReading): number | null | undefined;
}

/** The measurements that occur in readings, each input and phase as a column of its own. */
function columnsOf(readings: readonly ArchivedReading[]): ReadingColumn[] {
  const columns: ReadingColumn[] = [];
  for (const { key, unit } of allMeasures) {
    if (readings.some(({ device }) => device[key] !== undefined))
      columns.push({ words: [key], unit, of: ({ device }) => device[key] });
    for (const place of ['inputs', 'phases'] as const) {
      const width = readings.reduce((most, one) => Math.max(most, one[place][key]?.length ?? 0), 0);
      for (let i = 0; i < width; i++)
        columns.push({
          words: [place === 'inputs' ? 'input' : 'phase', String(i + 1), key],
          unit,
          of: (one) => one[place][key]?.[i],
        });
    }
  }
  return columns;
}

/** A line of an archive is no reading. */
export class ReadingInvalid extends Error {
  override readonly name = 'ReadingInvalid';
}

const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

const MOST_PARTS = 256;
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** The stored row of a line. Measurements unknown to this version are skipped. */
export function rowOfReading(line: unknown, deviceId: number): StoredRow {
  if (!isRecord(line)) throw new ReadingInvalid('not an object');
  const atMs = typeof line.at === 'string' ? Date.parse(line.at) : Number.NaN;
  if (!(atMs >= EARLIEST_MS && atMs < LATEST_MS)) throw new ReadingInvalid('its time is not valid');
  const kind = typeof line.kind === 'string' ? deviceKindNamed(line.kind)?.code : undefined;
  if (kind === undefined) throw new ReadingInvalid('its device type is not known');
  const row: StoredRow = {
    deviceId,
    atMs,
    kind,
    has_own_time: line.hasOwnTime === true ? 1 : 0,
    status_bits: wholeWithin(line.status, 0, 0xffff),
    state: line.state === undefined ? null : wholeWithin(line.state, 0, 255),
  };
  const groups: readonly [Place, unknown][] = [
    ['device', line.device],
    ['input', line.inputs],
    ['phase', line.phases],
  ];
  for (const [place, raw] of groups) {
    if (raw === undefined) continue;
    if (!isRecord(raw)) throw new ReadingInvalid('its measurements are not an object');
    for (const { key, name, place: of } of measureColumns) {
      if (of !== place || !Object.hasOwn(raw, key)) continue;
      row[name] = place === 'device' ? storedValue(key, raw[key]) : storedList(key, raw[key]);
    }
  }
  return row;
}

function wholeWithin(raw: unknown, min: number, max: number): number {
  if (typeof raw !== 'number' || !Number.isInteger(raw) || raw < min || raw > max)
    throw new ReadingInvalid('a number in it is out of range');
  return raw;
}

function storedValue(key: MeasureKey, raw: unknown): number | null {
  if (raw === null) return null;
  const stored = typeof raw === 'number' ? toStore(key, raw) : null;
  const most = 2 ** ((measureOf(key)?.bytes ?? 4) * 8 - 1);
  if (stored === null || Math.abs(stored) >= Math.min(most, 2 ** 51))
    throw new ReadingInvalid(`its value of ${key} is out of range`);
  return stored;
}

function storedList(key: MeasureKey, raw: unknown): (number | null)[] {
  if (!Array.isArray(raw) || raw.length > MOST_PARTS) throw new ReadingInvalid(`${key} is not a list`);
  return raw.map((one) => storedValue(key, one));
}

/**
 * Stores readings of one device as compressed days, together with what is there already. Of one instant the last one
 * counts.
 */
export async function storeArchived(
  tx: Tx,
  { siteId, deviceId }: Which,
  rows: readonly StoredRow[],
): Promise<void> {
  const byDay = new Map<string, Map<number, StoredRow>>();
  for (const row of rows) {
    const day = new Date(row.atMs).toISOString().slice(0, 10);
    const ofDay = byDay.get(day) ?? new Map<number, StoredRow>();
    byDay.set(day, ofDay.set(row.atMs, row));
  }
  const query = over(tx);
  const known = await storedBlocks(
    query,
    siteId,
    [...byDay.keys()].map((day) => ({ deviceId, day })),
  );
  const blocks = [...byDay].map(([day, ofDay]) => {
    const imported = fromRows([...ofDay.values()]);
    const block = known.get(`${deviceId} ${day}`);
    return { deviceId, day, readings: block ? merged(unpackBlock(block), imported) : imported };
  });
  await storeBlocks(query, siteId, blocks);
}

/**
 * Calculates derived data of imported readings and totals: lifetime totals, current readings, and marks for the
 * analysis.
 */
export async function finishArchived(
  tx: Tx,
  which: { siteId: number; timeZone: string; devices: readonly { id: number; kind: number }[]; now: number },
): Promise<void> {
  const { siteId, timeZone, devices, now } = which;
  const query = over(tx);
  await rebuildTotals(query, siteId);
  await query.query({
    text: `insert into latest (site_id, device_id, at)
           select $1, d, to_timestamp(0) from unnest($2::bigint[]) as n(d)
           where exists (select from reading_block b where b.site_id = $1 and b.device_id = n.d) on conflict do nothing`,
    values: [siteId, numbers(devices.map(({ id }) => id))],
  });
  await lockRows(
    query,
    [siteId],
    devices.map(({ id }) => id),
  );
  const { rows } = await query.query<{ id: number }>({
    text: 'select device_id as id from latest where site_id = $1',
    values: [siteId],
  });
  const reporting = new Set(rows.map(({ id }) => id));
  await renewNewest(
    query,
    devices.flatMap(({ id, kind }) => (reporting.has(id) ? [{ siteId, deviceId: id, kind, timeZone }] : [])),
    now,
  );
  await refreshSites(query, [siteId]);
  await expectEvaluation(query, siteId, now);
}

/** Sums of the days of a plant. */
export async function totalsOfDays(
  tx: Tx,
  siteId: number,
): Promise<{ days: number; energyWh: number | null; worth: number | null }> {
  const { rows } = await sql<{ days: number; energyWh: number | null; worth: number | null }>`
    select count(*)::int as days, sum(energy_wh) as "energyWh", sum(worth) as worth
    from site_day where site_id = ${siteId}`.execute(tx);
  return rows[0] ?? { days: 0, energyWh: null, worth: null };
}
