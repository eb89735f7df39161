// Where the sun is in the sky at a sector of the day, and how that changes with the season.
import { SECTOR_DEG, SECTORS } from './track.ts';

const DAYS_OF_YEAR = 365.2425;

/** Elevation of the sun in degrees at an hour angle, by latitude and declination. */
export function elevationAt(latitudeDeg: number, declinationDeg: number, hourAngleDeg: number): number {
  const rad = Math.PI / 180;
  const sin =
    Math.sin(latitudeDeg * rad) * Math.sin(declinationDeg * rad) +
    Math.cos(latitudeDeg * rad) * Math.cos(declinationDeg * rad) * Math.cos(hourAngleDeg * rad);
  return Math.asin(Math.min(1, Math.max(-1, sin))) / rad;
}

/** Hour angle at the middle of a sector, degrees. */
export const hourAngleOf = (sector: number): number => -90 + (sector + 0.5) * SECTOR_DEG;

/** Azimuth of the sun as an angle from the meridian towards the equator, degrees, positive in the afternoon. */
export function bearingAt(latitudeDeg: number, declinationDeg: number, hourAngleDeg: number): number {
  const rad = Math.PI / 180;
  const mirror = latitudeDeg < 0 ? -1 : 1;
  const [lat, dec, hour] = [mirror * latitudeDeg * rad, mirror * declinationDeg * rad, hourAngleDeg * rad];
  const side = Math.cos(dec) * Math.sin(hour);
  const front = Math.cos(dec) * Math.cos(hour) * Math.sin(lat) - Math.sin(dec) * Math.cos(lat);
  return Math.atan2(side, front) / rad;
}

/** Declination of the sun in degrees on a day number, within 0.05 degrees (Spencer 1971). */
export function declinationOn(day: number): number {
  const turn = (2 * Math.PI * day) / DAYS_OF_YEAR;
  const rad =
    0.006918 -
    0.399912 * Math.cos(turn) +
    0.070257 * Math.sin(turn) -
    0.006758 * Math.cos(2 * turn) +
    0.000907 * Math.sin(2 * turn) -
    0.002697 * Math.cos(3 * turn) +
    0.00148 * Math.sin(3 * turn);
  return (rad * 180) / Math.PI;
}

/** Bearing (from the meridian towards the equator) and elevation of the sun at the middles of the sectors, degrees. */
export interface SunPath {
  readonly bearing: Float64Array;
  readonly elevation: Float64Array;
}

/** Paths at the newest latitude by declination: all modules of a plant need the same few dozen. */
const known = { latitudeDeg: Number.NaN, paths: new Map<number, SunPath>() };
const MOST_KNOWN = 400;

/** The path of the sun at a declination, degrees. */
export function sunPathAt(latitudeDeg: number, declinationDeg: number): SunPath {
  if (known.latitudeDeg !== latitudeDeg || known.paths.size >= MOST_KNOWN) {
    known.latitudeDeg = latitudeDeg;
    known.paths.clear();
  }
  const path = known.paths.get(declinationDeg) ?? newPath(latitudeDeg, declinationDeg);
  known.paths.set(declinationDeg, path);
  return path;
}

function newPath(latitudeDeg: number, declinationDeg: number): SunPath {
  const at = (of: typeof bearingAt) =>
    Float64Array.from({ length: SECTORS }, (_, sector) =>
      of(latitudeDeg, declinationDeg, hourAngleOf(sector)),
    );
  return { bearing: at(bearingAt), elevation: at(elevationAt) };
}

/** The path of the sun on a day number. */
export const sunPathOn = (latitudeDeg: number, day: number): SunPath =>
  sunPathAt(latitudeDeg, declinationOn(day));
