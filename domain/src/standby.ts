// Sunrise of plants, and where on Earth it is night. The standby rule for plants that do not report is in
// state.ts.
import { DAY_MS, HOUR_MS } from './duration.ts';
import { addDays, dayBounds, localDay } from './periods.ts';
import { type Daylight, daylight, sunAt } from './sun.ts';

/** An inverter may stay on standby for this long after sunrise. */
const DUSK_MS = 2 * HOUR_MS;

/** Sunrise, noon and sunset at a place on the plant-local day of an instant (ms). */
export function daylightAt(ms: number, timeZone: string, latitude: number, longitude: number): Daylight {
  return daylight(dayBounds(localDay(ms, timeZone), timeZone), latitude, longitude);
}

/**
 * When a plant on standby is expected to resume: the next sunrise (ms), or the last one while the sun is
 * still low. Null if the sun does not rise within two days.
 */
export function wakesAt(nowMs: number, latitude: number, longitude: number): number | null {
  const first = localDay(nowMs, 'UTC');
  for (let days = -1; days <= 2; days++) {
    const light = daylight(dayBounds(addDays(first, days), 'UTC'), latitude, longitude);
    if (light.kind === 'normal' && light.sunriseMs > nowMs - DUSK_MS) return light.sunriseMs;
  }
  return null;
}

/**
 * The day-night boundary as latitudes (degrees) over longitudes from -180 to 180 in steps of `stepDeg`, and which pole
 * is dark. For a map; ignores refraction.
 */
export function nightEdge(ms: number, stepDeg = 3): { edge: [number, number][]; darkPole: 90 | -90 } {
  const { declinationDeg, equationOfTimeMin } = sunAt(ms, 0, 0);
  // At an equinox the line runs through the poles, where its tangent has no value.
  const declination = (Math.abs(declinationDeg) < 0.05 ? 0.05 : declinationDeg) * (Math.PI / 180);
  const utcMinutes = (ms % DAY_MS) / 60_000;
  const edge: [number, number][] = [];
  for (let longitude = -180; longitude <= 180; longitude += stepDeg) {
    const hourAngle = ((utcMinutes + equationOfTimeMin) / 4 + longitude - 180) * (Math.PI / 180);
    edge.push([Math.atan(-Math.cos(hourAngle) / Math.tan(declination)) * (180 / Math.PI), longitude]);
  }
  return { edge, darkPole: declination > 0 ? -90 : 90 };
}
