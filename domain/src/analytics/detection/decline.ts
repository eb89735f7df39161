// Steady declines in a series of daily values, and what several series have in common.
import type { Drift } from './seasonalDrift.ts';
import { medianOf, quantileOf, robustSigma } from './stats.ts';
import { TRACK_DAYS } from './track.ts';

export interface Decline {
  /** Row of its beginning; 0 if it has stopped. */
  readonly row: number;
  /** Logarithm per day, negative; 0 if it has stopped. */
  readonly slope: number;
  readonly drop: number;
  /** Logarithm of the loss by row, at most 0. */
  readonly course: Float64Array;
  /** No value tells of today: it is assumed to go on. */
  readonly isUnseen?: boolean;
}

/** How large and how clear a decline must be. */
export interface Limits {
  /** Least decline in total, logarithm. */
  readonly drop: number;
  /** Least ratio of the decline to the scatter. */
  readonly score: number;
  /** Least number of values. */
  readonly values: number;
  /** Steepest decline per day, logarithm: dust does not fall faster. A step that explains the values better is no decline. */
  readonly mostSlope?: number | undefined;
  /** Share of the drop by which the newest values must lie below the low ones before it: haze comes and goes. */
  readonly beyond?: number | undefined;
}

/** Smallest decline per day, logarithm, and its least duration. */
const LEAST_SLOPE = 0.003;
const LEAST_DAYS = 12;
/** Arrays in relation to each other: the sky is the same, but seasons and horizons move them apart. */
export const RELATIVE: Limits = { drop: 0.1, score: 10, values: 10 };
/** In relation to a clear sky, whose haze changes over weeks. */
export const ABSOLUTE: Limits = { drop: 0.18, score: 12, values: 14, beyond: 0.5 };
/** Currents in relation to a clear sky: without the temperature of the cells, healthy plants drift by less. */
export const CURRENT: Limits = { drop: 0.11, score: 7.5, values: 8, mostSlope: 0.016, beyond: 0.5 };
/** In relation to plants nearby, under the same sky: what differs from day to day is chance. */
export const NEARBY: Limits = { drop: 0.1, score: 7, values: 10, mostSlope: 0.016 };

/** Drift by the season that the limits contain: that of arrays which face the sun. */
const USUAL_DRIFT = 0.02;
/** Days after which the newest value tells nothing of today: an array that the sun has left has no values any more. */
const FRESH_DAYS = 7;

/**
 * The clearest steady decline that ends with the newest value; null without one or if that value is old. `drift` is what
 * the season can do to the values, beyond which they must fall.
 */
export function declineOf(values: Float64Array, limits: Limits, drift: Drift = () => 0): Decline | null {
  const at: number[] = [];
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) at.push(row);
  });
  if (at.length < limits.values || values.length - 1 - at.at(-1)! > FRESH_DAYS) return null;
  let best: Omit<Decline, 'course'> | null = null;
  let bestScore = limits.score;
  const last = at.length - 1;
  for (let first = 0; first <= last - limits.values + 1; first++) {
    const span = at[last]! - at[first]!;
    if (span < LEAST_DAYS || span > 50) continue;
    const count = last - first + 1;
    // Few low days make a line that is steeper than what was lost. Medians at both ends lie inside the line.
    const edge = Math.min(FIRST_VALUES, Math.floor(count / 3));
    const mean = (rows: readonly number[]) => medianOf(rows.map((row) => values[row]!));
    const lost = mean(at.slice(-edge)) - mean(at.slice(first, first + edge));
    const least = limits.drop + Math.max(0, drift(at[first]!, at[last]!) - USUAL_DRIFT);
    if (-lost * ((count - 1) / (count - edge)) < least) continue;
    const slopes: number[] = [];
    for (let i = first; i <= last; i++)
      for (let j = i + 3; j <= last; j++)
        slopes.push((values[at[j]!]! - values[at[i]!]!) / (at[j]! - at[i]!));
    const slope = medianOf(slopes);
    if (!(slope < -LEAST_SLOPE) || -slope * span < least) continue;
    const rests = at.slice(first).map((row) => values[row]! - slope * row);
    const level = medianOf(rests);
    const sigma = Math.max(0.012, robustSigma(rests, level));
    const score = (-slope * span * Math.sqrt(count / 12)) / sigma;
    // A step is no decline: both halves must fall. One that began while nothing was seen leaves the first half level.
    const middle = at[first]! + span / 2;
    const early = at.slice(first).filter((row) => row <= middle);
    const late = at.slice(first).filter((row) => row > middle);
    const isApart = late[0]! - early.at(-1)! > STEP_DAYS;
    const isEarlyFalling = isFalling(values, early, slope);
    // A few days together after dull weeks show how far the values fell, but not that they fall.
    const isBrief = isApart && late.at(-1)! - late[0]! < LEAST_BASE && isEarlyFalling;
    if (!isBrief && (!isFalling(values, late, slope) || !(isApart || isEarlyFalling))) continue;
    // The newest value lies on the line.
    if (values[at[last]!]! - slope * at[last]! - level > 0.35 * -slope * span) continue;
    if (limits.beyond !== undefined && !isBeyond(values, at[first]!, limits.beyond * slope * span)) continue;
    if (score > bestScore) {
      bestScore = score;
      best = { row: at[first]!, slope, drop: slope * span };
    }
  }
  if (best === null || (limits.mostSlope !== undefined && !isGradual(values, best, limits.mostSlope)))
    return null;
  return { ...best, course: courseOf(values, best.row) };
}

