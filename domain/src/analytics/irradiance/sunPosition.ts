// The sun at a place: topocentric position after the NREL Solar Position Algorithm (Reda and Andreas 2004), for one
// instant and for the slots of a day. Angles are in degrees outside, in radians inside.
import { DAY_MS } from '../../duration.ts';
import { atmosphericPressureHpa } from './atmosphere.ts';
import { type GeocentricSun, geocentricSun, normalizedAngle } from './ephemeris.ts';

const RAD = Math.PI / 180;
/** Irradiance in W/m² at one astronomical unit. */
const SOLAR_CONSTANT = 1366.1;
/** Air temperature behind the refraction, °C. 20 K more change it by 0.04 degrees at the horizon, 0.001 at 60 degrees. */
const REFRACTION_C = 12;
/** Radius of the solar disc and refraction at the horizon, degrees: below this height there is no refraction. */
const DISC_DEG = 0.26667;
const HORIZON_REFRACTION_DEG = 0.5667;

/** A place on Earth. */
export interface Site {
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
  /** Meters above sea level. */
  readonly altitudeM: number;
}

/** Position of the sun at an instant. Degrees. */
export interface SunPosition {
  /** Geometric angle from the vertical. */
  readonly zenithDeg: number;
  /** Angle from the vertical with refraction, as the sun is seen. */
  readonly apparentZenithDeg: number;
  /** Clockwise from north, 0 to 360. */
  readonly azimuthDeg: number;
  /** Irradiance in W/m² outside the atmosphere on a surface that faces the sun. */
  readonly extraterrestrialWm2: number;
  readonly equationOfTimeMin: number;
}

/** Position of the sun at the slots of a day, each at the middle of the slot. */
export interface SunDay {
  /** Geometric, degrees. */
  readonly zenithDeg: Float64Array;
  /** With refraction, degrees. */
  readonly apparentZenithDeg: Float64Array;
  /** Clockwise from north, degrees. */
  readonly azimuthDeg: Float64Array;
  /** Hour angle in degrees: 0 at solar noon, negative before. */
  readonly hourAngleDeg: Float64Array;
  /** W/m², constant over the day within 0.04 %. */
  readonly extraterrestrialWm2: number;
  /** At the middle of the day. */
  readonly equationOfTimeMin: number;
}

/** What depends on the place and not on the time. */
interface Observer {
  readonly longitude: number;
  readonly sinLatitude: number;
  readonly cosLatitude: number;
  /** Distance from Earth's axis and from the level of its equator, in equatorial radii. */
  readonly fromAxis: number;
  readonly fromEquator: number;
  /** Factor of the refraction for the pressure of the altitude. */
  readonly refraction: number;
}

function observerAt({ latitude, longitude, altitudeM }: Site): Observer {
  const phi = latitude * RAD;
  const reduced = Math.atan(0.99664719 * Math.tan(phi));
  const height = altitudeM / 6_378_140;
  return {
    longitude: longitude * RAD,
    sinLatitude: Math.sin(phi),
    cosLatitude: Math.cos(phi),
    fromAxis: Math.cos(reduced) + height * Math.cos(phi),
    fromEquator: 0.99664719 * Math.sin(reduced) + height * Math.sin(phi),
    refraction: (atmosphericPressureHpa(altitudeM) / 1010) * (283 / (273 + REFRACTION_C)),
  };
}

interface Horizontal {
  zenithDeg: number;
  apparentZenithDeg: number;
  azimuthDeg: number;
  hourAngleDeg: number;
}

