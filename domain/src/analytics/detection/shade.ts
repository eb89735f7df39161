// New shade on a module: some sectors of the day are lower than before whenever the sun shines directly, the others and
// the cloudy days are not. Seasons move permanent shade too, so how it began decides.
import type { Baseline } from './baseline.ts';
import { medianOf } from './stats.ts';
import { SECTOR_DEG, SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';

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
  /** Share of a clear day's energy that is lost. */
  readonly loss: number;
  /** Sunny days since. */
  readonly days: number;
  /** Days with a value between free and shaded: 0 for something put up, many where the season brings it. */
  readonly between: number;
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
function windowLevel(
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
): ShadeWindow | null {
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
  if (best === null || most < shadeTest.leastLoss) return null;
  return {
    firstSector: best[0],
    lastSector: best[1],
    loss: most,
    ...beginningOf(track, baseline, best, weights),
  };
}

/** When and how the loss in a window began. */
function beginningOf(
  track: Track,
  baseline: Baseline,
  window: readonly [number, number],
  weights: Float64Array,
): Pick<ShadeWindow, 'row' | 'rowBefore' | 'depth' | 'days' | 'between'> {
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
  return {
    row: rows[free] ?? TRACK_DAYS - 1,
    rowBefore: rows[free - 1] ?? -1,
    depth,
    days: series.length - first,
    between: first - free,
  };
}

/** Elevation of the sun in degrees at an hour angle, by latitude and declination. */
export function elevationAt(latitudeDeg: number, declinationDeg: number, hourAngleDeg: number): number {
  const rad = Math.PI / 180;
  const sin =
    Math.sin(latitudeDeg * rad) * Math.sin(declinationDeg * rad) +
    Math.cos(latitudeDeg * rad) * Math.cos(declinationDeg * rad) * Math.cos(hourAngleDeg * rad);
  return Math.asin(Math.min(1, Math.max(-1, sin))) / rad;
}

/** Declination of the sun in degrees on a day number, within half a degree. */
export const declinationOn = (day: number): number =>
  -23.44 * Math.cos((2 * Math.PI * (((day % 365.2425) + 10) % 365.2425)) / 365.2425);

/** Hour angle at the middle of a sector, degrees. */
export const hourAngleOf = (sector: number): number => -90 + (sector + 0.5) * SECTOR_DEG;

/** Prior odds that a loss beginning in a window is something new rather than permanent shade that the season reaches. */
const PRIOR_ODDS = 0.25;

/**
 * Probability that the shade is new. An obstacle that was always there has a fixed edge: the sun crosses it at different
 * days in different sectors, so the window fills over the days that the sun needs to move by the window's height. The
 * chance that all of it fills between two sunny days is the ratio of the two movements. Where the sun climbs from day to
 * day, obstacles on the ground can only free a module.
 */
export function newShadeProbability(
  window: ShadeWindow,
  latitudeDeg: number,
  dayOf: (row: number) => number,
): number {
  if (window.rowBefore < 0) return 0;
  const before = declinationOn(dayOf(window.rowBefore));
  const after = declinationOn(dayOf(window.row));
  const middle = (hourAngleOf(window.firstSector) + hourAngleOf(window.lastSector)) / 2;
  const moved = elevationAt(latitudeDeg, after, middle) - elevationAt(latitudeDeg, before, middle);
  let low = 90;
  let high = -90;
  for (let sector = window.firstSector; sector <= window.lastSector; sector++) {
    for (const side of [-0.5, 0.5]) {
      const elevation = elevationAt(latitudeDeg, after, hourAngleOf(sector) + side * SECTOR_DEG);
      low = Math.min(low, elevation);
      high = Math.max(high, elevation);
    }
  }
  const permanent = moved > 0 ? 0.05 : Math.min(1, (Math.abs(moved) + 0.05) / (high - low + 0.5));
  // Intermediate days speak for an edge that moves.
  const odds = (PRIOR_ODDS / permanent) * 0.5 ** window.between;
  return odds / (1 + odds);
}
