// A clock that is known to be wrong: the readings of a day are compared with the sun, the weather and the plants nearby of the
// instants at which they were taken.
import { DAY_MS, MINUTE_MS } from '../../duration.ts';
import type { PlantDayInput, SlotValues, WeatherDayInput } from '../types.ts';
import { type ClosedCondition, type Condition, isOpen } from './conditions.ts';
import type { StoredCurve } from './curves.ts';
import type { DayView } from './dayView.ts';
import type { EngineState } from './state.ts';
import { addFlags, FLAG, rowOfDay, setWide, TRACK_DAYS, type Track } from './track.ts';

const ofClock = ({ cause, scope }: Condition): boolean => cause === 'clock' && scope === 'plant';

/** Minutes by which the timestamps of the plant are late according to its open finding; 0 without one. */
export function lateMinOf(conditions: readonly Condition[]): number {
  const open = conditions.find((one) => ofClock(one) && isOpen(one));
  return open ? minutesLateOf(open) : 0;
}

/** Minutes by which timestamps are late according to a finding about a clock. */
export function minutesLateOf({ evidence }: Condition): number {
  const value = evidence.find(({ name }) => name === 'minutesLate')?.value;
  return typeof value === 'number' ? value : 0;
}

/** Values from `slots` slots earlier, or later if negative; NaN where the day has none. */
export function earlier(values: SlotValues | null, slots: number): SlotValues | null {
  return values && Float64Array.from(values, (_, slot) => values[slot - slots] ?? Number.NaN);
}

/** The input with weather and plants nearby, whose clocks are right, at the slots of timestamps that are `late` slots late. */
export function outsideAt(input: PlantDayInput, late: number): PlantDayInput {
  if (late === 0) return input;
  const { weather, nearbyClearness } = input;
  const moved: WeatherDayInput | null = weather && {
    ghiWm2: earlier(weather.ghiWm2, late),
    airTemperatureC: earlier(weather.airTemperatureC, late),
    windMs: earlier(weather.windMs, late),
    rainMm: earlier(weather.rainMm, late),
  };
  return { ...input, weather: moved, nearbyClearness: earlier(nearbyClearness, late) };
}

/** Power curves as a right clock would have recorded them: those since the beginning of the open finding are moved. */
export function rightCurves(
  curves: ReadonlyMap<string, readonly StoredCurve[]>,
  clock: Condition | undefined,
): ReadonlyMap<string, readonly StoredCurve[]> {
  const lateMs = clock ? lateMinOf([clock]) * MINUTE_MS : 0;
  if (lateMs === 0) return curves;
  const right = (curve: StoredCurve) =>
    curve.startMs < clock!.sinceMs ? curve : { ...curve, startMs: curve.startMs - lateMs };
  return new Map([...curves].map(([id, days]) => [id, days.map(right)]));
}

/**
 * Day number of a change of the clock that was recognized on this day: of one that opened the finding or of the change back
 * that ended it. Null on other days.
 */
export function recognizedSince(
  view: DayView,
  conditions: readonly Condition[],
  ended: readonly ClosedCondition[],
): number | null {
  const begun = conditions.find((one) => ofClock(one) && one.detectedMs === view.endMs);
  const sinceMs = begun?.sinceMs ?? ended.find(({ condition }) => ofClock(condition))?.untilMs;
  return sinceMs === undefined ? null : view.day - Math.round((view.input.startMs - sinceMs) / DAY_MS);
}

/** Rows of a track from a day on. */
export function rowsSince(track: Track, day: number): number[] {
  const first = rowOfDay(track, day);
  return first < 0 ? [] : Array.from({ length: TRACK_DAYS - first }, (_, i) => first + i);
}

/** Fields of the track of an array that depend on the sun. */
const BY_SUN = ['ratio', 'diffuse', 'reference'] as const;

/**
 * Forgets what was compared with a wrong sun: the days between a change of the clock and the day on which it was recognized.
 * Indices of arrays are dropped; days of modules are left out of what is normal.
 */
export function dropWrongDays(state: EngineState, sinceDay: number): void {
  for (const { track } of state.arrays.values())
    for (const row of rowsSince(track, sinceDay))
      for (const field of BY_SUN) setWide(track, row, field, Number.NaN);
  for (const { track } of state.modules.values())
    for (const row of rowsSince(track, sinceDay)) addFlags(track, row, FLAG.odd);
}
