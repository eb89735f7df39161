// Shade that something added: a place of the sky is dark now although the sun was seen there when it was lower. Obstacles
// on the ground or on the roof cover all of the sky below their upper edge, so permanent shade never begins above a free place.
import type { Baseline } from './baseline.ts';
import { BAND_DEG, emptySky, type Sky, type SkyPath, skyPaths } from './sky.ts';
import { type SunPath, sunPathOn } from './sunPath.ts';
import { dayOfRow, SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';

/** Loss (logarithm) by which a sector must be darker than it was under a lower sun. */
const DARKER = 0.15;
/** Share of the present loss that may have been there before: deep shade deepens as direct light gains in the season. */
const DARK_BEFORE = 0.4;
/** Degrees by which the sun must have been lower, beyond the errors of the model. */
const LOWER_DEG = 0.3;
/** Sectors in a row that must have darkened: a narrow shadow may lie between the middles of two sectors. */
const LEAST_SECTORS = 2;
/** Sunny days on which it must show, and days within which they must lie. */
const DAYS = 3;
const WITHIN_DAYS = 25;
/** Share of a clear day that must be lost. */
const LEAST_LOSS = 0.03;
/** Share of the window, by energy, that a day must know, and that must be dark on it. */
const SEEN = 0.6;

export interface AddedShade {
  readonly window: readonly [number, number];
  /** What is normal for the module, with what its sectors gave under a lower sun where it is more. */
  readonly baseline: Baseline;
}

/** Bearings further apart than this between two sectors pass behind the observer: the sun is near the zenith. */
const MOST_APART_DEG = 90;

/** Degrees by which the middle of a band of the sky must be lower: the sun was anywhere in it. */
const LOWER_BAND_DEG = LOWER_DEG + BAND_DEG / 2;

/**
 * Least ratio (logarithm) that a module gave where another path of the sun has the bearing of a place, if the sun was lower
 * there by at least `by` degrees; NaN if it was not, or is not known.
 */
function ratioBelow(
  { path, lnAt }: SkyPath,
  place: { readonly sector: number; readonly bearing: number; readonly elevation: number },
  by: number,
): number {
  let [best, distance] = [Number.NaN, Number.POSITIVE_INFINITY];
  for (let sector = 0; sector + 1 < SECTORS; sector++) {
    const [from, to] = [path.bearing[sector]!, path.bearing[sector + 1]!];
    if (Math.abs(to - from) > MOST_APART_DEG || to === from) continue;
    const share = (place.bearing - from) / (to - from);
    if (share < 0 || share > 1 || Math.abs(sector + share - place.sector) > distance) continue;
    distance = Math.abs(sector + share - place.sector);
    const elevation =
      path.elevation[sector]! + share * (path.elevation[sector + 1]! - path.elevation[sector]!);
    best = elevation > place.elevation - by ? Number.NaN : Math.min(lnAt(sector), lnAt(sector + 1));
  }
  return best;
}

/** What is known of a module by its track, and of the time before. */
interface Known {
  readonly track: Track;
  readonly pathOf: (row: number) => SunPath;
  readonly older: readonly SkyPath[];
}

/** Share of the days up to the last free one that must have been free: a shaded reference makes single days look free. */
const MOSTLY_FREE = 0.7;

/** Whether a sector has darkened from what it had before. */
const hasDarkened = (before: number, now: number): boolean =>
  before - now > DARKER && before > DARK_BEFORE * now;

/**
 * Ratio that each sector of a row had at the same bearing under a lower sun: the second best of all days, NaN if unknown or
 * if the place was not free on most days until it darkened permanently.
 */
function ratiosBelow({ track, pathOf, older }: Known, row: number, sectors: readonly number[]): Float64Array {
  const below = new Float64Array(SECTORS).fill(Number.NaN);
  const path = pathOf(row);
  for (const sector of sectors) {
    const now = sectorLnAt(track, row, sector);
    let [best, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [days, free, freeShare] = [0, 0, 0];
    const place = { sector, bearing: path.bearing[sector]!, elevation: path.elevation[sector]! };
    const count = (value: number) => {
      if (value > best) [best, second] = [value, best];
      else if (value > second) second = value;
      if (Number.isNaN(value)) return;
      days++;
      if (hasDarkened(value, now)) freeShare = ++free / days;
    };
    for (const band of older) count(ratioBelow(band, place, LOWER_BAND_DEG));
    for (let before = 0; before < row; before++) {
      const lnAt = (at: number) => sectorLnAt(track, before, at);
      count(ratioBelow({ path: pathOf(before), lnAt }, place, LOWER_DEG));
    }
    if (Number.isFinite(second) && freeShare >= MOSTLY_FREE) below[sector] = second;
  }
  return below;
}

/** Sectors of a row that are dark although they were free under a lower sun; `below` gets what they had. */
function addedOn(known: Known, row: number, below: Float64Array): boolean[] {
  const { track } = known;
  const dark: number[] = [];
  for (let sector = 0; sector < SECTORS; sector++)
    if (sectorLnAt(track, row, sector) < -DARKER) dark.push(sector);
  below.set(ratiosBelow(known, row, dark));
  return Array.from({ length: SECTORS }, (_, sector) =>
    hasDarkened(below[sector]!, sectorLnAt(track, row, sector)),
  );
}

/** The run of added sectors that costs most energy, and its share of a clear day; null if it is too short or too small. */
function costliestRun(
  isAdded: readonly boolean[],
  lossOf: (sector: number) => number,
): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let most = LEAST_LOSS;
  for (let first = 0; first < SECTORS; first++) {
    if (!isAdded[first]) continue;
    let last = first;
    let loss = 0;
    for (; last < SECTORS && isAdded[last]; last++) loss += lossOf(last);
    if (last - first >= LEAST_SECTORS && loss > most) [best, most] = [[first, last - 1], loss];
    first = last;
  }
  return best;
}

/**
 * The window of shade that something has added, on the newest day and the sunny days before; null without any. `sky`: what
 * the module gave before its track begins.
 */
export function addedShade(
  track: Track,
  latitudeDeg: number,
  baseline: Baseline,
  weights: Float64Array,
  sky: Sky = emptySky(),
): AddedShade | null {
  const newest = TRACK_DAYS - 1;
  const isDark = (sector: number) => sectorLnAt(track, newest, sector) < -DARKER;
  let hasDark = false;
  for (let sector = 0; sector + 1 < SECTORS; sector++) hasDark ||= isDark(sector) && isDark(sector + 1);
  if (!hasDark) return null;
  const paths = new Map<number, SunPath>();
  const pathOf = (row: number): SunPath => {
    const path = paths.get(row) ?? sunPathOn(latitudeDeg, dayOfRow(track, row));
    paths.set(row, path);
    return path;
  };
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) return null;
  const below = new Float64Array(SECTORS).fill(Number.NaN);
  const known: Known = { track, pathOf, older: skyPaths(sky, latitudeDeg) };
  const isAdded = addedOn(known, newest, below);
  const window = costliestRun(
    isAdded,
    (sector) =>
      (weights[sector]! * (Math.exp(below[sector]!) - Math.exp(sectorLnAt(track, newest, sector)))) / total,
  );
  if (window === null) return null;
  const [first, last] = window;
  let days = 1;
  const scratch = new Float64Array(SECTORS);
  for (let row = newest - 1; row > newest - WITHIN_DAYS && days < DAYS; row--) {
    let [seen, all] = [0, 0];
    for (let sector = first; sector <= last; sector++) {
      all += weights[sector]!;
      if (!Number.isNaN(sectorLnAt(track, row, sector))) seen += weights[sector]!;
    }
    if (seen < SEEN * all) continue;
    const added = addedOn(known, row, scratch);
    let dark = 0;
    for (let sector = first; sector <= last; sector++) if (added[sector]) dark += weights[sector]!;
    if (dark < SEEN * seen) return null;
    days++;
  }
  if (days < DAYS) return null;
  const sectors = baseline.sectors.slice();
  for (let sector = first; sector <= last; sector++)
    if (!(sectors[sector]! >= below[sector]!)) sectors[sector] = below[sector]!;
  return { window, baseline: { ...baseline, sectors } };
}
