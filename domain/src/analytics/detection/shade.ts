// New shade on a module: some sectors of the day are lower than before whenever the sun shines directly, the others and
// the cloudy days are not. Seasons move permanent shade too, so how it began decides.
import type { Baseline } from './baseline.ts';
import { hasMoved, isRearranged } from './movedShade.ts';
import { type Crossing, crossingOf, isFromNeighbors, normalsOf } from './shadeCrossing.ts';
import { medianOf } from './stats.ts';
import { declinationOn } from './sunPath.ts';
import { dayOfRow, SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';

export const shadeTest = {
  /** Sunny days in a row on which a sector must be low, */
  days: 3,
  /** by at least this much (logarithm) and so many standard deviations. */
  depth: 0.06,
  sigmas: 4,
  /** Share of a clear day's energy that must be lost. */
  leastLoss: 0.012,
  /** Sunny values before the beginning that are needed. */
  daysBefore: 3,
} as const;

export interface ShadeWindow extends Crossing {
  readonly firstSector: number;
  readonly lastSector: number;
  /** Row of the first shaded day. */
  readonly row: number;
  /** Row of the last day known to be free; -1: unknown. */
  readonly rowBefore: number;
  /** Mean depth in the window, a negative logarithm. */
  readonly depth: number;
  /** Sunny days since. */
  readonly days: number;
  /** Whether it came over more than a few days. */
  readonly isSlow: boolean;
  /** Whether it darkened after a sector next to it. */
  readonly isFromNeighbors: boolean;
  /** Whether sectors next to it became free meanwhile: the shadow was there before. */
  readonly hasMoved: boolean;
  /** Shaded days on which the sun takes the path of an earlier day that was free. */
  readonly repeatedDays: number;
  /** Loss of the first whole days of shade as a share of the newest one; NaN while there are too few days. */
  readonly firstShare: number;
  /** Days in a row right before the first one with all of the loss on which a part of it was there. */
  readonly partialDays: number;
}

/** Standard deviation from one sunny day to the next in a sector. */
function sectorSigma(track: Track, sector: number, lastRow: number): number {
  const steps: number[] = [];
  let before = Number.NaN;
  for (let row = Math.max(0, lastRow - 40); row <= lastRow; row++) {
    const value = sectorLnAt(track, row, sector);
    if (Number.isNaN(value)) continue;
    if (!Number.isNaN(before)) steps.push(Math.abs(value - before));
    before = value;
  }
  return steps.length < 3 ? 0.03 : Math.max(0.008, (1.4826 * medianOf(steps)) / Math.SQRT2);
}

/** Depth of a sector if its newest sunny days are all low; NaN if not. `levels` are removed: they are not shade. */
function lowSector(track: Track, sector: number, normal: number, levels: Float64Array): number {
  let found = 0;
  let sum = 0;
  let limit: number = shadeTest.depth;
  for (let row = TRACK_DAYS - 1; row >= TRACK_DAYS - 25 && found < shadeTest.days; row--) {
    const value = sectorLnAt(track, row, sector);
    if (Number.isNaN(value)) continue;
    const depth = value - normal - Math.min(0, Number.isNaN(levels[row]!) ? 0 : levels[row]!);
    if (found === 0) {
      if (depth > -limit) return Number.NaN;
      limit = Math.max(limit, shadeTest.sigmas * sectorSigma(track, sector, TRACK_DAYS - 4));
    }
    if (depth > -limit) return Number.NaN;
    sum += depth;
    found++;
  }
  return found < shadeTest.days ? Number.NaN : sum / found;
}

/** Mean over the window's sectors relative to normal; NaN where less than 60 % of the window was sunny. */
export function windowLevel(
  track: Track,
  row: number,
  baseline: Baseline,
  [first, last]: readonly [number, number],
  weights: Float64Array,
): number {
  let sum = 0;
  let known = 0;
  let all = 0;
  for (let sector = first; sector <= last; sector++) {
    const weight = weights[sector]!;
    all += weight;
    const delta = sectorLnAt(track, row, sector) - baseline.sectors[sector]!;
    if (Number.isNaN(delta)) continue;
    sum += weight * delta;
    known += weight;
  }
  return known > 0.6 * all ? sum / known : Number.NaN;
}

/** The most costly window of lowered sectors that the newest sunny days share; null if there is none. */
export function shadeWindow(
  track: Track,
  baseline: Baseline,
  weights: Float64Array,
  levels: Float64Array,
): readonly [number, number] | null {
  const depths = new Float64Array(SECTORS).fill(Number.NaN);
  let total = 0;
  let any = false;
  for (let sector = 0; sector < SECTORS; sector++) {
    total += weights[sector]!;
    if (!(weights[sector]! > 0) || baseline.counts[sector]! < shadeTest.daysBefore) continue;
    depths[sector] = lowSector(track, sector, baseline.sectors[sector]!, levels);
    any ||= !Number.isNaN(depths[sector]!);
  }
  if (!any || !(total > 0)) return null;
  let best: [number, number] | null = null;
  let most = 0;
  for (let first = 0; first < SECTORS; first++) {
    if (Number.isNaN(depths[first]!)) continue;
    let last = first;
    let loss = 0;
    while (last < SECTORS && !Number.isNaN(depths[last]!)) {
      loss += weights[last]! * Math.exp(baseline.sectors[last]!) * (1 - Math.exp(depths[last]!));
      last++;
    }
    if (loss / total > most) {
      most = loss / total;
      best = [first, last - 1];
    }
    first = last;
  }
  return most < shadeTest.leastLoss ? null : best;
}

/** When and how the loss in a window began. */
export function beginningOf(
  track: Track,
  baseline: Baseline,
  window: readonly [number, number],
  weights: Float64Array,
): Omit<ShadeWindow, 'firstSector' | 'lastSector'> {
  const rows: number[] = [];
  const series: number[] = [];
  for (let row = 0; row < TRACK_DAYS; row++) {
    const value = windowLevel(track, row, baseline, window, weights);
    if (Number.isNaN(value)) continue;
    rows.push(row);
    series.push(value);
  }
  const depth = medianOf(series.slice(-shadeTest.days));
  let first = series.length;
  while (first > 0 && series[first - 1]! < 0.75 * depth) first--;
  let free = first;
  while (free > 0 && series[free - 1]! < 0.25 * depth) free--;
  const row = rows[free] ?? TRACK_DAYS - 1;
  return {
    row,
    rowBefore: rows[free - 1] ?? -1,
    depth,
    days: series.length - free,
    isSlow: first - free >= 3 && (rows[first] ?? TRACK_DAYS - 1) - row >= 7,
    ...crossingOf(track, normalsOf(track, baseline, window)),
    isFromNeighbors: isFromNeighbors(track, baseline, window, depth),
    hasMoved: hasMoved(track, window, row, depth) || isRearranged(track, window, row, baseline, weights),
    repeatedDays: repeatedDays(track, rows, series, depth),
    firstShare: firstShareOf(series, depth),
    partialDays: partialDaysOf(series, depth),
  };
}

/** Shaded days from which the first ones are compared with the newest ones, and the share of the loss from which a day counts. */
const SHARE_DAYS = 4;
const LEAST_SHARE = 0.2;

/** Loss of the days after that of the beginning, which may have been free in part, over the loss of the newest days. */
function firstShareOf(levels: readonly number[], depth: number): number {
  const shares = levels.map((level) => (1 - Math.exp(level)) / (1 - Math.exp(depth)));
  let first = shares.length;
  while (first > 0 && shares[first - 1]! >= LEAST_SHARE) first--;
  if (shares.length - first < SHARE_DAYS) return Number.NaN;
  return (shares[first + 1]! + shares[first + 2]!) / 2;
}

/** Shares of the loss between which a day has a part of it, and the least loss of such a day. */
const PART = [0.15, 0.75] as const;
const LEAST_PART = 0.05;

/** Days in a row with a part of the loss, right before the loss was complete. */
function partialDaysOf(levels: readonly number[], depth: number): number {
  const losses = levels.map((level) => 1 - Math.exp(level));
  const whole = 1 - Math.exp(depth);
  let first = losses.length;
  while (first > 0 && losses[first - 1]! >= PART[1] * whole) first--;
  let partial = first;
  while (partial > 0 && losses[partial - 1]! >= Math.max(LEAST_PART, PART[0] * whole)) partial--;
  return first - partial;
}

/** Difference of the declination up to which the sun takes the same path, degrees. */
const SAME_PATH_DEG = 0.3;

/** Shaded days with the declination of an earlier day without shade: around solstices the sun returns to its path. */
function repeatedDays(
  track: Track,
  rows: readonly number[],
  series: readonly number[],
  depth: number,
): number {
  const path = rows.map((row) => declinationOn(dayOfRow(track, row)));
  let days = 0;
  series.forEach((level, i) => {
    if (level > 0.6 * depth) return;
    const isRepeated = path.some(
      (other, k) => k < i && series[k]! > 0.2 * depth && Math.abs(other - path[i]!) < SAME_PATH_DEG,
    );
    if (isRepeated) days++;
  });
  return days;
}
