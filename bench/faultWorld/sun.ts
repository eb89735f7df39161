// Position of the sun after Michalsky, "The Astronomical Almanac's algorithm for approximate solar position (1950-2050)",
// Solar Energy 40 (1988), 227-235; 0.01 degrees. Deliberately another algorithm than the one under test.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';

const RAD = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);

/** Angles of the sun in degrees, one value per minute. */
export interface SunMinutes {
  readonly elevation: Float64Array;
  /** Clockwise from north, 0 to 360. */
  readonly azimuth: Float64Array;
  /** Extraterrestrial normal irradiance in W/m² of this day. */
  readonly extraWm2: number;
}

/** Declination and right ascension in rad, and Greenwich mean sidereal time in h. */
function almanac(ms: number): { dec: number; ra: number; gmst: number } {
  const n = (ms - J2000_MS) / DAY_MS;
  const meanLongitude = 280.46 + 0.9856474 * n;
  const anomaly = (357.528 + 0.9856003 * n) * RAD;
  const longitude = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD;
  const obliquity = (23.439 - 0.0000004 * n) * RAD;
  const ra = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude));
  const dec = Math.asin(Math.sin(obliquity) * Math.sin(longitude));
  const hour = (((ms / HOUR_MS) % 24) + 24) % 24;
  return { dec, ra, gmst: 6.697375 + 0.0657098242 * n + hour };
}

/** Bennett, J. Navigation 35 (1982): refraction in degrees for a true elevation in degrees. */
const refraction = (elevation: number): number =>
  elevation < -1 || elevation > 60 ? 0 : 0.0167 / Math.tan((elevation + 7.31 / (elevation + 4.4)) * RAD);

/** The sun over a place for `minutes` from `startMs` on, at the middle of each minute. */
export function sunMinutes(
  latitude: number,
  longitude: number,
  startMs: number,
  minutes: number,
): SunMinutes {
  const elevation = new Float64Array(minutes);
  const azimuth = new Float64Array(minutes);
  const [sinLat, cosLat] = [Math.sin(latitude * RAD), Math.cos(latitude * RAD)];
  let { dec, ra, gmst } = almanac(startMs);
  let [sinDec, cosDec] = [Math.sin(dec), Math.cos(dec)];
  for (let m = 0; m < minutes; m++) {
    // Declination moves by at most 0.017 degrees an hour.
    if (m % 20 === 0) {
      ({ dec, ra, gmst } = almanac(startMs + (m + 0.5) * 60_000));
      [sinDec, cosDec] = [Math.sin(dec), Math.cos(dec)];
    }
    const hourAngle = (gmst + (m % 20) * (1.0027379 / 60)) * 15 * RAD + longitude * RAD - ra;
    const [sinHour, cosHour] = [Math.sin(hourAngle), Math.cos(hourAngle)];
    const sinEl = sinLat * sinDec + cosLat * cosDec * cosHour;
    const el = Math.asin(sinEl) / RAD;
    elevation[m] = el + refraction(el);
    const az = Math.atan2(-cosDec * sinHour, sinDec * cosLat - cosDec * cosHour * sinLat) / RAD;
    azimuth[m] = az < 0 ? az + 360 : az;
  }
  const dayAngle = (2 * Math.PI * ((startMs / DAY_MS) % 365.2425)) / 365.2425;
  return { elevation, azimuth, extraWm2: 1361.1 * (1 + 0.0334 * Math.cos(dayAngle - 0.05)) };
}
