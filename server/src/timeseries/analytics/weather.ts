// The weather of a day in slots, where the portal has a source: hours between which values change gradually.

import type { PlantDayInput, WeatherDayInput } from '@helioport/domain/analytics/types';
import { HOUR_MS } from '@helioport/domain/duration';
import type { SunHour, Weather } from '../../platform/weather.ts';
import type { WeatherOf } from './evaluate.ts';
import type { AnalyticsPlant } from './plantModel.ts';

/** Less of a day than this is no weather of the day. */
const LEAST_SHARE = 0.9;

/** Provides the weather of a plant's day. */
export const weatherOfDays =
  (weather: Weather): WeatherOf =>
  async ({ model }: AnalyticsPlant, input: PlantDayInput) => {
    const { latitude, longitude } = model;
    const endMs = input.startMs + input.slots * input.slotMs;
    const hours = await weather.sunHours({ latitude, longitude }, input.startMs, endMs);
    return hours.length * HOUR_MS < LEAST_SHARE * (endMs - input.startMs) ? null : slotsOfHours(hours, input);
  };

/** Hourly values at the middle of each slot; NaN where an hour is missing. */
export function slotsOfHours(
  hours: readonly SunHour[],
  { startMs, slotMs, slots }: Pick<PlantDayInput, 'startMs' | 'slotMs' | 'slots'>,
): WeatherDayInput {
  const byHour = new Map(hours.map((hour) => [hour.at, hour]));
  const line = (of: (hour: SunHour) => number | null, isSum = false) => {
    let isKnown = false;
    const values = Float32Array.from({ length: slots }, (_, slot) => {
      const at = startMs + (slot + 0.5) * slotMs;
      const value = isSum ? within(byHour, at, of, slotMs) : between(byHour, at, of);
      if (!Number.isNaN(value)) isKnown = true;
      return value;
    });
    return isKnown ? values : null;
  };
  return {
    ghiWm2: line(({ ghiWm2 }) => ghiWm2),
    airTemperatureC: line(({ airC }) => airC),
    windMs: line(({ windMs }) => windMs),
    rainMm: line(({ rainMm }) => rainMm, true),
  };
}

/** On the line between the middles of two hours; at the ends of what is known, the value of the hour. */
function between(
  byHour: ReadonlyMap<number, SunHour>,
  at: number,
  of: (hour: SunHour) => number | null,
): number {
  const beforeMs = Math.floor((at - HOUR_MS / 2) / HOUR_MS) * HOUR_MS;
  const share = (at - HOUR_MS / 2 - beforeMs) / HOUR_MS;
  const before = valueAt(byHour, beforeMs, of);
  const after = valueAt(byHour, beforeMs + HOUR_MS, of);
  if (Number.isNaN(before)) return after;
  return Number.isNaN(after) ? before : before * (1 - share) + after * share;
}

/** The part of the sum of an hour that falls on a slot. */
const within = (
  byHour: ReadonlyMap<number, SunHour>,
  at: number,
  of: (hour: SunHour) => number | null,
  slotMs: number,
): number => (valueAt(byHour, Math.floor(at / HOUR_MS) * HOUR_MS, of) * slotMs) / HOUR_MS;

function valueAt(
  byHour: ReadonlyMap<number, SunHour>,
  at: number,
  of: (hour: SunHour) => number | null,
): number {
  const hour = byHour.get(at);
  return (hour && of(hour)) ?? Number.NaN;
}