/** Values before a decline from which its depth is compared with them, and the share of them that counts as low. */
const BEFORE_VALUES = 8;
const LOW = 0.15;
const NEWEST_VALUES = 3;

/** Whether the newest values lie below the low ones before a row by more than a logarithm, which is negative. */
function isBeyond(values: Float64Array, row: number, by: number): boolean {
  const before = values.slice(0, row).filter((value) => !Number.isNaN(value));
  if (before.length < BEFORE_VALUES) return true;
  const newest = values.filter((value) => !Number.isNaN(value)).slice(-NEWEST_VALUES);
  return medianOf(newest) - quantileOf(before, LOW) <= by;
}

/** Share of the slope that each half of a decline must show, and the least time in days between the values compared. */
const HALF_SLOPE = 0.5;
const LEAST_BASE = 4;

/** Whether values at some rows fall, too, compared with a slope: not the time without values but the values must show it. */
function isFalling(values: Float64Array, rows: readonly number[], slope: number): boolean {
  const half = Math.floor(rows.length / 2);
  const [before, after] = [rows.slice(0, half), rows.slice(half)];
  const levelOf = (part: readonly number[]) => medianOf(part.map((row) => values[row]!));
  const days = medianOf(after) - medianOf(before);
  return levelOf(after) - levelOf(before) < HALF_SLOPE * slope * Math.max(LEAST_BASE, days);
}

/** Squares of a step over those of a line below which values fell within a day. */
const STEP = 0.8;
/** Days without values after which nothing tells whether the values fell within a day or day by day. */
const STEP_DAYS = 6;

/** Whether values since a row fell day by day, and not faster than `most` a day: limits and faults begin within one. */
export function isGradual(
  values: Float64Array,
  { row, slope }: Pick<Decline, 'row' | 'slope'>,
  most: number,
): boolean {
  if (-slope > most) return false;
  const x: number[] = [];
  const y: number[] = [];
  for (let at = row; at < values.length; at++)
    if (!Number.isNaN(values[at]!)) {
      x.push(at);
      y.push(values[at]!);
    }
  const squares = (part: readonly number[]) => {
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    return part.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };
  let step = Number.POSITIVE_INFINITY;
  for (let cut = 2; cut <= y.length - 2; cut++)
    if (x[cut]! - x[cut - 1]! <= STEP_DAYS)
      step = Math.min(step, squares(y.slice(0, cut)) + squares(y.slice(cut)));
  const line = squares(y.map((value, i) => value - slope * x[i]!));
  return step >= STEP * line;
}

/** Values before and after the beginning of a decline, and rows on either side of a row, whose median counts. */
const FIRST_VALUES = 5;
const FIRST_AFTER = 2;
const AROUND = 4;

/** What is lost by row since the beginning of a decline, as measured: its line begins too early where haze came before. */
function courseOf(values: Float64Array, from: number): Float64Array {
  const course = new Float64Array(values.length);
  const known = (part: Float64Array) => part.filter((value) => !Number.isNaN(value));
  const before = medianOf([
    ...known(values.slice(0, from)).slice(-FIRST_VALUES),
    ...known(values.slice(from)).slice(0, FIRST_AFTER),
  ]);
  let now = 0;
  for (let row = from; row < values.length; row++) {
    const near = medianOf(values.slice(Math.max(from, row - AROUND), row + AROUND + 1));
    if (!Number.isNaN(near)) now = Math.min(0, near - before);
    course[row] = now;
  }
  return course;
}

/**
 * What arrays have in common by row: their median, each shifted to the level of the one with the most values. An array that
 * has no values any more, as the sun leaves it, is no decline of the others.
 */
export function commonOf(series: readonly Float64Array[]): Float64Array {
  if (series.length === 0) return new Float64Array(TRACK_DAYS).fill(Number.NaN);
  const known = (values: Float64Array) =>
    values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
  const base = series.reduce((a, b) => (known(b) > known(a) ? b : a));
  // Without a day in common the shift, and with it the array, is unknown.
  const shifts = series.map((values) => medianOf(values.map((value, row) => value - base[row]!)));
  return base.map((_, row) => medianOf(series.map((values, i) => values[row]! - shifts[i]!)));
}
