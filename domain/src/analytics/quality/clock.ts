// Finds clocks that are wrong: days on which production begins and ends too early or too late.

import { median, quantile } from '../statistics.ts';
import type { PowerDay } from './clearDays.ts';
import { type ClockDay, clockDays, dayLengthMin } from './dayEnds.ts';

/** A change of the clock between two days. */
export interface ClockChange {
  /** First day with the new clock. */
  readonly index: number;
  /** Change of the timestamps in minutes, a multiple of 15; positive: they are later than before. */
  readonly minutes: number;
}

/** Days on each side that a change is measured by, and the least number after it. */
const SIDE_DAYS = 12;
const LEAST_DAYS = 4;
const STEP_MIN = 15;
/** Smallest step of both ends together, in minutes and in typical differences between neighboring stretches. */
const LEAST_STEP_MIN = 9;
const LEAST_CONTRAST = 3.5;
/** Steps up to this many days away tell what an end does without a change. */
const CALM_DAYS = 45;
/** Error of an end that more days do not remove, minutes; and where no other days are known. */
const LEAST_ERROR_MIN = 2;
const LONE_ERROR_MIN = 6;
/** Both ends must move alike, within minutes and a share of the change, or it is a matter of horizon or weather. */
const ALIKE_MIN = 6;
const ALIKE_SHARE = 0.35;
const LARGE_MIN = 26;
/** Clouds make production begin late and end early: the clear end is near this quantile. */
const CLEAR = 0.25;
/** Days around one by which the length of a clear day is known. */
const LENGTH_DAYS = 10;

/** Ends of a day less what the season does to them, minutes. */
interface Flat {
  readonly index: number;
  readonly first: number;
  readonly last: number;
  readonly middle: number;
}

/**
 * The latitude whose days become longer and shorter like those of the plant, for plants whose place is unknown: median
 * deviation of the clear days, each side of the year weighing the same.
 */
function latitudeOf(days: readonly ClockDay[]): number {
  const lengths = days.map(({ firstMin, lastMin }) => lastMin - firstMin);
  const clear = lengths.map((_, at) =>
    quantile(lengths.slice(Math.max(0, at - LENGTH_DAYS), at + LENGTH_DAYS + 1), 1 - CLEAR),
  );
  const misfit = (latitude: number) => {
    const rest = days.map(({ startMs }, at) => clear[at]! - dayLengthMin(startMs, latitude));
    const middle = median(rest);
    return median(rest.map((value) => Math.abs(value - middle)));
  };
  let best = 0;
  for (let latitude = -64; latitude <= 64; latitude += 4)
    if (misfit(latitude) < misfit(best)) best = latitude;
  return best;
}

function flatDays(days: readonly ClockDay[], latitude: number): Flat[] {
  return days.flatMap(({ startMs, firstMin, lastMin, middleMin }, index) => {
    const half = dayLengthMin(startMs, latitude) / 2;
    const flat = { index, first: firstMin + half, last: lastMin - half, middle: middleMin };
    return Number.isFinite(flat.first + flat.last) ? [flat] : [];
  });
}

/** Levels of the ends and of the middle over some days. The middle is NaN without clear days. */
interface Levels {
  readonly first: number;
  readonly last: number;
  readonly middle: number;
}

const levelsOf = (days: readonly Flat[]): Levels => ({
  first: quantile(
    days.map((day) => day.first),
    CLEAR,
  ),
  last: quantile(
    days.map((day) => day.last),
    1 - CLEAR,
  ),
  middle: median(days.map((day) => day.middle)),
});

/** Moves of ends and middle in minutes between the days before and after. */
interface Step extends Levels {
  /** Position of the first new day among the known days. */
  readonly at: number;
  readonly before: Levels;
  readonly after: Levels;
}

/** The step before `at`, whether or not it means anything. */
function stepAt(days: readonly Flat[], at: number): Step {
  const before = levelsOf(days.slice(Math.max(0, at - SIDE_DAYS), at));
  const after = levelsOf(days.slice(at, at + SIDE_DAYS));
  return {
    at,
    first: after.first - before.first,
    last: after.last - before.last,
    middle: after.middle - before.middle,
    before,
    after,
  };
}

interface Weighed extends Step {
  /** Change of the clock in minutes: what moves less at other times counts more. */
  readonly minutes: number;
  /** Typical `minutes` at other times. */
  readonly errorMin: number;
  readonly isChange: boolean;
}

