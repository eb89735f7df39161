// Which days of a loss of all power tell: how much of their light is known, and whether snow came right before.
import type { LevelAlarm } from './level.ts';
import { FLAG, flagsAt, SECTORS, sectorLnAt, TRACK_DAYS, type Track, wideAt } from './track.ts';

/**
 * Sectors with direct light that make a day a sunny one, and the share of a clear day's energy in them: grazing light in the
 * morning shows the direction of a module rather than its power, and may be all that is known where inverters clip.
 */
const SUNNY_SECTORS = 3;
const SUNNY_SHARE = 0.15;
/** Sectors with direct light on a row, and their share of a clear day's energy. */
function directLight(track: Track, weights: Float64Array, row: number): { known: number; share: number } {
  let [known, share, total] = [0, 0, 0];
  for (let sector = 0; sector < SECTORS; sector++) {
    total += weights[sector]!;
    if (Number.isNaN(sectorLnAt(track, row, sector))) continue;
    known++;
    share += weights[sector]!;
  }
  return { known, share: total > 0 ? share / total : 0 };
}

/** Good days with direct light from a row on, by the clear-sky energy of the sectors. */
export function sunnyDays(track: Track, weights: Float64Array, firstRow: number): number {
  let days = 0;
  for (let row = firstRow; row < TRACK_DAYS; row++) {
    if (!(flagsAt(track, row) & FLAG.good)) continue;
    const { known, share } = directLight(track, weights, row);
    if (known >= SUNNY_SECTORS && share >= SUNNY_SHARE) days++;
  }
  return days;
}

/**
 * Days from a row on whose level shows half of a loss and comes from more than single half hours: from direct light that
 * matters, from diffuse light, or from all of the day where no half hour is steady.
 */
export function tellingDays(
  track: Track,
  weights: Float64Array,
  levels: Float64Array,
  { row: firstRow, drop }: Pick<LevelAlarm, 'row' | 'drop'>,
): number {
  let days = 0;
  for (let row = firstRow; row < TRACK_DAYS; row++) {
    if (!(levels[row]! <= drop / 2)) continue;
    const { known, share } = directLight(track, weights, row);
    if (known === 0 || share >= SUNNY_SHARE || wideAt(track, row, 'diffuse') > 0) days++;
  }
  return days;
}

/** Good days with a loss that began with snow, and days before it that count: snow may stay on a part of a single module. */
export const AFTER_SNOW = 3;
const SNOW_BEFORE = 3;

/** Whether snow may have lain right before a row. */
export function isAfterSnow(track: Track, row: number): boolean {
  for (let before = Math.max(0, row - SNOW_BEFORE); before < row; before++)
    if (flagsAt(track, before) & FLAG.snow) return true;
  return false;
}
