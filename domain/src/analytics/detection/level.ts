// The level of a module day by day: how far it lies below what is normal for it, apart from shade.
//
// y(d) is a weighted quantile over the sectors of the day (and its diffuse part) of ln(ratio) - ln(normal ratio), somewhat
// above the median. Shade moves some of the sectors and leaves it alone; what takes a share of all power moves it.
//
// Sequential test: one-sided CUSUM (Page 1954) on z = (-y - k) / s, z limited to [-3, 4] so that no single day decides,
// with allowance k = 0.02 (half of the smallest loss to be found, 4 %) and alarm at h = 8. s is the robust standard
// deviation of the module's own undisturbed days, at least 1.2 %. For independent normal y the mean of z is -1.7, and by
// Siegmund's approximation the mean time between false alarms is above exp(2 * 1.7 * 8) / 6 = 1e11 days. Real series
// drift rather than scatter: drift below the allowance never accumulates, because the normal ratio follows it.
import type { Baseline } from './baseline.ts';
import { clamp, medianOf, robustSigma, weightedQuantileOfFirst } from './stats.ts';
import { FLAG, flagsAt, SECTORS, sectorLnAt, TRACK_DAYS, type Track, wideAt } from './track.ts';

export const levelTest = {
  allowance: 0.02,
  alarm: 8,
  leastSigma: 0.012,
  /** Smallest lasting loss that is reported. */
  leastDrop: 0.035,
  /** Good days below that are needed, fewer for large losses. */
  days: 3,
  fewDays: 2,
  largeDrop: 0.2,
} as const;

const LEVEL_QUANTILE = 0.6;

const values = new Float64Array(SECTORS + 1);
const weights = new Float64Array(SECTORS + 1);

/**
 * Level of a row, as a logarithm relative to the baseline; NaN if the row cannot be compared. `sectorWeights` is the
 * clear-sky energy by sector.
 */
export function levelOfRow(
  track: Track,
  row: number,
  baseline: Baseline,
  sectorWeights: Float64Array,
): number {
  let count = 0;
  let total = 0;
  for (let sector = 0; sector < SECTORS; sector++) {
    const delta = sectorLnAt(track, row, sector) - baseline.sectors[sector]!;
    if (Number.isNaN(delta) || !(sectorWeights[sector]! > 0)) continue;
    values[count] = delta;
    weights[count++] = sectorWeights[sector]!;
    total += sectorWeights[sector]!;
  }
  const diffuse = Math.log(wideAt(track, row, 'diffuse')) - baseline.diffuse;
  if (Number.isFinite(diffuse)) {
    values[count] = diffuse;
    weights[count++] = Math.max(0.15, 0.35 * total);
  }
  if (count === 0) {
    const delta = Math.log(wideAt(track, row, 'ratio')) - baseline.ratio;
    return Number.isFinite(delta) ? delta : Number.NaN;
  }
  return weightedQuantileOfFirst(values, weights, count, LEVEL_QUANTILE);
}

/** Levels of all rows of a track; NaN where a day is not good. */
export function levelsOf(track: Track, baseline: Baseline, sectorWeights: Float64Array): Float64Array {
  const levels = new Float64Array(TRACK_DAYS).fill(Number.NaN);
  for (let row = 0; row < TRACK_DAYS; row++)
    if (flagsAt(track, row) & FLAG.good) levels[row] = levelOfRow(track, row, baseline, sectorWeights);
  return levels;
}

/**
 * Levels of rows without what diffuse light does not share: on a day with direct light in a few sectors, shade on these
 * sectors is all that is known of the direct light. What takes a share of all power takes it from diffuse light as well.
 */
export const commonLevels = (track: Track, baseline: Baseline, levels: Float64Array): Float64Array =>
  levels.map((level, row) => {
    const diffuse = Math.log(wideAt(track, row, 'diffuse')) - baseline.diffuse;
    return Number.isFinite(diffuse) ? Math.max(level, diffuse) : level;
  });

/** Standard deviation of a day's level: of the baseline's days, mixed with a cautious guess while they are few. */
export function levelSigma(levels: Float64Array, rows: Int32Array, count: number, guess: number): number {
  const known: number[] = [];
  for (let i = 0; i < count; i++) known.push(levels[rows[i]!]!);
  const own = robustSigma(known, medianOf(known));
  const weight = count / (count + 6);
  const mixed = Number.isFinite(own) ? Math.sqrt(weight * own ** 2 + (1 - weight) * guess ** 2) : guess;
  return Math.max(levelTest.leastSigma, mixed);
}

export interface LevelAlarm {
  /** Row of the first day of the loss. */
  readonly row: number;
  /** Median level since, a negative logarithm. */
  readonly drop: number;
  /** Good days since. */
  readonly days: number;
  /** Standard deviation of a day. */
  readonly sigma: number;
  readonly score: number;
}

/** Whether the CUSUM over the newest rows raises an alarm on the newest good day, and since when. */
export function levelAlarm(levels: Float64Array, sigma: number): LevelAlarm | null {
  let score = 0;
  let since = -1;
  for (let row = 0; row < TRACK_DAYS; row++) {
    const level = levels[row]!;
    if (Number.isNaN(level)) continue;
    const z = clamp((-level - levelTest.allowance) / sigma, -3, 4);
    if (score === 0 && z > 0) since = row;
    score = Math.max(0, score + z);
    // A long healthy stretch ends what came before; a long loss needs no more evidence.
    score = Math.min(score, 3 * levelTest.alarm);
  }
  if (score < levelTest.alarm * 0.9 || since < 0) return null;
  const after = levels.subarray(since).filter((level) => !Number.isNaN(level));
  const drop = medianOf(after);
  const needed = drop < -levelTest.largeDrop ? levelTest.fewDays : levelTest.days;
  // The newest days must still show it.
  const newest = medianOf(after.slice(-2));
  if (drop > -levelTest.leastDrop || after.length < needed || newest > 0.5 * drop) return null;
  return { row: since, drop, days: after.length, sigma, score };
}
