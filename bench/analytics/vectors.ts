// Compares the models of irradiance and power with the pvlib reference vectors.

import { absoluteAirMass, relativeAirMass } from '@helioport/domain/analytics/irradiance/atmosphere';
import { haurwitz, ineichenPerez } from '@helioport/domain/analytics/irradiance/clearSky';
import { clearnessIndex, erbs } from '@helioport/domain/analytics/irradiance/decomposition';
import { acPowerW, dcPowerW } from '@helioport/domain/analytics/irradiance/power';
import { sunEvents } from '@helioport/domain/analytics/irradiance/riseSet';
import { sunDay, sunPosition } from '@helioport/domain/analytics/irradiance/sunPosition';
import { COOLING, faimanCellC, rossCellC } from '@helioport/domain/analytics/irradiance/temperature';
import {
  cosIncidence,
  hayDavies,
  isotropic,
  planeTotal,
} from '@helioport/domain/analytics/irradiance/transposition';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { cellOf, instantOf, readVectors } from './reference.ts';
import { atMost, type Result } from './result.ts';

const RAD = Math.PI / 180;
/** The models are compared up to this true zenith, as the vectors suggest. */
const MOST_ZENITH_DEG = 85;
/** Below these values the absolute difference counts: half a percent of them. */
const SMALL_WM2 = 100;
const SMALL_W = 40;
const SMALL_WH = 10;
/** Plant of the vectors. */
const RATED_W = 400;
const RATED_AC_W = 340;
const ROSS = 0.0342;
const STEPS_A_DAY = 1440;

/** Largest deviations by name. */
class Worst {
  private readonly most = new Map<string, number>();

  put(name: string, deviation: number): void {
    if (Number.isNaN(deviation)) throw new Error(`${name} is not a number`);
    this.most.set(name, Math.max(this.most.get(name) ?? 0, deviation));
  }

  /** In percent of the reference, which is not taken smaller than `small`. */
  relative(name: string, value: number, reference: number, small = 0): void {
    this.put(name, (100 * Math.abs(value - reference)) / Math.max(Math.abs(reference), small));
  }

  angle(name: string, value: number, reference: number): void {
    const apart = Math.abs(value - reference) % 360;
    this.put(name, Math.min(apart, 360 - apart));
  }

  of(name: string): number {
    return this.most.get(name) ?? Number.NaN;
  }
}

const vectors = readVectors();

function compareSun(worst: Worst): void {
  const table = vectors.sun;
  for (const row of table.rows) {
    const cell = (column: string) => cellOf(table, row, column);
    const place = vectors.places[cell('place')]!;
    const sun = sunPosition(instantOf(table, row, 'at')!, place);
    worst.angle('zenith', sun.zenithDeg, cell('zenith'));
    worst.angle('azimuth', sun.azimuthDeg, cell('azimuth'));
    worst.put('equation of time', Math.abs(sun.equationOfTimeMin - cell('equationOfTimeMin')));
    worst.relative('extraterrestrial', sun.extraterrestrialWm2, cell('dniExtra'));
    if (cell('zenith') > MOST_ZENITH_DEG) continue;
    worst.angle('apparent zenith', sun.apparentZenithDeg, cell('apparentZenith'));
    worst.relative('air mass', relativeAirMass(sun.apparentZenithDeg), cell('airmass'));
    worst.relative(
      'air mass',
      absoluteAirMass(sun.apparentZenithDeg, place.altitudeM),
      cell('airmassAbsolute'),
    );
    const turbidity = cell('linkeTurbidity');
    const sky = ineichenPerez(sun.apparentZenithDeg, place.altitudeM, turbidity, sun.extraterrestrialWm2);
    for (const part of ['ghi', 'dni', 'dhi'] as const) {
      worst.relative('clear sky', sky[part], cell(part), SMALL_WM2);
    }
    worst.relative('Haurwitz', haurwitz(sun.apparentZenithDeg), cell('haurwitzGhi'), SMALL_WM2);
    const ghi = cell('cloudyGhi');
    worst.relative('Erbs', clearnessIndex(ghi, sun.zenithDeg, sun.extraterrestrialWm2), cell('kt'));
    const split = erbs(ghi, sun.zenithDeg, sun.extraterrestrialWm2);
    worst.relative('Erbs', split.dni, cell('erbsDni'), SMALL_WM2);
    worst.relative('Erbs', split.dhi, cell('erbsDhi'), SMALL_WM2);
  }
}

function compareTransposition(worst: Worst): void {
  const table = vectors.planes;
  for (const row of table.rows) {
    const cell = (column: string) => cellOf(table, row, column);
    const sunRow = vectors.sun.rows[cell('sunRow')]!;
    const ofSun = (column: string) => cellOf(vectors.sun, sunRow, column);
    if (ofSun('zenith') > MOST_ZENITH_DEG) continue;
    const place = vectors.places[ofSun('place')]!;
    const [tiltDeg, azimuthDeg] = place.planes[cell('plane')]!;
    const array = { tiltDeg, azimuthDeg };
    const sun = sunPosition(instantOf(vectors.sun, sunRow, 'at')!, place);
    const { apparentZenithDeg: zenith, azimuthDeg: azimuth, extraterrestrialWm2: extra } = sun;
    const sky = ineichenPerez(zenith, place.altitudeM, ofSun('linkeTurbidity'), extra);
    const incidence = Math.acos(Math.min(1, cosIncidence(zenith, azimuth, array))) / RAD;
    worst.angle('incidence', incidence, cell('aoi'));
    const poa = planeTotal(hayDavies(sky, zenith, azimuth, extra, array));
    worst.relative('Hay-Davies', poa, cell('poaHayDavies'), SMALL_WM2);
    worst.relative(
      'isotropic',
      planeTotal(isotropic(sky, zenith, azimuth, array)),
      cell('poaIsotropic'),
      SMALL_WM2,
    );
    const cloudy = erbs(ofSun('cloudyGhi'), sun.zenithDeg, extra);
    worst.relative(
      'isotropic',
      planeTotal(isotropic(cloudy, zenith, azimuth, array)),
      cell('poaCloudyIsotropic'),
      SMALL_WM2,
    );
    const faimanC = faimanCellC(cell('ta'), poa, cell('wind'), COOLING.openRack);
    worst.put('cell temperature', Math.abs(faimanC - cell('cellFaiman')));
    worst.put('cell temperature', Math.abs(rossCellC(cell('ta'), poa, ROSS) - cell('cellRoss')));
    const dcW = dcPowerW(RATED_W, poa, faimanC);
    worst.relative('DC power', dcW, cell('dc'), SMALL_W);
    worst.relative('AC power', acPowerW(dcW, RATED_AC_W), cell('ac'), SMALL_W);
  }
}

