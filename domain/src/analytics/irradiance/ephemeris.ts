// Geocentric position of the sun after the NREL Solar Position Algorithm (Reda and Andreas, Solar Energy 76 (2004)
// 577-589). The periodic terms are the VSOP87 series of that paper (Bretagnon and Francou 1988), cut off at
// 8e-7 rad: the sum of what is left out is below 0.001 degrees between 1950 and 2100.
import { DAY_MS } from '../../duration.ts';

const RAD = Math.PI / 180;
/** Difference of terrestrial and universal time in days. 69 s; an error of 10 s moves the sun by 0.0001 degrees. */
const DELTA_T_DAYS = 69 / 86_400;

/** Amplitude (1e-8), phase (rad), frequency (rad per thousand years). */
type Term = readonly [amplitude: number, phase: number, frequency: number];

/** Heliocentric longitude of Earth: one series per power of time. */
const LONGITUDE: readonly (readonly Term[])[] = [
  // biome-ignore format: a table reads by rows
  [
    [175347046, 0, 0], [3341656, 4.6692568, 6283.07585], [34894, 4.6261, 12566.1517], [3497, 2.7441, 5753.3849],
    [3418, 2.8289, 3.5231], [3136, 3.6277, 77713.7715], [2676, 4.4181, 7860.4194], [2343, 6.1352, 3930.2097],
    [1324, 0.7425, 11506.7698], [1273, 2.0371, 529.691], [1199, 1.1096, 1577.3435], [990, 5.233, 5884.927],
    [902, 2.045, 26.298], [857, 3.508, 398.149], [780, 1.179, 5223.694], [753, 2.533, 5507.553],
    [505, 4.583, 18849.228], [492, 4.205, 775.523], [357, 2.92, 0.067], [317, 5.849, 11790.629],
    [284, 1.899, 796.298], [271, 0.315, 10977.079], [243, 0.345, 5486.778], [206, 4.806, 2544.314],
    [205, 1.869, 5573.143], [202, 2.458, 6069.777], [156, 0.833, 213.299], [132, 3.411, 2942.463],
    [126, 1.083, 20.775], [115, 0.645, 0.98], [103, 0.636, 4694.003], [102, 0.976, 15720.839],
    [102, 4.267, 7.114], [99, 6.21, 2146.17], [98, 0.68, 155.42], [86, 5.98, 161000.69],
    [85, 1.3, 6275.96], [85, 3.67, 71430.7], [80, 1.81, 17260.15],
  ],
  // biome-ignore format: a table reads by rows
  [
    [628331966747, 0, 0], [206059, 2.678235, 6283.07585], [4303, 2.6351, 12566.1517], [425, 1.59, 3.523],
    [119, 5.796, 26.298], [109, 2.966, 1577.344], [93, 2.59, 18849.23],
  ],
  // biome-ignore format: a table reads by rows
  [[52919, 0, 0], [8720, 1.0721, 6283.0758], [309, 0.867, 12566.152]],
  [[289, 5.844, 6283.076]],
];

/** Heliocentric latitude of Earth. */
// biome-ignore format: a table reads by rows
const LATITUDE: readonly Term[] = [
  [280, 3.199, 84334.662], [102, 5.422, 5507.553], [80, 3.88, 5223.69],
];

/** Distance of Earth from the sun in astronomical units. */
const DISTANCE: readonly (readonly Term[])[] = [
  // biome-ignore format: a table reads by rows
  [
    [100013989, 0, 0], [1670700, 3.0984635, 6283.07585], [13956, 3.05525, 12566.1517], [3084, 5.1985, 77713.7715],
    [1628, 1.1739, 5753.3849], [1576, 2.8469, 7860.4194],
  ],
  [[103019, 1.10749, 6283.07585]],
];

function series(terms: readonly Term[], millennia: number): number {
  let sum = 0;
  for (const [amplitude, phase, frequency] of terms)
    sum += amplitude * Math.cos(phase + frequency * millennia);
  return sum * 1e-8;
}

