// When the sectors of a window darkened: something put up darkens all of them together, a shadow that the season moves one
// after the other.
import type { Baseline } from './baseline.ts';
import { valuesOf } from './movedShade.ts';
import { medianOf } from './stats.ts';
import { SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';

export interface Crossing {
  /**
   * Days within which all sectors came to half of their depth, as far as sunny days tell; NaN if fewer than two sectors
   * tell.
   */
  readonly crossingDays: number;
  /** Whether one day can explain all sectors. */
  readonly isAtOnce: boolean;
}

/** Newest values whose median shows how dark a sector is. */
const NEWEST = 3;
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
  return medianOf(values.slice(-NEWEST)) - free < 0.5 * depth ? free : Number.NaN;
}

/**
 * Values of the sectors of a window while it was free. What is normal follows a shadow that fills a sector over two weeks,
 * and would let the sector darken later than it did: its oldest values count where they are higher.
 */
export function normalsOf(
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

/** Whether a window darkened after a sector next to it: an edge that the season moves comes from there. */
export function isFromNeighbors(
  track: Track,
  baseline: Baseline,
  [first, last]: readonly [number, number],
  depth: number,
): boolean {
  return [first - 1, first + 1].some((sector) => {
    const free = freeNeighbors(track, sector, depth);
    if (Number.isNaN(free)) return false;
    const normals = normalsOf(track, baseline, [first, last]).set(sector, free);
    const { crossingDays, isAtOnce } = crossingOf(track, normals);
    return crossingDays > 0 && !isAtOnce;
  });
}

/** When sectors lost half of the power that they lost in the end, by their normal values. */
export function crossingOf(track: Track, normals: ReadonlyMap<number, number>): Crossing {
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