const marks = ['first', 'last', 'middle'] as const;

/** Weighs a step by what ends and middle do at other times of the season. */
function weigh(step: Step, others: readonly Step[]): Weighed {
  const calm = others.filter((other) => {
    const apart = Math.abs(other.at - step.at);
    return apart > SIDE_DAYS && apart <= CALM_DAYS;
  });
  const known = marks
    .filter((mark) => Number.isFinite(step[mark]))
    .map((mark) => {
      const typical = 1.4826 * median(calm.map((other) => Math.abs(other[mark])));
      return { move: step[mark], error: Math.max(LEAST_ERROR_MIN, typical || LONE_ERROR_MIN) };
    });
  const weight = known.reduce((sum, { error }) => sum + 1 / error ** 2, 0);
  const minutes = known.reduce((sum, { move, error }) => sum + move / error ** 2, 0) / weight;
  const errorMin = 1 / Math.sqrt(weight);
  const isWhole = known.every(
    ({ move, error }) =>
      Math.abs(move - minutes) <= Math.max(ALIKE_MIN, ALIKE_SHARE * Math.abs(minutes), 2 * error),
  );
  const least = Math.max(LEAST_STEP_MIN, LEAST_CONTRAST * errorMin);
  if (isWhole && Math.abs(minutes) >= least) return { ...step, minutes, errorMin, isChange: true };
  // Weather that changes with the clock moves one end farther. The other then tells the change, if it is a large one.
  const { first, last } = step;
  const smaller = Math.abs(first) < Math.abs(last) ? first : last;
  const isLarge = first * last > 0 && Math.abs(smaller) >= Math.max(LARGE_MIN, 2 * least);
  return isLarge
    ? { ...step, minutes: smaller, errorMin, isChange: true }
    : { ...step, minutes, errorMin, isChange: false };
}

/** Where around a step the days change from one level to the other. */
function sharpen(days: readonly Flat[], step: Weighed): number {
  const most = Math.abs(step.minutes);
  const distance = (day: Flat, { first, last, middle }: Levels) =>
    Math.min(most, Math.abs((day.first - first + day.last - last) / 2)) +
    (Number.isNaN(day.middle + middle) ? 0 : Math.min(most, Math.abs(day.middle - middle)));
  const low = Math.max(1, step.at - SIDE_DAYS);
  const high = Math.min(days.length - 1, step.at + SIDE_DAYS);
  let [best, bestSum, sum] = [low, 0, 0];
  for (let at = low + 1; at <= high; at++) {
    const day = days[at - 1]!;
    // Moving the change behind this day makes it an old one.
    sum += distance(day, step.before) - distance(day, step.after);
    if (sum < bestSum) [best, bestSum] = [at, sum];
  }
  return best;
}

/** The clearest change of the clock; null if there is none. */
function clearestChange(days: readonly Flat[]): Weighed | null {
  const steps: Step[] = [];
  for (let at = LEAST_DAYS; at <= days.length - LEAST_DAYS; at++) steps.push(stepAt(days, at));
  const candidates = steps
    .map((step) => weigh(step, steps))
    .filter(({ isChange }) => isChange)
    .sort((a, b) => Math.abs(b.minutes) / b.errorMin - Math.abs(a.minutes) / a.errorMin);
  for (const candidate of candidates) {
    // The levels are clean once the change is at its day.
    let at = candidate.at;
    for (let round = 0; round < 3; round++) at = sharpen(days, weigh(stepAt(days, at), steps));
    if (at < LEAST_DAYS || days.length - at < LEAST_DAYS) continue;
    const step = weigh(stepAt(days, at), steps);
    if (step.isChange) return step;
  }
  return null;
}

const MOST_CHANGES = 20;

/**
 * Changes of the clock in a series of days, in order of time, each a multiple of 15 minutes. A change of an hour is found
 * from the fourth day on. A horizon that moves only one end of the day is no change. Without a latitude the season is
 * taken from the lengths of the days themselves.
 */
