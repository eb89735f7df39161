// Shade that moves along the day: the season takes the shadow of an obstacle from one part of the day to the next.
import type { Baseline } from './baseline.ts';
import { medianOf } from './stats.ts';
import { SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';

/** Rows before the beginning of shade in which the sector next to it may have been dark, and values that count. */
const BEFORE_ROWS = 25;
const VALUES = 3;
const LEAST_VALUES = 2;
/** Share of the depth of the shade by which the sector next to it must have become brighter. */
const FREED = 0.5;

/** Known values of a sector in the rows from one up to but not including another, logarithms. */
export function valuesOf(track: Track, sector: number, from: number, to: number): number[] {
  const values: number[] = [];
  for (let row = Math.max(0, from); row < Math.min(TRACK_DAYS, to); row++) {
    const value = sectorLnAt(track, row, sector);
    if (!Number.isNaN(value)) values.push(value);
  }
  return values;
}

/**
 * Whether the sector before or after a window became free as the window darkened. Something new or grown adds shade; a
 * shadow that leaves a sector and enters the next one is the same one. `row` is the first dark day of the window, `depth`
 * its depth, a negative logarithm.
 */
export function hasMoved(
  track: Track,
  [first, last]: readonly [number, number],
  row: number,
  depth: number,
): boolean {
  return [first - 1, last + 1].some((sector) => {
    if (sector < 0 || sector >= SECTORS) return false;
    const before = valuesOf(track, sector, row - BEFORE_ROWS, row).slice(-VALUES);
    const since = valuesOf(track, sector, row, TRACK_DAYS);
    if (before.length < LEAST_VALUES || since.length < LEAST_VALUES) return false;
    return medianOf(since) - medianOf(before) > -FREED * depth;
  });
}

/** Sectors on either side of a window within which the season may have moved its shadow, and the share of its loss that must be new. */
const AROUND = 3;
const ADDED = 0.5;

/**
 * Whether the shade of a window was there before in other sectors around it: the total loss there, compared with healthy
 * modules, has grown by less than half of what the window lost against its normal values. Those come from up to 60 days, in
 * which a shadow crosses several sectors; the days right before the beginning show where it was last.
 */
export function isRearranged(
  track: Track,
  [first, last]: readonly [number, number],
  row: number,
  baseline: Baseline,
  weights: Float64Array,
): boolean {
  let [claimed, added] = [0, 0];
  for (let sector = Math.max(0, first - AROUND); sector <= Math.min(SECTORS - 1, last + AROUND); sector++) {
    const since = medianOf(valuesOf(track, sector, row, TRACK_DAYS));
    if (Number.isNaN(since)) continue;
    const normal = baseline.sectors[sector]!;
    const recent = medianOf(valuesOf(track, sector, row - BEFORE_ROWS, row));
    const before = Number.isNaN(recent) ? normal : recent;
    if (Number.isNaN(before)) continue;
    added += weights[sector]! * (Math.exp(before) - Math.exp(since));
    if (sector >= first && sector <= last)
      claimed += weights[sector]! * Math.max(0, Math.exp(normal) - Math.exp(since));
  }
  return claimed > 0 && added < ADDED * claimed;
}
