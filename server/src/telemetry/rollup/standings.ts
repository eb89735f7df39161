// Days of devices as they are stored: what a roll-up starts from, and what it compares itself with.
import { msOf, numbers } from '../columns.ts';
import type { Queryable } from '../queryable.ts';
import type { Standing } from './deviceDay.ts';
import type { SiteDay } from './dirty.ts';

/** A stored day of a device. Energies in Wh, counters in stored steps in the order main, second, inputs. */
export interface StandingRow {
  deviceId: number;
  day: string;
  kind: number;
  energyWh: number;
  outWh: number | null;
  peakW: number | null;
  samples: number;
  firstAtMs: number;
  first: (number | null)[];
  opening: (number | null)[];
  closingAtMs: number;
  closing: (number | null)[];
}

// Lists of bigint would arrive as text.
const standingColumns = `device_id as "deviceId", day, kind, energy_wh as "energyWh", out_wh as "outWh", peak_w as "peakW",
  samples, ${msOf('first_at')} as "firstAtMs", first::float8[] as first, opening::float8[] as opening,
  ${msOf('closing_at')} as "closingAtMs", closing::float8[] as closing`;

/** Where the counters stood when a stored day ended. */
export const closingOf = (row: StandingRow | undefined): Standing | null =>
  row ? { atMs: row.closingAtMs, counters: row.closing } : null;

const nearest = (siteId: string, deviceId: string, side: 'before' | 'after') => `
  cross join lateral (
    select ${standingColumns} from device_day
    where site_id = ${siteId} and device_id = ${deviceId} and day ${side === 'before' ? '<' : '>'} $2
    order by day ${side === 'before' ? 'desc' : 'asc'} limit 1
  ) n`;

/**
 * The stored days of a plant's devices on a day, and the last stored ones before it of these and of every device that
 * has reports at the plant, by their devices.
 */
export async function standings(
  query: Queryable,
  { siteId, day }: SiteDay,
): Promise<{ old: Map<number, StandingRow>; before: Map<number, StandingRow> }> {
  const { rows } = await query.query<StandingRow & Record<string, unknown>>({
    name: 'rollup-standings',
    text: `select ${standingColumns} from device_day where site_id = $1 and day = $2
           union all
           select n.* from (
             select device_id as id from latest where site_id = $1
             union select device_id from device_day where site_id = $1 and day = $2
           ) d ${nearest('$1', 'd.id', 'before')}`,
    values: [siteId, day],
  });
  const byDevice = (some: StandingRow[]) => new Map(some.map((row) => [row.deviceId, row]));
  return {
    old: byDevice(rows.filter((row) => row.day === day)),
    before: byDevice(rows.filter((row) => row.day !== day)),
  };
}

/** The first stored day after a day of each of these devices. */
export async function daysAfter(
  query: Queryable,
  { siteId, day }: SiteDay,
  deviceIds: readonly number[],
): Promise<Map<number, StandingRow>> {
  const { rows } = await query.query<StandingRow & Record<string, unknown>>({
    name: 'rollup-after',
    text: `select n.* from unnest($3::bigint[]) as d(id) ${nearest('$1', 'd.id', 'after')}`,
    values: [siteId, day, numbers(deviceIds)],
  });
  return new Map(rows.map((row) => [row.deviceId, row]));
}
