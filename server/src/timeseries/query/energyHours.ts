// Reads the hourly energies of a local day, of a plant or of its inverters. Hours come from the roll-up, which splits a
// day exactly; energy of the current reading beyond it is added to the hour of that reading.
import { HOUR_MS } from '@helioport/domain/duration';
import { dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { runPrepared } from '../../platform/prepared.ts';
import { tenths } from '../counters/running.ts';
import { addEnergies, type Energies, nothing, withConsumed } from './energies.ts';
import { ofDevice, runningDay } from './energyRows.ts';
import type { Scope } from './series.ts';

type Hours = (number | null)[];

interface HourRow {
  deviceId: number;
  /** ms. */
  at: number;
  wh: number;
}

/** Instants at which the hours of a local day begin, counted from its midnight: 23 to 25, the last may be a half. */
export function hourStarts(day: string, timeZone: string): number[] {
  const { startMs, endMs } = dayBounds(day, timeZone);
  return Array.from({ length: Math.ceil((endMs - startMs) / HOUR_MS) }, (_, i) => startMs + i * HOUR_MS);
}

/**
 * Adjusts the sum of the hours to the total of their day, in Wh. Missing energy is added at hour `at`; excess is
 * subtracted from the last hours, none of which becomes negative. Other hours without a value stay without.
 */
export function bringTo(hours: Hours, total: number, at: number): Hours {
  const brought = [...hours];
  const rest = tenths(total - hours.reduce<number>((sum, wh) => sum + (wh ?? 0), 0));
  brought[at] = tenths((brought[at] ?? 0) + Math.max(0, rest));
  let tooMuch = Math.max(0, -rest);
  for (let i = hours.length - 1; i >= 0 && tooMuch > 0; i--) {
    const back = Math.min(brought[i] ?? 0, tooMuch);
    if (back === 0) continue;
    brought[i] = tenths(brought[i]! - back);
    tooMuch = tenths(tooMuch - back);
  }
  return brought;
}

const keys = ['energyWh', 'importWh', 'exportWh', 'chargedWh', 'dischargedWh'] as const;

/**
 * Energies of a plant or an inverter by the hours of a local day, one entry for each of `hourStarts`; null for hours
 * without data. They add up to the day of `energyByDay`. Hours of single meters or batteries are not stored.
 */
export async function energyByHour(db: Db, scope: Scope, day: string): Promise<Energies[]> {
  const starts = hourStarts(day, scope.timeZone);
  const { startMs, endMs } = dayBounds(day, scope.timeZone);
  const ofPlant = scope.deviceId === undefined;
  const { rows } = await sql<Energies & { at: number }>`
    select (extract(epoch from hour_at) * 1000)::float8 as at, energy_wh as "energyWh", ${
      ofPlant
        ? sql`import_wh as "importWh", export_wh as "exportWh", charged_wh as "chargedWh", discharged_wh as "dischargedWh"`
        : sql`null as "importWh", null as "exportWh", null as "chargedWh", null as "dischargedWh"`
    } from ${ofPlant ? sql`site_hour` : sql`device_hour`}
    where site_id = ${scope.siteId} ${ofDevice(scope)} and hour_at >= ${new Date(startMs)}
      and hour_at < ${new Date(endMs)}`.execute(db);
  const byStart = new Map(rows.map((row) => [Math.round(row.at), row]));
  const running = await runningDay(db, scope);
  const columns = keys.map((key) => {
    const hours = starts.map((at) => byStart.get(at)?.[key] ?? null);
    const total = running?.day === day ? running.energies[key] : null;
    const isKept = ofPlant || key === 'energyWh';
    return total === null || !isKept ? hours : bringTo(hours, total, hourOf(running!.atMs, startMs));
  });
  const known = starts.map((_, i) =>
    withConsumed({ ...nothing, ...Object.fromEntries(keys.map((key, k) => [key, columns[k]![i]])) }),
  );
  return withConsumedOfDay(known);
}

const hourOf = (atMs: number, startMs: number) => Math.floor((atMs - startMs) / HOUR_MS);

/** The consumption of an hour is never negative; the total of the day is the more accurate value. */
function withConsumedOfDay(hours: Energies[]): Energies[] {
  const used = hours.map(({ consumedWh }) => consumedWh);
  const last = used.findLastIndex((wh) => wh !== null);
  const total = withConsumed(addEnergies(hours)).consumedWh;
  if (last < 0 || total === null) return hours;
  const brought = bringTo(used, total, last);
  return hours.map((hour, i) => ({ ...hour, consumedWh: brought[i]! }));
}

/**
 * Produced Wh by the hours of a local day of these inverters of a plant, by device ID; those without data are absent.
 */
export async function energyOfDevicesByHour(
  db: Db,
  { siteId, timeZone }: Scope,
  deviceIds: readonly number[],
  day: string,
): Promise<Map<number, Hours>> {
  const starts = hourStarts(day, timeZone);
  const { startMs, endMs } = dayBounds(day, timeZone);
  const rolledUp = sql<HourRow>`
    select device_id as "deviceId", (extract(epoch from hour_at) * 1000)::float8 as at, energy_wh as wh from device_hour
    where site_id = ${siteId} and device_id = any(${deviceIds}::bigint[]) and hour_at >= ${new Date(startMs)}
      and hour_at < ${new Date(endMs)}`;
  const running = sql<HourRow>`
    select device_id as "deviceId", (extract(epoch from at) * 1000)::float8 as at, day_wh as wh from latest
    where site_id = ${siteId} and device_id = any(${deviceIds}::bigint[]) and day = ${day}`;
  const hours = await runPrepared(db, 'energies-hours', rolledUp);
  const newest = await runPrepared(db, 'energies-hours-newest', running);
  const byDevice = new Map<number, Hours>();
  const hoursOf = (deviceId: number): Hours => {
    const hours = byDevice.get(deviceId) ?? starts.map(() => null);
    byDevice.set(deviceId, hours);
    return hours;
  };
  for (const { deviceId, at, wh } of hours) hoursOf(deviceId)[hourOf(Math.round(at), startMs)] = wh;
  for (const { deviceId, at, wh } of newest)
    byDevice.set(deviceId, bringTo(hoursOf(deviceId), wh, hourOf(at, startMs)));
  return byDevice;
}
