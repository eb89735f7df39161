// New shade on a module: some sectors of the day are lower than before whenever the sun shines directly, the others and
// the cloudy days are not. Seasons move permanent shade too, so how it began decides.
import type { Baseline } from './baseline.ts';
import { hasMoved, isRearranged, valuesOf } from './movedShade.ts';
import { medianOf } from './stats.ts';
import { bearingAt, declinationOn, elevationAt, hourAngleOf } from './sunPath.ts';
import { dayOfRow, SECTOR_DEG, SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';

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

export interface ShadeWindow {
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
  /**
   * Days within which all sectors came to half of their depth, as far as sunny days tell; NaN if fewer than two sectors
   * tell.
   */
  readonly crossingDays: number;
  /** Whether one day can explain all sectors. */
  readonly isAtOnce: boolean;
  /** Whether a single sector darkened after one next to it. */
  readonly isFromNeighbors: boolean;
  /** Whether sectors next to it became free meanwhile: the shadow was there before. */
  readonly hasMoved: boolean;
  /** Shaded days on which the sun takes the path of an earlier day that was free. */
  readonly repeatedDays: number;
  /** Loss of the first whole days of shade as a share of the newest one; NaN while there are too few days. */
  readonly firstShare: number;
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

/** Oldest values that tell whether a sector was free, and values that must be known. */
const OLDEST = 5;
const NEIGHBOR_VALUES = 10;

/**
 * Level of a sector next to a window before it darkened, from its oldest values; NaN if it has not darkened by half of the
 * depth of the window. What is normal for it may include days on which it was dark already.
 */
function freeNeighbors(track: Track, sector: number, depth: number): number {
  if (sector < 0 || sector >= SECTORS) return Number.NaN;
  const values = valuesOf(track, sector, 0, TRACK_DAYS);
  const free = oldestOf(track, sector);
  return medianOf(values.slice(-shadeTest.days)) - free < 0.5 * depth ? free : Number.NaN;
}

/**
 * Values of the sectors of a window while it was free. What is normal follows a shadow that fills a sector over two weeks,
 * and would let the sector darken later than it did: its oldest values count where they are higher.
 */
function normalsOf(
  track: Track,
  baseline: Baseline,
  [first, last]: readonly [number, number],
): Map<number, number> {
  const normals = new Map<number, number>();
  for (let sector = first; sector <= last; sector++) {
    const normal = baseline.sectors[sector]!;
    const oldest = oldestOf(track, sector);
    normals.set(sector, oldest > normal ? oldest : normal);
  }
  return normals;
}

/** Median of the oldest values of a sector; NaN while few are known. */
function oldestOf(track: Track, sector: number): number {
  const values = valuesOf(track, sector, 0, TRACK_DAYS);
  return values.length < NEIGHBOR_VALUES ? Number.NaN : medianOf(values.slice(0, OLDEST));
}

/** Whether the only sector of a window darkened after one next to it: an edge that the season moves comes from there. */
function isFromNeighbors(
  track: Track,
  baseline: Baseline,
  [first, last]: readonly [number, number],
  depth: number,
): boolean {
  if (first !== last) return false;
  return [first - 1, first + 1].some((sector) => {
    const free = freeNeighbors(track, sector, depth);
    if (Number.isNaN(free)) return false;
    const normals = normalsOf(track, baseline, [first, first]).set(sector, free);
    const { crossingDays, isAtOnce } = crossingOf(track, normals);
    return crossingDays > 0 && !isAtOnce;
  });
}

/** When sectors lost half of the power that they lost in the end, by their normal values. */
function crossingOf(
  track: Track,
  normals: ReadonlyMap<number, number>,
): Pick<ShadeWindow, 'crossingDays' | 'isAtOnce'> {
  let [earliestBefore, latestBefore] = [TRACK_DAYS, -1];
  let [earliestAfter, latestAfter] = [TRACK_DAYS, -1];
  let known = 0;
  for (const [sector, normal] of normals) {
    const losses: number[] = [];
    const rows: number[] = [];
    for (let row = 0; row < TRACK_DAYS; row++) {
      const loss = 1 - Math.exp(sectorLnAt(track, row, sector) - normal);
      if (Number.isNaN(loss)) continue;
      losses.push(loss);
      rows.push(row);
    }
    if (losses.length < 4) continue;
    const half = 0.5 * medianOf(losses.slice(-3));
    let at = losses.length;
    while (at > 0 && medianOf(losses.slice(Math.max(0, at - 2), at + 1)) > half) at--;
    if (at === 0 || at === losses.length) continue;
    known++;
    earliestBefore = Math.min(earliestBefore, rows[at - 1]!);
    latestBefore = Math.max(latestBefore, rows[at - 1]!);
    earliestAfter = Math.min(earliestAfter, rows[at]!);
    latestAfter = Math.max(latestAfter, rows[at]!);
  }
  return {
    crossingDays: known < 2 ? Number.NaN : latestAfter - earliestBefore,
    isAtOnce: latestBefore <= earliestAfter + 1,
  };
}

/** Prior odds that a loss beginning in a window is something new rather than permanent shade that the season reaches. */
const PRIOR_ODDS = 0.25;
/** The same for shade that grows, in relation to something put up. */
const GROWING_ODDS = 0.3;
/** Chance that shade on that many days with a path of the sun that was free before is permanent. */
const REPEATED = 0.05;
const REPEATED_DAYS = 3;
/** Probability from which shade is certainly new. */
export const SURE = 0.75;
/** Share of its later loss that shade must have on its first whole days to have begun on one day. */
const MOST_CREEPING = 0.75;
/** Share from which it was complete on its first day, days needed to say so, and odds in favor of new shade. */
const STEADY_SHARE = 0.92;
const STEADY_DAYS = 5;
const STEADY_ODDS = 3;
/** Edges of obstacles lie along the path of the sun more often than at random: roofs and walls are level. */
const ALIGNED = 2.5;

/**
 * Probability that the shade is new. An obstacle that was always there has fixed edges, and from day to day the path of
 * the sun shifts sideways by the change of declination, d. An edge that crosses the path at a random angle moves along the
 * path by d times the cotangent of that angle, so the chance that a window of length L fills while the path shifts by d is
 * (2 / pi) atan(d / L); edges are rather aligned with the path, which multiplies d. The window must have filled immediately,
 * or its sectors together. While the sun climbs, level edges can only free a module: upright ones remain.
 */
export function newShadeProbability(
  window: ShadeWindow,
  latitudeDeg: number,
  dayOf: (row: number) => number,
): number {
  if (window.rowBefore < 0 || window.hasMoved) return 0;
  const fromDay = dayOf(window.rowBefore);
  const toDay = dayOf(window.row);
  const perDay = Math.abs(declinationOn(toDay + 5) - declinationOn(toDay - 5)) / 10;
  const sectors = window.lastSector - window.firstSector + 1;
  const shift = (days: number) => ALIGNED * (perDay * Math.max(1, days) + 0.02);
  const chance = (days: number, length: number) => (2 / Math.PI) * Math.atan(shift(days) / length);
  const filled = Number.isNaN(window.crossingDays)
    ? chance(window.isSlow ? 365 : toDay - fromDay, SECTOR_DEG)
    : chance(window.crossingDays, Math.max(1, sectors - 1) * SECTOR_DEG);
  const isRepeated = window.repeatedDays >= REPEATED_DAYS;
  // Something put up is as dark on its first day as later. An edge that the season moves darkens a window over days.
  const isCreeping = window.firstShare < MOST_CREEPING;
  const edges = climbing(window, latitudeDeg, toDay);
  const permanent = isRepeated ? REPEATED : isCreeping ? edges : filled * edges;
  const isSudden = window.isAtOnce && !window.isFromNeighbors && !isCreeping;
  const prior = PRIOR_ODDS * (isSudden || isRepeated ? 1 : GROWING_ODDS);
  // An edge that comes from the sector next to it is a step in each sector, too.
  const isSteady = window.days >= STEADY_DAYS && window.firstShare >= STEADY_SHARE && !window.isFromNeighbors;
  const probability = probabilityOf(prior / permanent);
  const steady = isSteady ? probabilityOf((STEADY_ODDS * prior) / permanent) : probability;
  // Steadiness counts only if it makes the shade certain: with a step in the reference of a group, shade looks steady, too.
  return steady >= SURE ? steady : probability;
}

const probabilityOf = (odds: number): number => odds / (1 + odds);

/** Share of edges that can begin to shade: 1 while the sun sinks from day to day, that of upright edges while it climbs. */
function climbing(window: ShadeWindow, latitudeDeg: number, day: number): number {
  const middle = (hourAngleOf(window.firstSector) + hourAngleOf(window.lastSector)) / 2;
  const before = declinationOn(day - 5);
  const after = declinationOn(day + 5);
  const climb = elevationAt(latitudeDeg, after, middle) - elevationAt(latitudeDeg, before, middle);
  if (climb < 0.4 * Math.abs(after - before)) return 1;
  const declination = declinationOn(day);
  const rise =
    elevationAt(latitudeDeg, declination, middle + 1) - elevationAt(latitudeDeg, declination, middle - 1);
  const elevation = elevationAt(latitudeDeg, declination, middle);
  const turn =
    (bearingAt(latitudeDeg, declination, middle + 1) - bearingAt(latitudeDeg, declination, middle - 1)) *
    Math.cos((elevation * Math.PI) / 180);
  return 0.15 + (0.85 * Math.abs(rise)) / Math.hypot(rise, turn);
}
