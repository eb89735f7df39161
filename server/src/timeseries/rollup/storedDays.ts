// Stored days of devices: the start of a roll-up, and its comparison.
import { dayMeans, namesOf } from '../catalogue.ts';
import { numbers } from '../columns.ts';
import type { SiteDay } from '../marks/dirty.ts';
import type { Queryable } from '../queryable.ts';
import type { CounterValues } from './deviceDay.ts';

/** Counter values of a device at the end of a stored day. */
export interface ClosingRow {
  deviceId: number;
  day: string;
  closingAtMs: number;
  /** Counters in stored steps in the order main, second, inputs: `{1,NULL,3}`, as `numbers` writes them. */
  closing: string;
}

/** A stored day of a device. Energies in Wh. Most are only compared, so their lists stay texts. */
export interface StoredDayRow extends ClosingRow {
  kind: number;
  energyWh: number;
  outWh: number | null;
  peakW: number | null;
  samples: number;
  firstAtMs: number;
  first: string;
  opening: string;
  /** Daily means in the order of `dayMeans`, like `closing`. */
  means: string;
}

/** `extract` would make a numeric, which is slow; readings have whole milliseconds. */
const msOf = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

const closingColumns = `device_id as "deviceId", day, ${msOf('closing_at')} as "closingAtMs", closing::text as closing`;
const storedDayColumns = `${closingColumns}, kind, energy_wh as "energyWh", out_wh as "outWh", peak_w as "peakW", samples,
  ${msOf('first_at')} as "firstAtMs", first::text as first, opening::text as opening,
  array[${namesOf(dayMeans)}]::real[]::text as means`;

/** The numbers of a list as PostgreSQL writes it. */
export const numbersOf = (list: string): (number | null)[] =>
  list === '{}'
    ? []
    : list
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : Number(one)));

/** Counter values at the end of a stored day. */
export const closingOf = (row: ClosingRow | undefined): CounterValues | null =>
  row ? { atMs: row.closingAtMs, counters: numbersOf(row.closing) } : null;

const nearest = (columns: string, siteId: string, deviceId: string, side: 'before' | 'after') => `
  cross join lateral (
    select ${columns} from device_day
    where site_id = ${siteId} and device_id = ${deviceId} and day ${side === 'before' ? '<' : '>'} $2
    order by day ${side === 'before' ? 'desc' : 'asc'} limit 1
  ) n`;

/**
 * The stored days of a plant's devices on a day, and the last stored ones before it of these and of every device that
 * has readings at the plant, by their devices.
 */
export async function storedDays(
  query: Queryable,
  { siteId, day }: SiteDay,
): Promise<{ old: Map<number, StoredDayRow>; before: Map<number, ClosingRow> }> {
  const { rows } = await query.query<StoredDayRow & Record<string, unknown>>({
    name: 'rollup-standings',
    text: `select ${storedDayColumns} from device_day where site_id = $1 and day = $2
           union all
           select n.*, null, null, null, null, null, null, null, null, null from (
             select device_id as id from latest where site_id = $1
             union select device_id from device_day where site_id = $1 and day = $2
           ) d ${nearest(closingColumns, '$1', 'd.id', 'before')}`,
    values: [siteId, day],
  });
  const old = new Map<number, StoredDayRow>();
  const before = new Map<number, ClosingRow>();
  for (const row of rows) (row.day === day ? old : before).set(row.deviceId, row);
  return { old, before };
}

/** The first stored day after a day of each of these devices. */
export async function daysAfter(
  query: Queryable,
  { siteId, day }: SiteDay,
  deviceIds: readonly number[],
): Promise<Map<number, StoredDayRow>> {
  const { rows } = await query.query<StoredDayRow & Record<string, unknown>>({
    name: 'rollup-after',
    text: `select n.* from unnest($3::bigint[]) as d(id) ${nearest(storedDayColumns, '$1', 'd.id', 'after')}`,
    values: [siteId, day, numbers(deviceIds)],
  });
  return new Map(rows.map((row) => [row.deviceId, row]));
}
