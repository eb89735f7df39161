// Sunrise, solar noon and sunset.
import { DAY_MS } from '../../duration.ts';
import { geocentricSun } from './ephemeris.ts';

const RAD = Math.PI / 180;
/** Height of the center of the sun at rise and set: radius of the disc and refraction at the horizon, degrees. */
const RISE_HEIGHT_DEG = -0.8333;

export interface SunEvents {
  readonly noonMs: number;
  /** Null if the sun stays above or below the horizon. */
  readonly riseMs: number | null;
  readonly setMs: number | null;
  /** True if the sun is above the horizon at noon. */
  readonly isUpAtNoon: boolean;
}

/** The solar noon closest to an instant (ms UTC) at a longitude in degrees east; within a second. */
export function noonNear(ms: number, longitude: number): number {
  let noonMs = ms;
  for (let round = 0; round < 3; round++) {
    const noonOfUtcDay =
      DAY_MS / 2 - (longitude / 360) * DAY_MS - geocentricSun(noonMs).equationOfTimeMin * 60_000;
    noonMs = Math.round((ms - noonOfUtcDay) / DAY_MS) * DAY_MS + noonOfUtcDay;
  }
  return noonMs;
}

/** Hour angle in radians at which the sun is at the horizon; null if it is not on that day. */
export function horizonAngle(ms: number, latitude: number): number | null {
  const { declination } = geocentricSun(ms);
  const phi = latitude * RAD;
  const cosine =
    (Math.sin(RISE_HEIGHT_DEG * RAD) - Math.sin(phi) * Math.sin(declination)) /
    (Math.cos(phi) * Math.cos(declination));
  return Math.abs(cosine) > 1 ? null : Math.acos(cosine);
}

/**
 * Rise, noon and set of the sun on the day whose solar noon is closest to `nearMs` (ms UTC), at sea level with a free
 * horizon; within a few seconds.
 */
export function sunEvents(nearMs: number, latitude: number, longitude: number): SunEvents {
  const noonMs = noonNear(nearMs, longitude);
  const eventAt = (side: -1 | 1): number | null => {
    let at = noonMs;
    for (let round = 0; round < 4; round++) {
      const angle = horizonAngle(at, latitude);
      if (angle === null) return null;
      // Noon by the equation of time of the event itself.
      const drift = (geocentricSun(noonMs).equationOfTimeMin - geocentricSun(at).equationOfTimeMin) * 60_000;
      at = noonMs + drift + side * (angle / (2 * Math.PI)) * DAY_MS;
    }
    return at;
  };
  const noonHeight = Math.PI / 2 - Math.abs(latitude * RAD - geocentricSun(noonMs).declination);
  return {
    noonMs,
    riseMs: eventAt(-1),
    setMs: eventAt(1),
    isUpAtNoon: noonHeight > RISE_HEIGHT_DEG * RAD,
  };
}