function compareDays(worst: Worst): void {
  const table = vectors.days;
  for (const row of table.rows) {
    const cell = (column: string) => cellOf(table, row, column);
    const place = vectors.places[cell('place')]!;
    const [tiltDeg, azimuthDeg] = place.planes[cell('plane')]!;
    const [from, until] = [instantOf(table, row, 'from')!, instantOf(table, row, 'until')!];
    const stepMs = DAY_MS / STEPS_A_DAY;
    const steps = Math.round((until - from) / stepMs);
    const day = sunDay(place, from, stepMs, steps);
    const sums = { ghiWh: 0, poaHayDaviesWh: 0, poaIsotropicWh: 0, dcWh: 0, acWh: 0 };
    for (let step = 0; step < steps; step++) {
      const [zenith, azimuth] = [day.apparentZenithDeg[step]!, day.azimuthDeg[step]!];
      const sky = ineichenPerez(zenith, place.altitudeM, cell('linkeTurbidity'), day.extraterrestrialWm2);
      const array = { tiltDeg, azimuthDeg };
      const poa = planeTotal(hayDavies(sky, zenith, azimuth, day.extraterrestrialWm2, array));
      const dcW = dcPowerW(RATED_W, poa, faimanCellC(cell('ta'), poa, cell('wind'), COOLING.openRack));
      sums.ghiWh += sky.ghi / 60;
      sums.poaHayDaviesWh += poa / 60;
      sums.poaIsotropicWh += planeTotal(isotropic(sky, zenith, azimuth, array)) / 60;
      sums.dcWh += dcW / 60;
      sums.acWh += acPowerW(dcW, RATED_AC_W) / 60;
    }
    for (const [column, sum] of Object.entries(sums)) worst.relative('days', sum, cell(column), SMALL_WH);
  }
}

function compareRiseSet(worst: Worst): void {
  const polar = vectors.polar.rows.map((row) => ({ table: vectors.polar, row, place: vectors.polar.place }));
  const usual = vectors.riseSet.rows.map((row) => ({
    table: vectors.riseSet,
    row,
    place: vectors.places[cellOf(vectors.riseSet, row, 'place')]!,
  }));
  const utcDay = (ms: number) => Math.floor(ms / DAY_MS);
  for (const { table, row, place } of [...usual, ...polar]) {
    const noonMs = instantOf(table, row, 'transit')!;
    // Ask for the day hours away from its noon.
    const at = (days: number) =>
      sunEvents(noonMs + days * DAY_MS + 5 * HOUR_MS, place.latitude, place.longitude);
    worst.put('rise and set', Math.abs(at(0).noonMs - noonMs) / 1000);
    for (const [column, event] of [
      ['sunrise', 'riseMs'],
      ['sunset', 'setMs'],
    ] as const) {
      const referenceMs = instantOf(table, row, column);
      if (referenceMs === null) {
        worst.put('rise and set', at(0)[event] === null ? 0 : DAY_MS);
        continue;
      }
      // SPA gives the event of the UTC day of noon; pvlib moves it by a whole day where the local day crosses midnight UTC.
      const days = utcDay(noonMs) - utcDay(referenceMs);
      const value = at(days)[event] ?? Number.POSITIVE_INFINITY;
      worst.put('rise and set', Math.abs(value - days * DAY_MS - referenceMs) / 1000);
    }
  }
}

/** Deviations from the vectors, each against the bar of 0.5 % and 0.02 degrees. */
export function checkVectors(): Result[] {
  const worst = new Worst();
  compareSun(worst);
  compareTransposition(worst);
  compareDays(worst);
  compareRiseSet(worst);
  const angles = ['zenith', 'apparent zenith', 'azimuth', 'incidence'];
  const percents = [
    'extraterrestrial',
    'air mass',
    'clear sky',
    'Haurwitz',
    'Erbs',
    'Hay-Davies',
    'isotropic',
    'DC power',
    'AC power',
    'days',
  ];
  return [
    ...angles.map((name) => atMost(`Vectors: ${name}`, worst.of(name), 0.02, '°', 4)),
    atMost('Vectors: equation of time', worst.of('equation of time'), 0.05, ' min', 4),
    ...percents.map((name) => atMost(`Vectors: ${name}`, worst.of(name), 0.5, ' %', 2)),
    atMost('Vectors: cell temperature', worst.of('cell temperature'), 0.2, ' K', 2),
    atMost('Vectors: sunrise, noon, sunset', worst.of('rise and set'), 10, ' s', 1),
  ];
}
