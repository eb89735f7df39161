// Rebuilds current rows from stored readings, after the clock was ahead or readings were moved in time.
import type { Columns } from '../../platform/databaseTypes.ts';
import { type MeasureColumn, measureColumns, namesOf } from '../catalogue.ts';
import { unpackBlock } from '../codec/block.ts';
import { msOf, numbers } from '../columns.ts';
import { dayAt } from '../counters/running.ts';
import type { Queryable } from '../queryable.ts';
import type { IncomingReading } from '../reading.ts';
import { readingRow } from '../readings/blockReadings.ts';
import { correctEarlier } from '../rollup/correct.ts';
import { type DeviceState, never, updateLatest } from './newestRows.ts';

export interface Renewed {
  siteId: number;
  deviceId: number;
  /** Number of its kind. */
  kind: number;
  /** Of the plant. */
  timeZone: string;
}

type Stored = Record<string, unknown> & { deviceId: number; atMs: number };

/** Before any day. */
const EVER = '0001-01-01';

/**
 * Sets the current rows of devices to their latest stored readings up to `untilMs`, or to none. The running day is that
 * of its last roll-up, so the caller must mark it. The caller has locked the rows.
 */
export async function renewNewest(
  sql: Queryable,
  devices: readonly Renewed[],
  untilMs: number,
): Promise<void> {
  const found = new Map<number, Stored>();
  const bySite = new Map<number, number[]>();
  for (const { siteId, deviceId } of devices) bySite.set(siteId, [...(bySite.get(siteId) ?? []), deviceId]);
  for (const [siteId, ids] of bySite) {
    for (const row of [
      ...(await newestCompressed(sql, siteId, ids, untilMs)),
      ...(await newestRows(sql, siteId, ids, untilMs)),
    ]) {
      // At the same instant, the row arrived later and takes precedence.
      if (row.atMs >= (found.get(row.deviceId)?.atMs ?? 0)) found.set(row.deviceId, row);
    }
  }
  await updateLatest(
    sql,
    devices.map((device) => stateOf(device, found.get(device.deviceId))),
  );
  for (const [siteId, ids] of bySite) {
    if (siteId === 0) continue;
    await fillDay(sql, siteId, ids);
    await correctEarlier(sql, { siteId, day: EVER }, ids);
  }
}

/** Copies the latest rolled-up days of these devices, so that the next reading continues from them. */
async function fillDay(sql: Queryable, siteId: number, deviceIds: readonly number[]): Promise<void> {
  await sql.query({
    text: `update latest l set day_wh = d.energy_wh, day_out_wh = coalesce(d.out_wh, 0), ch_day_wh = (
             select array_agg(m.energy_wh order by m.addr) from module_day m
             where m.site_id = $1 and m.device_id = l.device_id and m.day = l.day)
           from device_day d
           where l.site_id = $1 and l.device_id = any($2::bigint[]) and d.site_id = $1 and d.device_id = l.device_id
             and d.day = l.day`,
    values: [siteId, numbers(deviceIds)],
  });
}

async function newestRows(
  sql: Queryable,
  siteId: number,
  ids: readonly number[],
  untilMs: number,
): Promise<Stored[]> {
  const { rows } = await sql.query<Stored>({
    text: `select r.device_id as "deviceId", ${msOf('r.at')} as "atMs", r.kind, r.status_bits, r.state,
             ${namesOf(measureColumns, 'r')}
           from unnest($2::bigint[]) as n(d) cross join lateral (
             select * from reading r where r.site_id = $1 and r.device_id = n.d and r.at <= to_timestamp($3::float8 / 1000)
             order by r.at desc limit 1) r`,
    values: [siteId, numbers(ids), untilMs],
  });
  return rows;
}

async function newestCompressed(
  sql: Queryable,
  siteId: number,
  ids: readonly number[],
  untilMs: number,
): Promise<Stored[]> {
  const { rows } = await sql.query<Columns<'reading_block', 'deviceId' | 'bytes'>>({
    text: `select b.device_id as "deviceId", b.bytes
           from unnest($2::bigint[]) as n(d) cross join lateral (
             select * from reading_block b where b.site_id = $1 and b.device_id = n.d
               and b.day <= (to_timestamp($3::float8 / 1000) at time zone 'UTC')::date
               and b.first_at <= to_timestamp($3::float8 / 1000)
             order by b.day desc limit 1) b`,
    values: [siteId, numbers(ids), untilMs],
  });
  return rows.map(({ deviceId, bytes }) => {
    const readings = unpackBlock(bytes);
    const i = readings.at.findLastIndex((ms) => ms <= untilMs);
    return { ...readingRow(readings, i), deviceId, atMs: readings.at[i]! };
  });
}

/** The newest row that a stored reading makes, its energies not yet summed. */
function stateOf({ siteId, deviceId, kind, timeZone }: Renewed, row: Stored | undefined): DeviceState {
  const newest: IncomingReading = {
    siteId,
    deviceId,
    timeZone,
    atMs: row?.atMs ?? 0,
    hasOwnTime: false,
    ratedW: null,
    contentHash: null,
    raw: null,
    scalars: {},
    inputs: {},
    phases: {},
    kind: (row?.kind as number | undefined) ?? kind,
    statusBits: (row?.status_bits as number | undefined) ?? 0,
    state: (row?.state as number | null | undefined) ?? null,
  };
  if (row) for (const column of measureColumns) takeOver(newest, column, row[column.name]);
  const { scalars, inputs, phases, atMs } = newest;
  return { newest, running: { ...never, scalars, inputs, phases, atMs, day: dayAt(atMs, timeZone).day } };
}

function takeOver(reading: IncomingReading, { key, place }: MeasureColumn, value: unknown): void {
  if (place === 'device') reading.scalars[key] = (value ?? null) as number | null;
  else reading[place === 'input' ? 'inputs' : 'phases'][key] = (value ?? null) as (number | null)[] | null;
}
