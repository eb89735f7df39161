// What a module gave at the places of the sky, longer ago than its track reaches: by sector of the day and declination of the
// sun. Around solstices the sun returns to places where it was months before.
import { packBytes, unpackBytes } from './pack.ts';
import { declinationOn, type SunPath, sunPathAt } from './sunPath.ts';
import { dayOfRow, FLAG, flagsAt, SECTORS, sectorRatioAt, TRACK_DAYS, type Track } from './track.ts';

/** Bands of declination, degrees, from the lowest one of the year on. */
const LOWEST_DEG = -24;
export const BAND_DEG = 1;
const BANDS = 48;
/** Steps of a ratio; 0 is unknown. */
const STEPS = 160;

/** A byte per band and sector. */
export type Sky = Uint8Array;

export const emptySky = (): Sky => new Uint8Array(BANDS * SECTORS);

export const packSky = (sky: Sky): string => (sky.some((byte) => byte > 0) ? packBytes(sky) : '');

/** A stored sky; empty if the text is not usable. */
export function unpackSky(text: unknown): Sky {
  const stored = unpackBytes(text);
  const sky = emptySky();
  if (stored.length === sky.length) sky.set(stored);
  return sky;
}

const bandOf = (declinationDeg: number): number =>
  Math.min(BANDS - 1, Math.max(0, Math.floor((declinationDeg - LOWEST_DEG) / BAND_DEG)));

/** Keeps the good rows that leave a track when `day` becomes its newest one; newer values count as much as all before. */
export function rememberSky(sky: Sky, track: Track, day: number): void {
  if (track.lastDay === null) return;
  const leaving = Math.min(TRACK_DAYS, day - track.lastDay);
  for (let row = 0; row < leaving; row++) {
    if ((flagsAt(track, row) & (FLAG.good | FLAG.odd)) !== FLAG.good) continue;
    const band = bandOf(declinationOn(dayOfRow(track, row)));
    for (let sector = 0; sector < SECTORS; sector++) {
      const ratio = sectorRatioAt(track, row, sector);
      if (Number.isNaN(ratio)) continue;
      const at = band * SECTORS + sector;
      const before = sky[at]! === 0 ? ratio : sky[at]! / STEPS;
      sky[at] = Math.min(255, Math.max(1, Math.round(((before + ratio) / 2) * STEPS)));
    }
  }
}

/** The path of the sun in the middle of a band, and what the module gave on it. */
export interface SkyPath {
  readonly path: SunPath;
  /** Logarithm of the ratio in a sector; NaN if unknown. */
  lnAt(sector: number): number;
}

/** The bands of which anything is known. */
export function skyPaths(sky: Sky, latitudeDeg: number): SkyPath[] {
  const result: SkyPath[] = [];
  for (let band = 0; band < BANDS; band++) {
    const bytes = sky.subarray(band * SECTORS, (band + 1) * SECTORS);
    if (bytes.every((byte) => byte === 0)) continue;
    result.push({
      path: sunPathAt(latitudeDeg, LOWEST_DEG + (band + 0.5) * BAND_DEG),
      lnAt: (sector) => (bytes[sector]! === 0 ? Number.NaN : Math.log(bytes[sector]! / STEPS)),
    });
  }
  return result;
}