/** Horizontal coordinates from an hour angle at Greenwich and a declination (rad), with parallax and refraction. */
function horizontal(
  observer: Observer,
  greenwichHourAngle: number,
  declination: number,
  distanceAu: number,
): Horizontal {
  const hourAngle = normalizedAngle(greenwichHourAngle + observer.longitude);
  const sinParallax = Math.sin((8.794 / 3600 / distanceAu) * RAD);
  const cosDeclination = Math.cos(declination);
  const fromAxis = observer.fromAxis * sinParallax;
  const towards = cosDeclination - fromAxis * Math.cos(hourAngle);
  const shift = Math.atan2(-fromAxis * Math.sin(hourAngle), towards);
  const seenDeclination = Math.atan2(
    (Math.sin(declination) - observer.fromEquator * sinParallax) * Math.cos(shift),
    towards,
  );
  const seenHourAngle = hourAngle - shift;
  const sinDeclination = Math.sin(seenDeclination);
  const cosSeen = Math.cos(seenDeclination);
  const cosHour = Math.cos(seenHourAngle);
  const sinElevation = observer.sinLatitude * sinDeclination + observer.cosLatitude * cosSeen * cosHour;
  const elevationDeg = Math.asin(Math.min(1, Math.max(-1, sinElevation))) / RAD;
  const refractionDeg =
    elevationDeg >= -(DISC_DEG + HORIZON_REFRACTION_DEG)
      ? (observer.refraction * 1.02) / (60 * Math.tan((elevationDeg + 10.3 / (elevationDeg + 5.11)) * RAD))
      : 0;
  const westOfSouth = Math.atan2(
    Math.sin(seenHourAngle) * cosSeen,
    cosHour * observer.sinLatitude * cosSeen - sinDeclination * observer.cosLatitude,
  );
  const azimuthDeg = westOfSouth / RAD + 180;
  return {
    zenithDeg: 90 - elevationDeg,
    apparentZenithDeg: 90 - elevationDeg - refractionDeg,
    azimuthDeg: azimuthDeg >= 360 ? azimuthDeg - 360 : azimuthDeg,
    hourAngleDeg: seenHourAngle / RAD,
  };
}

const extraterrestrial = ({ distanceAu }: GeocentricSun) => SOLAR_CONSTANT / distanceAu ** 2;

/** Position of the sun at an instant (ms UTC); within 0.002 degrees of the full algorithm from 1950 to 2100. */
export function sunPosition(ms: number, site: Site): SunPosition {
  const sun = geocentricSun(ms);
  const seen = horizontal(observerAt(site), sun.greenwichHourAngle, sun.declination, sun.distanceAu);
  return {
    zenithDeg: seen.zenithDeg,
    apparentZenithDeg: seen.apparentZenithDeg,
    azimuthDeg: seen.azimuthDeg,
    extraterrestrialWm2: extraterrestrial(sun),
    equationOfTimeMin: sun.equationOfTimeMin,
  };
}

/**
 * Positions at the middles of `slots` slots of `slotMs` from `startMs` (ms UTC), for ranges of up to two days. The
 * geocentric position is evaluated three times and interpolated (error below 0.0001 degrees).
 */
export function sunDay(site: Site, startMs: number, slotMs: number, slots: number): SunDay {
  const observer = observerAt(site);
  const middleMs = startMs + (slots * slotMs) / 2;
  const halfMs = Math.max(1, (slots * slotMs) / 2);
  const before = geocentricSun(middleMs - halfMs);
  const middle = geocentricSun(middleMs);
  const after = geocentricSun(middleMs + halfMs);
  // The hour angle advances by one turn a day: what is left over varies slowly and is interpolated.
  const turn = (2 * Math.PI * halfMs) / DAY_MS;
  const hourBefore = normalizedAngle(before.greenwichHourAngle - middle.greenwichHourAngle + turn);
  const hourAfter = normalizedAngle(after.greenwichHourAngle - middle.greenwichHourAngle - turn);
  const day: SunDay = {
    zenithDeg: new Float64Array(slots),
    apparentZenithDeg: new Float64Array(slots),
    azimuthDeg: new Float64Array(slots),
    hourAngleDeg: new Float64Array(slots),
    extraterrestrialWm2: extraterrestrial(middle),
    equationOfTimeMin: middle.equationOfTimeMin,
  };
  for (let slot = 0; slot < slots; slot++) {
    const x = ((slot + 0.5) * slotMs) / halfMs - 1;
    const hourAngle =
      middle.greenwichHourAngle +
      turn * x +
      (x * (hourAfter - hourBefore)) / 2 +
      (x * x * (hourAfter + hourBefore)) / 2;
    const declination =
      middle.declination +
      (x * (after.declination - before.declination)) / 2 +
      x * x * ((after.declination + before.declination) / 2 - middle.declination);
    const seen = horizontal(observer, hourAngle, declination, middle.distanceAu);
    day.zenithDeg[slot] = seen.zenithDeg;
    day.apparentZenithDeg[slot] = seen.apparentZenithDeg;
    day.azimuthDeg[slot] = seen.azimuthDeg;
    day.hourAngleDeg[slot] = seen.hourAngleDeg;
  }
  return day;
}
