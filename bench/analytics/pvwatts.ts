// Calculates the PVWatts reference year from its weather and compares the months.
import { actualSky, expectedUnder } from '@helioport/domain/analytics/irradiance/actualSky';
import { expectedDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import { acPowerW, stringInverterLosses, totalLoss } from '@helioport/domain/analytics/irradiance/power';
import { pvwattsSteps } from '@helioport/domain/analytics/irradiance/pvwatts';
import { sunPosition } from '@helioport/domain/analytics/irradiance/sunPosition';
import { numberOf, readRows, readVectors } from './reference.ts';
import { atMost, type Result } from './result.ts';

/** System of the reference year, as its description names it. */
const site = { latitude: 39.73, longitude: -105.18, altitudeM: 1819.6 };
const system = {
  tiltDeg: 20,
  azimuthDeg: 180,
  ratedW: 4000,
  ratedAcW: 4000 / 1.2,
  inverterEfficiency: 0.96,
  lossRatio: totalLoss(stringInverterLosses),
  powerPerK: -0.0047,
  arrayType: 'openRack',
} as const;
const UTC_OFFSET_H = -7;
const HOUR_S = 3600;
/** Any year without a leap day: hour, day and month carry the sun. */
const YEAR = 1990;
const BAR_PERCENT = 1;

interface Hour {
  readonly month: number;
  readonly ms: number;
  readonly dni: number;
  readonly dhi: number;
  readonly ambientC: number;
  readonly windMs: number;
  /** Results of PVWatts. */
  readonly poaWm2: number;
  readonly cellC: number;
  readonly dcW: number;
}

const hours: readonly Hour[] = readRows('pvwatts-rackmount').map((row) => {
  const cells = row.map(numberOf);
  const [month, day, hour] = cells as [number, number, number];
  const [dni, dhi, ambientC, windMs, poaWm2, cellC, dcW] = cells.slice(3) as [
    ...[number, number, number, number, number, number, number],
  ];
  // The row of an hour is its mean, with the sun in its middle.
  const ms = Date.UTC(YEAR, month - 1, day, hour - UTC_OFFSET_H, 30);
  return { month, ms, dni, dhi, ambientC, windMs, poaWm2, cellC, dcW };
});

/** AC energy of the months in kWh as PVWatts calculates it, and how far single hours of light are off. */
function pvwattsYear() {
  const step = pvwattsSteps(system, HOUR_S);
  const months = Array.from({ length: 12 }, () => 0);
  const squares = { cellC: 0, dcShare: 0 };
  let lit = 0;
  for (const { month, ms, poaWm2, cellC, dcW, ...weather } of hours) {
    const result = step(sunPosition(ms, site), weather);
    months[month - 1]! += result.acW / 1000;
    if (!(poaWm2 > 0)) continue;
    lit++;
    squares.cellC += (result.cellC - cellC) ** 2;
    squares.dcShare += ((result.dcW - dcW) / system.ratedW) ** 2;
  }
  return { months, cellK: Math.sqrt(squares.cellC / lit), dcShare: Math.sqrt(squares.dcShare / lit) };
}

/** The same as the product calculates a day from the global irradiance of a weather source. */
function monthsOfProduct(): number[] {
  const months = Array.from({ length: 12 }, () => 0);
  const arrays = [{ id: 'roof', tiltDeg: system.tiltDeg, azimuthDeg: system.azimuthDeg }];
  const options = { mounting: 'openRack', powerPerK: system.powerPerK, lossRatio: system.lossRatio } as const;
  for (let first = 0; first < hours.length; first += 24) {
    const day = hours.slice(first, first + 24);
    const startMs = day[0]!.ms - 1000 * (HOUR_S / 2);
    const weather = {
      ghiWm2: Float64Array.from(day, ({ ms, dni, dhi }) => {
        const { zenithDeg } = sunPosition(ms, site);
        return dhi + dni * Math.max(0, Math.cos((zenithDeg * Math.PI) / 180));
      }),
      airTemperatureC: Float64Array.from(day, ({ ambientC }) => ambientC),
      windMs: Float64Array.from(day, ({ windMs }) => windMs),
      rainMm: null,
    };
    const input = { startMs, slotMs: 1000 * HOUR_S, slots: day.length, weather };
    const expected = expectedDay({ ...site, arrays }, input, options);
    const sky = actualSky({ modules: [] }, { modules: [], weather, nearbyClearness: null }, expected);
    const power = expectedUnder(expected, sky, weather.windMs, options).get('roof')!.dcPerRatedW;
    power.forEach((perRatedW, at) => {
      const acW = acPowerW(system.ratedW * perRatedW, system.ratedAcW, system.inverterEfficiency);
      // An hour whose sun is down in its middle has no sky.
      if (acW > 0) months[day[at]!.month - 1]! += acW / 1000;
    });
  }
  return months;
}

/** AC energy by month against the bar of 1 %. */
export function checkPvwatts(): Result[] {
  const truth = readVectors().pvwattsYear.truth.acKWhByMonth;
  const errorsOf = (months: readonly number[]) => months.map((kWh, month) => 100 * (kWh / truth[month]! - 1));
  const worstOf = (errors: readonly number[]) =>
    errors.reduce((most, error) => (Math.abs(error) > Math.abs(most) ? error : most), 0);
  const total = (months: readonly number[]) => months.reduce((sum, kWh) => sum + kWh, 0);
  const { months, cellK, dcShare } = pvwattsYear();
  const errors = errorsOf(months);
  const year = 100 * (total(months) / total(truth) - 1);
  const product = monthsOfProduct();
  const listed = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(', ');
  return [
    {
      what: 'PVWatts year, open rack: AC energy by month',
      expected: `within ${BAR_PERCENT} %`,
      result: `worst ${worstOf(errors).toFixed(2)} % (${listed(errors)})`,
      isMet: Math.abs(worstOf(errors)) <= BAR_PERCENT,
    },
    {
      what: 'PVWatts year, open rack: AC energy of the year',
      expected: `${total(truth).toFixed(0)} kWh within ${BAR_PERCENT} %`,
      result: `${total(months).toFixed(0)} kWh (${year.toFixed(2)} %)`,
      isMet: Math.abs(year) <= BAR_PERCENT,
    },
    atMost('PVWatts year: cell temperature, root mean square of the hours', cellK, 0.3, ' K', 2),
    atMost(
      'PVWatts year: DC power, root mean square of the hours',
      100 * dcShare,
      0.25,
      ' % of the rating',
      2,
    ),
    {
      what: 'The same year as the product calculates days, from global irradiance alone',
      expected: '-',
      result: `year ${(100 * (total(product) / total(truth) - 1)).toFixed(1)} %, months ${listed(errorsOf(product))} %`,
      isMet: null,
    },
  ];
}
