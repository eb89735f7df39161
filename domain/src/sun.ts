// Position of the sun, clear-sky irradiance on a module, and the module's power. Angles in degrees at the
// interface, radians inside; irradiance in W/m².
import { DAY_MS } from './duration.ts';

const RAD = Math.PI / 180;
const SOLAR_CONSTANT = 1366.1;
/** Light that the ground gives back: the usual value for grass and roofs. */
const ALBEDO = 0.2;
/** Below this height the direct beam is left out: the split of clear-sky light is undefined there. */
const BEAM_LIMIT_DEG = 87;
/** The upper rim of the sun on the horizon, refraction included. */
const RISE_ZENITH_DEG = 90.833;
/** Relative loss of power per kelvin of cell temperature above 25 °C. */
export const POWER_PER_K = -0.0035;

export interface Sun {
  readonly declinationDeg: number;
  readonly equationOfTimeMin: number;
  /** 0 overhead, 90 at the horizon. */
  readonly zenithDeg: number;
  /** Clockwise from north. */
  readonly azimuthDeg: number;
  /** Extraterrestrial irradiance on a surface that faces the sun, corrected for today's distance. */
  readonly extraterrestrial: number;
}

/** Irradiance on the level ground and its two parts. */
export interface Sky {
  /** Global horizontal. */
  readonly ghi: number;
  /** Direct irradiance on a surface that faces the sun. */
  readonly dni: number;
  /** Diffuse horizontal. */
  readonly dhi: number;
}

