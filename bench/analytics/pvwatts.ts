// Calculates the PVWatts reference year from its weather and compares the months.
import { pvwattsSteps } from '@helioport/domain/analytics/irradiance/pvwatts';
import { sunPosition } from '@helioport/domain/analytics/irradiance/sunPosition';
import { numberOf, readRows, readVectors } from './reference.ts';
import type { Result } from './result.ts';

/** System of the reference year, as its description names it. */
const site = { latitude: 39.73, longitude: -105.18, altitudeM: 1819.6 };
const system = {
  tiltDeg: 20,
  azimuthDeg: 180,
  ratedW: 4000,
  ratedAcW: 4000 / 1.2,
  inverterEfficiency: 0.96,
  lossRatio: 0.1408,
  powerPerK: -0.0047,
  arrayType: 'openRack',
} as const;
const UTC_OFFSET_H = -7;
const HOUR_S = 3600;
/** Any year without a leap day: hour, day and month carry the sun. */
const YEAR = 1990;
const BAR_PERCENT = 1;

/** AC energy of the months in kWh. */
function monthsOf(): number[] {
  const step = pvwattsSteps(system, HOUR_S);
  const months = new Array<number>(12).fill(0);
  for (const row of readRows('pvwatts-rackmount')) {
    const [month, day, hour, dni, dhi, ambientC, windMs] = row.map(numberOf) as [
      ...[number, number, number, number, number, number, number],
    ];
    const ms = Date.UTC(YEAR, month - 1, day, hour - UTC_OFFSET_H, 30);
    months[month - 1]! += step(sunPosition(ms, site), { dni, dhi, ambientC, windMs }).acW / 1000;
  }
  return months;
}

/** AC energy by month against the bar of 1 %. */
export function checkPvwatts(): Result[] {
  const truth = readVectors().pvwattsYear.truth.acKWhByMonth;
  const months = monthsOf();
  const errors = months.map((kWh, month) => 100 * (kWh / truth[month]! - 1));
  const worst = errors.reduce((most, error) => (Math.abs(error) > Math.abs(most) ? error : most), 0);
  const yearKWh = months.reduce((sum, kWh) => sum + kWh, 0);
  const trueKWh = truth.reduce((sum, kWh) => sum + kWh, 0);
  return [
    {
      what: 'PVWatts year, open rack: AC energy, worst month',
      expected: `within ${BAR_PERCENT} %`,
      result: `${worst.toFixed(2)} % (${errors.map((error) => error.toFixed(2)).join(', ')})`,
      isMet: Math.abs(worst) <= BAR_PERCENT,
    },
    {
      what: 'PVWatts year, open rack: AC energy of the year',
      expected: `${trueKWh.toFixed(0)} kWh within ${BAR_PERCENT} %`,
      result: `${yearKWh.toFixed(0)} kWh (${(100 * (yearKWh / trueKWh - 1)).toFixed(2)} %)`,
      isMet: Math.abs(yearKWh / trueKWh - 1) <= BAR_PERCENT / 100,
    },
  ];
}
