// Steps in the level of daily values: a module moved to another input, a meter with another scale, a change of wiring.
import { median, quantile, scaledMad } from '../statistics.ts';

export interface LevelShift {
  /** First index at the new level. */
  readonly index: number;
  readonly before: number;
  readonly after: number;
}

/** Shortest time at a level, values. */
const LEAST_RUN = 14;
/** Smallest step, as a share of the larger level. */
const LEAST_STEP = 0.1;
/** Smallest step in scaled median deviations within a level. */
const LEAST_CONTRAST = 1.5;
/** The sum of absolute deviations must fall by this many typical deviations. */
const LEAST_GAIN = 20;
const MOST_SHIFTS = 5;
/** Days around the step in which the levels must differ as well. */
const LOCAL_DAYS = 45;

function deviation(values: readonly number[], level: number): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value - level);
  return sum;
}

/** Best single step between `from` and `to`; null if none stands out. */
function bestStep(values: readonly number[], from: number, to: number): LevelShift | null {
  const all = values.slice(from, to);
  const whole = deviation(all, median(all));
  const typical = whole / Math.max(1, all.length);
  let best: (LevelShift & { cost: number }) | null = null;
  // A coarse pass finds the region, a fine one the day: medians of every prefix would cost the square of the length.
  const tryAt = (index: number) => {
    const [left, right] = [values.slice(from, index), values.slice(index, to)];
    const [before, after] = [median(left), median(right)];
    const cost = deviation(left, before) + deviation(right, after);
    if (best === null || cost < best.cost) best = { index, before, after, cost };
  };
  const last = to - LEAST_RUN;
  const stride = Math.max(1, Math.floor((to - from) / 100));
  for (let index = from + LEAST_RUN; index <= last; index += stride) tryAt(index);
  const found = best as (LevelShift & { cost: number }) | null;
  if (found === null) return null;
  for (let index = found.index - stride; index <= found.index + stride; index++) {
    if (index >= from + LEAST_RUN && index <= last) tryAt(index);
  }
  const { index, before, after, cost } = best as unknown as LevelShift & { cost: number };
  if (!(whole - cost > LEAST_GAIN * typical)) return null;
  const step = after - before;
  if (!(Math.abs(step) > LEAST_STEP * Math.max(Math.abs(before), Math.abs(after)))) return null;
  const noise = scaledMad(all.map((value, i) => value - (from + i < index ? before : after)));
  if (!(Math.abs(step) > LEAST_CONTRAST * noise)) return null;
  const nearBefore = median(values.slice(Math.max(from, index - LOCAL_DAYS), index));
  const nearAfter = median(values.slice(index, Math.min(to, index + LOCAL_DAYS)));
  // A slow drift or a season differs between far ends, but not at the step.
  if ((nearAfter - nearBefore) * Math.sign(step) < 0.6 * Math.abs(step)) return null;
  return { index, before, after };
}

/**
 * Steps in a series without seasons, such as the ratio of a module to its neighbors or to its expected energy; in order of
 * time, at most five. NaN are gaps.
 */
export function findLevelShifts(series: ArrayLike<number>): LevelShift[] {
  const known = Array.from(series, (value, index) => ({ value, index })).filter(({ value }) =>
    Number.isFinite(value),
  );
  const values = known.map(({ value }) => value);
  const edges = [0, values.length];
  const shifts: LevelShift[] = [];
  while (shifts.length < MOST_SHIFTS) {
    let found: LevelShift | null = null;
    for (let i = 1; i < edges.length && found === null; i++)
      found = bestStep(values, edges[i - 1]!, edges[i]!);
    if (found === null) break;
    shifts.push(found);
    edges.push(found.index);
    edges.sort((a, b) => a - b);
  }
  return shifts
    .sort((a, b) => a.index - b.index)
    .map((shift) => ({ ...shift, index: known[shift.index]!.index }));
}

/** Half the width of the time of year that forms the season, days. */
const SEASON_SIDE = 15;

/**
 * Daily values divided by the season they fall in: the level of the best days at that time of year, as the median over
 * the years, so that a step in one year stays visible. For series of two years and more without a model of the sun.
 */
export function withoutSeason(values: ArrayLike<number>): Float64Array {
  const years = Math.ceil(values.length / 365.25);
  const seasonAt = (dayOfYear: number) => {
    const levels: number[] = [];
    for (let year = 0; year < years; year++) {
      const center = Math.round(dayOfYear + year * 365.25);
      const near: number[] = [];
      for (let at = center - SEASON_SIDE; at <= center + SEASON_SIDE; at++) {
        const value = at >= 0 && at < values.length ? values[at]! : Number.NaN;
        if (Number.isFinite(value)) near.push(value);
      }
      if (near.length > SEASON_SIDE) levels.push(quantile(near, 0.9));
    }
    return median(levels);
  };
  const season = Array.from({ length: 366 }, (_, day) => seasonAt(day));
  return Float64Array.from({ length: values.length }, (_, index) => {
    const level = season[Math.floor(index - 365.25 * Math.floor(index / 365.25))]!;
    return level > 0 ? values[index]! / level : Number.NaN;
  });
}
