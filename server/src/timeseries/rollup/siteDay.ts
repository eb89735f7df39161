// A plant's day from the days of its devices. Pure.

import type { DeviceRole } from '@helioport/domain/deviceKinds';
import { HOUR_MS } from '@helioport/domain/duration';
import { entryOn, type PriceEntry, pricesOfDay, worthOf } from '@helioport/domain/prices';
import { type Daylight, daylight } from '@helioport/domain/sun';
import { tenths } from '../counters/running.ts';
import { roleOf } from '../kinds.ts';
import { powerOf } from '../query/power.ts';
import type { DeviceReadings } from '../readings/readingParts.ts';
import { CURVE_STEP_MS, type Slots } from '../slots/slots.ts';
import type { DayFrame, DeviceDay } from './deviceDay.ts';
import { hoursIn } from './deviceDay.ts';

export interface SiteHour {
  energyWh: number | null;
  peakW: number | null;
  importWh: number | null;
  exportWh: number | null;
  chargedWh: number | null;
  dischargedWh: number | null;
}

export interface SiteDayRow extends SiteHour {
  peakAtMs: number | null;
  completeness: number;
  isRepaired: boolean;
  samples: number;
  /** Value of the day by the prices of the plant, not rounded; null if a single price applies. */
  worth: number | null;
}

/** Inverters start some time after sunrise and stop some time before sunset; no readings are expected in between. */
const DROWSY_MS = 30 * 60_000;
const DEFAULT_INTERVAL_MS = 300_000;

/** The part of a day in which readings are due. */
export function dueWindow(
  frame: { startMs: number; endMs: number },
  light: Daylight | null,
): { fromMs: number; toMs: number } {
  if (light === null || light.kind === 'polarDay') return { fromMs: frame.startMs, toMs: frame.endMs };
  if (light.kind === 'polarNight') return { fromMs: light.noonMs, toMs: light.noonMs };
  return { fromMs: light.sunriseMs + DROWSY_MS, toMs: light.sunsetMs - DROWSY_MS };
}

/** Light over a plant; null where its place is unknown. */
export const lightOf = (
  frame: { startMs: number; endMs: number },
  place: { latitude: number | null; longitude: number | null },
): Daylight | null =>
  place.latitude === null || place.longitude === null
    ? null
    : daylight(frame, place.latitude, place.longitude);

/** An inverter that should have reported, and from when to when. */
export interface Expected {
  deviceId: number;
  fromMs: number;
  toMs: number;
}

/**
 * Received divided by expected readings of all expected inverters; the interval of an inverter is taken from the day
 * itself. 1 if none were expected.
 */
export function completenessOf(
  expected: readonly Expected[],
  readings: ReadonlyMap<number, DeviceReadings>,
  days: ReadonlyMap<number, DeviceDay>,
  window: { fromMs: number; toMs: number },
): number {
  let due = 0;
  let received = 0;
  for (const device of expected) {
    const fromMs = Math.max(window.fromMs, device.fromMs);
    const toMs = Math.min(window.toMs, device.toMs);
    const intervalMs = days.get(device.deviceId)?.intervalMs ?? DEFAULT_INTERVAL_MS;
    const dueOfDevice = Math.floor(Math.max(0, toMs - fromMs) / intervalMs);
    const at = readings.get(device.deviceId)?.at;
    const receivedOfDevice = at ? Math.max(0, firstFrom(at, toMs) - firstFrom(at, fromMs)) : 0;
    due += dueOfDevice;
    received += Math.min(dueOfDevice, receivedOfDevice);
  }
  return due === 0 ? 1 : received / due;
}