function powerSeries(parts: readonly (readonly Term[])[], millennia: number): number {
  let sum = 0;
  for (let i = parts.length - 1; i >= 0; i--) sum = sum * millennia + series(parts[i]!, millennia);
  return sum;
}

/** Nutation in longitude and obliquity, degrees: the largest terms of the IAU 1980 series (0.02" left out). */
function nutation(centuries: number): { longitude: number; obliquity: number } {
  const t = centuries;
  const node = (125.04452 - 1934.136261 * t) * RAD;
  const sun = (280.4665 + 36000.7698 * t) * RAD;
  const moon = (218.3165 + 481267.8813 * t) * RAD;
  const anomaly = (357.52772 + 35999.05034 * t) * RAD;
  const longitude =
    -17.1996 * Math.sin(node) -
    1.3187 * Math.sin(2 * sun) -
    0.2274 * Math.sin(2 * moon) +
    0.2062 * Math.sin(2 * node) +
    0.1426 * Math.sin(anomaly);
  const obliquity =
    9.2025 * Math.cos(node) +
    0.5736 * Math.cos(2 * sun) +
    0.0977 * Math.cos(2 * moon) -
    0.0895 * Math.cos(2 * node);
  return { longitude: longitude / 3600, obliquity: obliquity / 3600 };
}

/** Where the sun is as seen from the center of Earth. Radians, except the distance. */
export interface GeocentricSun {
  readonly rightAscension: number;
  readonly declination: number;
  /** Apparent sidereal time at Greenwich minus the right ascension: the hour angle at longitude 0. */
  readonly greenwichHourAngle: number;
  /** Astronomical units. */
  readonly distanceAu: number;
  /** Apparent minus mean solar time in minutes, -20 to 20. */
  readonly equationOfTimeMin: number;
}

/** Brings an angle in radians into -pi to pi. */
export const normalizedAngle = (angle: number): number =>
  angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Geocentric position of the sun at an instant (ms UTC). */
export function geocentricSun(ms: number): GeocentricSun {
  const days = ms / DAY_MS + 2440587.5 - 2451545;
  const centuries = (days + DELTA_T_DAYS) / 36525;
  const millennia = centuries / 10;
  const distanceAu = powerSeries(DISTANCE, millennia);
  const nutated = nutation(centuries);
  const aberration = -20.4898 / 3600 / distanceAu;
  const longitude = powerSeries(LONGITUDE, millennia) + Math.PI + (nutated.longitude + aberration) * RAD;
  const latitude = -series(LATITUDE, millennia);
  const obliquity =
    ((84381.448 - 46.815 * centuries - 0.00059 * centuries ** 2 + 0.001813 * centuries ** 3) / 3600 +
      nutated.obliquity) *
    RAD;
  const rightAscension = Math.atan2(
    Math.sin(longitude) * Math.cos(obliquity) - Math.tan(latitude) * Math.sin(obliquity),
    Math.cos(longitude),
  );
  const declination = Math.asin(
    Math.sin(latitude) * Math.cos(obliquity) + Math.cos(latitude) * Math.sin(obliquity) * Math.sin(longitude),
  );
  const universal = days / 36525;
  const siderealDeg =
    280.46061837 +
    360.98564736629 * days +
    0.000387933 * universal ** 2 +
    nutated.longitude * Math.cos(obliquity);
  const meanLongitudeDeg = 280.4664567 + 360007.6982779 * millennia + 0.03032028 * millennia ** 2;
  const equation =
    normalizedAngle(
      (meanLongitudeDeg - 0.0057183 + nutated.longitude * Math.cos(obliquity)) * RAD - rightAscension,
    ) / RAD;
  return {
    rightAscension,
    declination,
    greenwichHourAngle: normalizedAngle((siderealDeg % 360) * RAD - rightAscension),
    distanceAu,
    equationOfTimeMin: 4 * equation,
  };
}