export interface Orientation {
  readonly tiltDeg: number;
  /** Clockwise from north: 180 faces south. */
  readonly azimuthDeg: number;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Declination (rad), equation of time (min) and distance factor: Spencer's Fourier series, 1971. */
function spencer(ms: number) {
  const newYear = Date.UTC(new Date(ms).getUTCFullYear(), 0, 1);
  const b = (2 * Math.PI * Math.floor((ms - newYear) / DAY_MS)) / 365;
  const [c1, s1, c2, s2] = [Math.cos(b), Math.sin(b), Math.cos(2 * b), Math.sin(2 * b)];
  return {
    declination:
      0.006918 -
      0.399912 * c1 +
      0.070257 * s1 -
      0.006758 * c2 +
      0.000907 * s2 -
      0.002697 * Math.cos(3 * b) +
      0.00148 * Math.sin(3 * b),
    equationOfTimeMin: 229.18 * (0.0000075 + 0.001868 * c1 - 0.032077 * s1 - 0.014615 * c2 - 0.040849 * s2),
    distance: 1.00011 + 0.034221 * c1 + 0.00128 * s1 + 0.000719 * c2 + 0.000077 * s2,
  };
}

/** Position of the sun for a location (degrees, north and east positive) at an instant (ms). */
export function sunAt(ms: number, latitude: number, longitude: number): Sun {
  const { declination, equationOfTimeMin, distance } = spencer(ms);
  const utcMinutes = (ms - Math.floor(ms / DAY_MS) * DAY_MS) / 60_000;
  const hourAngle = ((utcMinutes + 4 * longitude + equationOfTimeMin) / 4 - 180) * RAD;
  const lat = latitude * RAD;
  const cosDec = Math.cos(declination);
  const sinDec = Math.sin(declination);
  const cosZenith = Math.sin(lat) * sinDec + Math.cos(lat) * cosDec * Math.cos(hourAngle);
  const azimuth = Math.atan2(
    -cosDec * Math.sin(hourAngle),
    sinDec * Math.cos(lat) - cosDec * Math.cos(hourAngle) * Math.sin(lat),
  );
  return {
    declinationDeg: declination / RAD,
    equationOfTimeMin,
    zenithDeg: Math.acos(clamp(cosZenith, -1, 1)) / RAD,
    azimuthDeg: (azimuth / RAD + 360) % 360,
    extraterrestrial: SOLAR_CONSTANT * distance,
  };
}

/** Global irradiance under a clear sky, from the sun's height alone (Haurwitz 1945). */
export function haurwitz(zenithDeg: number): number {
  const cosZenith = Math.cos(zenithDeg * RAD);
  return cosZenith <= 0 ? 0 : 1098 * cosZenith * Math.exp(-0.059 / cosZenith);
}

/** Share of the global irradiance that is diffuse, by the clearness index (Erbs 1982). */
export function diffuseShare(clearness: number): number {
  const k = clearness;
  if (k <= 0.22) return 1 - 0.09 * k;
  if (k <= 0.8) return 0.9511 - 0.1604 * k + 4.388 * k ** 2 - 16.638 * k ** 3 + 12.336 * k ** 4;
  return 0.165;
}

/**
 * Clearness index: global irradiance divided by extraterrestrial irradiance, with a lower limit on the elevation of the
 * sun.
 */
export const clearnessOf = (ghi: number, sun: Sun): number =>
  ghi / (sun.extraterrestrial * Math.max(0.065, Math.cos(sun.zenithDeg * RAD)));

/** Splits a global irradiance into direct and diffuse light. */
export function splitSky(ghi: number, sun: Sun): Sky {
  if (ghi <= 0) return { ghi: 0, dni: 0, dhi: 0 };
  const dhi = ghi * diffuseShare(clearnessOf(ghi, sun));
  if (sun.zenithDeg > BEAM_LIMIT_DEG) return { ghi, dni: 0, dhi };
  const cosZenith = Math.max(0.065, Math.cos(sun.zenithDeg * RAD));
  return { ghi, dni: (ghi - dhi) / cosZenith, dhi };
}

/** The clear sky over a sun. */
export const clearSky = (sun: Sun): Sky => splitSky(haurwitz(sun.zenithDeg), sun);

/** Cosine of the angle between the sun and the normal of a surface; 0 if the sun is behind it. */
export function cosIncidence(sun: Sun, orientation: Orientation): number {
  const zenith = sun.zenithDeg * RAD;
  const tilt = orientation.tiltDeg * RAD;
  return Math.max(
    0,
    Math.cos(zenith) * Math.cos(tilt) +
      Math.sin(zenith) * Math.sin(tilt) * Math.cos((sun.azimuthDeg - orientation.azimuthDeg) * RAD),
  );
}

/** Irradiance on a tilted surface under an isotropic sky, beam and diffuse parts. */
export function planeIrradiance(
  sky: Sky,
  sun: Sun,
  orientation: Orientation,
): { beam: number; diffuse: number } {
  const cosTilt = Math.cos(orientation.tiltDeg * RAD);
  return {
    beam: sky.dni * cosIncidence(sun, orientation),
    diffuse: (sky.dhi * (1 + cosTilt)) / 2 + (ALBEDO * sky.ghi * (1 - cosTilt)) / 2,
  };
}

/** Cell temperature in °C (Ross 1976): ambient plus k times the irradiance, k in K m²/W. */
export const cellTemperatureC = (ambientC: number, irradiance: number, rossK: number): number =>
  ambientC + rossK * irradiance;

/** DC power in W of modules rated `ratedW` at 1000 W/m² and 25 °C. */
export const dcPowerW = (
  ratedW: number,
  irradiance: number,
  cellC: number,
  powerPerK = POWER_PER_K,
): number => Math.max(0, ratedW * (irradiance / 1000) * (1 + powerPerK * (cellC - 25)));

/**
 * AC power in W of an inverter rated `ratedAcW` (PVWatts v5 part-load curve, 96.5 % nominal): clipped at the rating
 * and 0 where the inverter's own need eats the rest.
 */
export function acPowerW(dcW: number, ratedAcW: number, nominalEfficiency = 0.965): number {
  const load = (dcW * nominalEfficiency) / ratedAcW;
  if (load <= 0) return 0;
  const efficiency = (nominalEfficiency / 0.9637) * (-0.0162 * load - 0.0059 / load + 0.9858);
  return clamp(dcW * efficiency, 0, ratedAcW);
}

export type Daylight =
  | {
      readonly kind: 'normal';
      readonly sunriseMs: number;
      readonly noonMs: number;
      readonly sunsetMs: number;
    }
  | { readonly kind: 'polarDay'; readonly noonMs: number }
  | { readonly kind: 'polarNight'; readonly noonMs: number };

function crossing(noonMs: number, side: -1 | 1, latitude: number, longitude: number): number | 'up' | 'down' {
  const lat = latitude * RAD;
  let at = noonMs;
  // Declination and equation of time are those of the event itself; the second round settles them.
  for (let round = 0; round < 2; round++) {
    const { declination, equationOfTimeMin } = spencer(at);
    const cosAngle =
      (Math.cos(RISE_ZENITH_DEG * RAD) - Math.sin(lat) * Math.sin(declination)) /
      (Math.cos(lat) * Math.cos(declination));
    if (cosAngle <= -1) return 'up';
    if (cosAngle >= 1) return 'down';
    const angleDeg = Math.acos(cosAngle) / RAD;
    at = noonNear(noonMs, longitude, equationOfTimeMin) + side * angleDeg * 4 * 60_000;
  }
  return at;
}

/** The solar noon closest to an instant. */
function noonNear(ms: number, longitude: number, equationOfTimeMin: number): number {
  const noonOfUtcDay = (720 - 4 * longitude - equationOfTimeMin) * 60_000;
  return Math.round((ms - noonOfUtcDay) / DAY_MS) * DAY_MS + noonOfUtcDay;
}

/**
 * Sunrise, solar noon and sunset of a plant-local day, given by its first and last instant (ms). At high latitudes
 * there may be no rise and no set: then the sun is up, or down, all day.
 */
export function daylight(
  span: { startMs: number; endMs: number },
  latitude: number,
  longitude: number,
): Daylight {
  const middle = (span.startMs + span.endMs) / 2;
  const noonMs = noonNear(middle, longitude, spencer(middle).equationOfTimeMin);
  const sunriseMs = crossing(noonMs, -1, latitude, longitude);
  const sunsetMs = crossing(noonMs, 1, latitude, longitude);
  if (typeof sunriseMs === 'number' && typeof sunsetMs === 'number') {
    return { kind: 'normal', sunriseMs, noonMs, sunsetMs };
  }
  return { kind: sunriseMs === 'up' || sunsetMs === 'up' ? 'polarDay' : 'polarNight', noonMs };
}