/** Place of the first of these ascending instants that is not before another. */
function firstFrom(at: Float64Array, ms: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[middle]! < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sumOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : tenths(values.reduce((a, b) => a + b, 0));

/**
 * Sums up the devices; `readings` are those of `days`, in their order. Null where the plant has no device of the kind.
 * `power` is that of the inverters over the `slots` of the day, in stored steps, not rounded.
 */
export function siteDay(
  days: readonly DeviceDay[],
  readings: readonly DeviceReadings[],
  frame: DayFrame,
  now: number,
): {
  row: Omit<SiteDayRow, 'completeness' | 'worth'>;
  hours: SiteHour[];
  power: Float64Array;
  slots: Slots;
} {
  const of = (role: DeviceRole) => days.filter((day) => roleOf(day.kind) === role);
  const [inverters, meters, batteries] = [of('sun'), of('grid'), of('storage')];

  const slots = {
    startMs: frame.startMs,
    stepMs: CURVE_STEP_MS,
    count: Math.ceil((frame.endMs - frame.startMs) / CURVE_STEP_MS),
  };
  const intervalsMs = days.map(({ intervalMs }) => intervalMs);
  const power = powerOf(readings, 'sun', slots, now, intervalsMs);
  const watts = (slot: number): number | null =>
    Number.isNaN(power[slot]!) ? null : Math.round(power[slot]!) / 10;
  let peakSlot = -1;
  for (let i = 0; i < power.length; i++)
    if (power[i]! > (peakSlot < 0 ? Number.NEGATIVE_INFINITY : power[peakSlot]!)) peakSlot = i;
  const peakOfHour = (hour: number): number | null => {
    const perHour = HOUR_MS / CURVE_STEP_MS;
    let most: number | null = null;
    for (let i = hour * perHour; i < (hour + 1) * perHour && i < slots.count; i++) {
      const value = watts(i);
      if (value !== null && (most === null || value > most)) most = value;
    }
    return most;
  };

  return {
    power,
    slots,
    row: {
      energyWh: sumOf(inverters.map((d) => d.energyWh)),
      peakW: peakSlot < 0 ? null : watts(peakSlot),
      peakAtMs: peakSlot < 0 ? null : slots.startMs + peakSlot * CURVE_STEP_MS,
      importWh: sumOf(meters.map((d) => d.energyWh)),
      exportWh: sumOf(meters.map((d) => d.outWh ?? 0)),
      chargedWh: sumOf(batteries.map((d) => d.energyWh)),
      dischargedWh: sumOf(batteries.map((d) => d.outWh ?? 0)),
      isRepaired: days.some((day) => day.isRepaired),
      samples: days.reduce((sum, day) => sum + day.samples, 0),
    },
    hours: Array.from({ length: hoursIn(frame) }, (_, hour) => ({
      energyWh: sumOf(inverters.map((d) => d.hoursWh[hour] ?? 0)),
      peakW: peakOfHour(hour),
      importWh: sumOf(meters.map((d) => d.hoursWh[hour] ?? 0)),
      exportWh: sumOf(meters.map((d) => d.outHoursWh[hour] ?? 0)),
      chargedWh: sumOf(batteries.map((d) => d.hoursWh[hour] ?? 0)),
      dischargedWh: sumOf(batteries.map((d) => d.outHoursWh[hour] ?? 0)),
    })),
  };
}

/** A plant's prices, on whose clock. */
export interface SitePrices {
  prices: readonly PriceEntry[] | null;
  timezone: string;
}

/** Whether a day's worth hangs on the time at which its energy was made. */
export const hasBands = ({ prices }: SitePrices, day: string): boolean =>
  prices !== null && entryOn(prices, day).bands.length > 0;

/** Value of a day's energy; null if a single price applies. Time windows require quarter-hour energies. */
export function worthOfDay(
  { prices, timezone }: SitePrices,
  day: string,
  days: readonly DeviceDay[],
): number | null {
  if (prices === null) return null;
  const entry = entryOn(prices, day);
  const of = (role: DeviceRole) => days.filter(({ kind }) => roleOf(kind) === role);
  const [inverters, meters] = [of('sun'), of('grid')];
  if (entry.bands.length === 0)
    return worthOf(entry, {
      madeWh: inverters.map((one) => one.energyWh),
      soldWh: meters.map((one) => one.outWh ?? 0),
    });
  const quarterPrices = pricesOfDay(entry, day, timezone);
  const sums = (some: readonly (readonly number[])[]) =>
    quarterPrices.map((_, i) => some.reduce((sum, quarters) => sum + (quarters[i] ?? 0), 0));
  const madeWh = sums(inverters.map((one) => one.quartersWh));
  return worthOf(entry, { madeWh, soldWh: sums(meters.map((one) => one.outQuartersWh)) }, quarterPrices);
}