export function findClockChanges(recorded: readonly ClockDay[], latitude: number | null): ClockChange[] {
  let days = flatDays(recorded, latitude ?? latitudeOf(recorded));
  const changes = new Map<number, number>();
  for (let round = 0; round < MOST_CHANGES; round++) {
    const found = clearestChange(days);
    if (found === null) break;
    const { index } = days[found.at]!;
    const minutes = STEP_MIN * Math.round(found.minutes / STEP_MIN);
    changes.set(index, (changes.get(index) ?? 0) + minutes);
    if (minutes === 0) break;
    // What is left after taking the change back shows the next one.
    days = days.map((day) =>
      day.index < index
        ? day
        : { ...day, first: day.first - minutes, last: day.last - minutes, middle: day.middle - minutes },
    );
  }
  return [...changes]
    .map(([index, minutes]) => ({ index, minutes }))
    .filter(({ minutes }) => minutes !== 0)
    .sort((a, b) => a.index - b.index);
}

export interface ClockEstimate {
  /** Minutes by which the timestamps of each day are late, a multiple of 15; 0 is right. */
  readonly lateMin: Int16Array;
  readonly changes: readonly ClockChange[];
}

/** Production may seem to begin before sunrise and end after sunset by this much. */
const TOLERANCE_MIN = 8;
const MOST_LATE_MIN = 13 * 60;
/** An orientation off by 10 degrees moves the middle of a day by up to this much. */
const ORIENTATION_MIN = 25;

/** Range of minutes by which a stretch of days can be late. */
interface LateRange {
  readonly least: number;
  readonly most: number;
}

/** No production before sunrise, none after sunset. */
function rangeBySun(days: readonly ClockDay[], latitude: number): LateRange {
  const half = days.map(({ startMs }) => dayLengthMin(startMs, latitude) / 2);
  const mornings = days.map(({ firstMin }, at) => firstMin + half[at]!);
  const evenings = days.map(({ lastMin }, at) => lastMin - half[at]!);
  return { least: quantile(evenings, 0.8) - TOLERANCE_MIN, most: quantile(mornings, 0.2) + TOLERANCE_MIN };
}

/** The middle of clear days as the entered orientation has it; everything is possible without clear days. */
function rangeByArray(days: readonly ClockDay[], modeled: readonly ClockDay[]): LateRange {
  const apart = days.map(({ middleMin }, at) => middleMin - modeled[at]!.middleMin);
  const middle = median(apart);
  if (Number.isNaN(middle)) return { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  return { least: middle - ORIENTATION_MIN, most: middle + ORIENTATION_MIN };
}

/**
 * How late the clock of a plant is, day by day. Changes are measured to 15 minutes. What is constant over all days is only
 * known within what sunrise, sunset and, where given, the entered orientation leave open: among the possible values a right
 * clock is preferred, then full hours. `days` in order of time, by the timestamps as recorded; `clearDays` with the clear-sky
 * power of the same days.
 */
export function estimateClock(
  days: readonly PowerDay[],
  site: { readonly latitude: number; readonly longitude: number },
  clearDays: readonly PowerDay[] | null = null,
): ClockEstimate {
  const recorded = clockDays(days, site.longitude);
  const modeled = clearDays && clockDays(clearDays, site.longitude);
  const changes = findClockChanges(recorded, site.latitude);
  const edges = [0, ...changes.map(({ index }) => index), days.length];
  const stretches = edges.slice(1).map((to, i) => ({
    from: edges[i]!,
    to,
    relative: changes.slice(0, i).reduce((sum, { minutes }) => sum + minutes, 0),
    ranges: [
      rangeBySun(recorded.slice(edges[i]!, to), site.latitude),
      ...(modeled ? [rangeByArray(recorded.slice(edges[i]!, to), modeled.slice(edges[i]!, to))] : []),
    ],
  }));
  const costOf = (base: number) =>
    stretches.reduce((sum, { from, to, relative, ranges }) => {
      const late = base + relative;
      const beyond = Math.max(0, ...ranges.flatMap(({ least, most }) => [least - late, late - most])) || 0;
      return sum + (to - from) * (beyond / STEP_MIN + (late === 0 ? 0 : 0.3) + (late % 60 === 0 ? 0 : 0.1));
    }, 0);
  let base = 0;
  for (let other = -MOST_LATE_MIN; other <= MOST_LATE_MIN; other += STEP_MIN) {
    if (costOf(other) < costOf(base)) base = other;
  }
  const lateMin = new Int16Array(days.length);
  for (const { from, to, relative } of stretches) lateMin.fill(base + relative, from, to);
  return { lateMin, changes };
}
