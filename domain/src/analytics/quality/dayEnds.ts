// First and last production of a day in solar time.
import { DAY_MS } from '../../duration.ts';
import { geocentricSun } from '../irradiance/ephemeris.ts';
import { horizonAngle, noonNear } from '../irradiance/riseSet.ts';
import { quantile } from '../statistics.ts';
import type { SlotValues } from '../types.ts';
import { clearDayScores, coarseDay, dayShape, type PowerDay } from './clearDays.ts';

/** Minutes from solar noon, negative before it. NaN if the day has no production or a gap at that end. */
interface DayEnds {
  readonly firstMin: number;
  readonly lastMin: number;
}

const UNKNOWN: DayEnds = { firstMin: Number.NaN, lastMin: Number.NaN };

/** When power first and last crosses `level`, in slots from the start of the day; null if it does not. */
function crossings(powerW: SlotValues, level: number): { first: number; last: number } | null {
  const up = powerW.findIndex((power) => power > level);
  const down = powerW.findLastIndex((power) => power > level);
  if (up < 0) return null;
  // Power runs straight from the middle of one slot to the middle of the next; next to a gap the crossing is unknown.
  const part = (inside: number, outside: number) => {
    const low = Math.max(0, powerW[outside] ?? 0);
    return Math.min(1, (powerW[inside]! - level) / Math.max(1e-9, powerW[inside]! - low));
  };
  return { first: up + 0.5 - part(up, up - 1), last: down + 0.5 + part(down, down + 1) };
}

/** Solar noon in ms from the start of a day, for a longitude in degrees east; without one, from its mean. */
function solarNoonMs(startMs: number, longitude: number | null): number {
  const middleMs = startMs + DAY_MS / 2;
  if (longitude !== null) return noonNear(middleMs, longitude) - startMs;
  return DAY_MS / 2 - geocentricSun(middleMs).equationOfTimeMin * 60_000;
}

/** The ends of a day's production at a power of `levelW`. `noonMs`: solar noon from the start of the day. */
function dayEnds(day: PowerDay, levelW: number, noonMs: number): DayEnds {
  const crossed = crossings(day.powerW, levelW);
  if (crossed === null) return UNKNOWN;
  const minutes = (slots: number) => (slots * day.slotMs - noonMs) / 60_000;
  return { firstMin: minutes(crossed.first), lastMin: minutes(crossed.last) };
}

/** What a day tells about the clock. */
export interface ClockDay extends DayEnds {
  readonly startMs: number;
  /** Middle between equal power before and after noon, minutes from solar noon; NaN unless the day is clear. */
  readonly middleMin: number;
}

/** Production above this share of the plant's top counts for the ends of a day. */
const END_LEVEL = 0.02;
/** Shares of the day's top at which the middle is taken. */
const MIDDLE_LEVELS = [0.3, 0.5, 0.7];
/** The middle is known to a few minutes from this score on. */
const CLEAR_SCORE = 0.6;

/**
 * Ends and middles of days, in order of time. With a longitude they count from solar noon; without one, from the mean noon
 * of the recorded time, corrected by the equation of time, so that only a constant is unknown.
 */
export function clockDays(days: readonly PowerDay[], longitude: number | null): ClockDay[] {
  const coarse = days.map(coarseDay);
  const scores = clearDayScores(coarse);
  const topW = quantile(
    coarse.map((day) => quantile(day.powerW, 0.97)),
    0.9,
  );
  return coarse.map((day, at) => {
    const own = scores[at]! >= CLEAR_SCORE ? (dayShape(day)?.topW ?? Number.NaN) : Number.NaN;
    const noonMs = solarNoonMs(day.startMs, longitude);
    const middles = MIDDLE_LEVELS.map((level) => {
      const { firstMin, lastMin } = dayEnds(day, level * own, noonMs);
      return (firstMin + lastMin) / 2;
    });
    return {
      startMs: day.startMs,
      ...dayEnds(day, END_LEVEL * topW, noonMs),
      middleMin: middles.reduce((sum, middle) => sum + middle, 0) / middles.length,
    };
  });
}

/** Minutes from sunrise to sunset at a latitude, without the change of the day within itself; NaN without one of them. */
export const dayLengthMin = (startMs: number, latitude: number): number =>
  ((horizonAngle(startMs + DAY_MS / 2, latitude) ?? Number.NaN) / Math.PI) * 1440;
