// Steps in the level of daily values: a module moved to another input, a meter with another scale, a change of wiring.
import { median, quantile, scaledMad } from '../statistics.ts';

export interface LevelShift {
  /** First index at the new level. */
  readonly index: number;
  readonly before: number;
  readonly after: number;
}

/** Values on each side that a step is measured by, and the least number. */
const SIDE = 60;
const LEAST_SIDE = 14;
/** Smallest step, as a share of the larger level. */
const LEAST_STEP = 0.1;
/** Smallest step in scaled median deviations within a level. */
const LEAST_CONTRAST = 2.5;
const MOST_SHIFTS = 10;
const STRIDE = 4;

/** The step before `at`, and the evidence for it: the deviations that it removes. */
function stepAt(values: readonly number[], at: number, from: number, to: number) {
  const old = values.slice(Math.max(from, at - SIDE), at);
  const next = values.slice(at, Math.min(to, at + SIDE));
  const [before, after] = [median(old), median(next)];
  const deviation = (levels: readonly [number, number]) =>
    old.reduce((sum, value) => sum + Math.abs(value - levels[0]), 0) +
    next.reduce((sum, value) => sum + Math.abs(value - levels[1]), 0);
  const all = median([...old, ...next]);
  const step = Math.abs(after - before);
  const noise = scaledMad([...old.map((value) => value - before), ...next.map((value) => value - after)]);
  const isClear =
    step > LEAST_STEP * Math.max(Math.abs(before), Math.abs(after)) && step > LEAST_CONTRAST * noise;
  return { index: at, before, after, isClear, gain: deviation([all, all]) - deviation([before, after]) };
}

/** The clearest step between `from` and `to`; null if none is clear. */
function clearestStep(values: readonly number[], from: number, to: number): LevelShift | null {
  let best: ReturnType<typeof stepAt> | null = null;
  const tryAt = (at: number) => {
    if (at < from + LEAST_SIDE || at > to - LEAST_SIDE) return;
    const step = stepAt(values, at, from, to);
    if (step.isClear && step.gain > (best?.gain ?? 0)) best = step;
  };
  // The gain rises towards the step from both sides: a coarse pass finds the region.
  for (let at = from + LEAST_SIDE; at <= to - LEAST_SIDE; at += STRIDE) tryAt(at);
  const near = (best as ReturnType<typeof stepAt> | null)?.index;
  if (near === undefined) return null;
  for (let at = near - STRIDE; at <= near + STRIDE; at++) tryAt(at);
  const { index, before, after } = best as unknown as ReturnType<typeof stepAt>;
  return { index, before, after };
}

/**
 * Steps in a series without seasons, such as the ratio of a module to its neighbors or to its expected energy; in order of
 * time, at most ten. A slow drift is none. NaN are gaps.
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
      found = clearestStep(values, edges[i - 1]!, edges[i]!);
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
