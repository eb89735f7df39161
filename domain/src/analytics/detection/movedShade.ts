// Shade that moves along the day: the season takes the shadow of an obstacle from one part of the day to the next.
import { medianOf } from './stats.ts';
import { SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';

/** Rows before the beginning of shade in which the sector next to it may have been dark, and values that count. */
const BEFORE_ROWS = 25;
const VALUES = 3;
const LEAST_VALUES = 2;
/** Share of the depth of the shade by which the sector next to it must have become brighter. */
const FREED = 0.5;

function valuesOf(track: Track, sector: number, from: number, to: number): number[] {
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
