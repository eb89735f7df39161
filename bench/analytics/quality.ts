// Checks of the data quality on series with known defects.

import { clearIntervals } from '@helioport/domain/analytics/irradiance/clearIntervals';
import { arrayOf, expectedDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import { assessDay } from '@helioport/domain/analytics/quality/assessDay';
import { clearDayScores } from '@helioport/domain/analytics/quality/clearDays';
import { flatTops } from '@helioport/domain/analytics/quality/clipping';
import { findLevelShifts, withoutSeason } from '@helioport/domain/analytics/quality/levelShift';
import {
  completeness,
  interpolated,
  outliers,
  outOfRange,
  stuck,
} from '@helioport/domain/analytics/quality/series';
import { quantile } from '@helioport/domain/analytics/statistics';
import { DAY_MS } from '@helioport/domain/duration';
import { readEast, readSma, readYear, serfSite } from './plants.ts';
import { numberOf, readRows } from './reference.ts';
import { minutesMs, type Result } from './result.ts';

const SLOT_MS = minutesMs(15);

interface Marked {
  readonly values: Float64Array;
  readonly marks: Uint8Array;
}

function readMarked(name: string): Marked {
  const rows = readRows(name);
  return {
    values: Float64Array.from(rows, (row) => numberOf(row[1])),
    marks: Uint8Array.from(rows, (row) => numberOf(row[2])),
  };
}

interface Case {
  readonly name: string;
  readonly find: (values: Float64Array) => Uint8Array;
  /** Values at or below zero are not compared. */
  readonly isAboveZero: boolean;
  readonly mostMissed: number;
  readonly mostFalse: number;
}

const cases: readonly Case[] = [
  {
    name: 'clipping-a',
    find: (values) => flatTops(values, SLOT_MS),
    isAboveZero: false,
    mostMissed: 0,
    mostFalse: 0,
  },
  {
    name: 'outliers-a',
    find: (values) => outliers(values, 0.1),
    isAboveZero: false,
    mostMissed: 0,
    mostFalse: 1,
  },
  { name: 'stale-a', find: (values) => stuck(values, 0), isAboveZero: true, mostMissed: 0, mostFalse: 0 },
  {
    name: 'interpolated-a',
    find: (values) => interpolated(values, 0, SLOT_MS),
    isAboveZero: true,
    mostMissed: 1,
    mostFalse: 5,
  },
];

function checkMarked({ name, find, isAboveZero, mostMissed, mostFalse }: Case): Result {
  const { values, marks } = readMarked(name);
  const found = find(values);
  let [hit, missed, wrong] = [0, 0, 0];
  values.forEach((value, at) => {
    if (isAboveZero && !(value > 0)) return;
    if (marks[at] && found[at]) hit++;
    else if (marks[at]) missed++;
    else if (found[at]) wrong++;
  });
  return {
    what: `${name}${isAboveZero ? ', values above zero' : ''}`,
    expected: `${hit + missed} marked, at most ${mostMissed} missed and ${mostFalse} false`,
    result: `${hit} found, ${missed} missed, ${wrong} false`,
    isMet: missed <= mostMissed && wrong <= mostFalse,
  };
}

function checkLevelShift(): Result {
  const rows = readRows('data-shift-1');
  const shifts = findLevelShifts(withoutSeason(rows.map((row) => numberOf(row[1]))));
  const days = shifts.map(({ index }) => rows[index]![0]);
  return {
    what: 'data-shift-1: level shifts',
    expected: '2015-10-28',
    result: days.join(', ') || 'none',
    isMet: days.join() === '2015-10-28',
  };
}

function checkClearDays(): Result {
  const days = readYear();
  const scores = clearDayScores(days);
  let [both, own, other] = [0, 0, 0];
  days.forEach(({ clearWeight }, at) => {
    if (clearWeight > 0 && scores[at]! > 0) both++;
    else if (scores[at]! > 0) own++;
    else if (clearWeight > 0) other++;
  });
  return {
    what: 'One year: clear days, compared with solar-data-tools',
    expected: `${both + other} of ${days.length}; 80 % of them, at most 5 % others`,
    result: `${both} of them, ${own} others`,
    isMet: both >= 0.8 * (both + other) && own <= 0.05 * both,
  };
}

function checkSma(): Result[] {
  const rows = readRows('sma-7kw');
  const power = Float64Array.from(rows, (row) => numberOf(row[1]));
  const ratedKw = 7;
  const impossible = outOfRange(power, -0.01 * ratedKw, 1.25 * ratedKw);
  const dates = rows.filter((_row, at) => impossible[at] === 1).map((row) => row[0]!.slice(0, 10));
  const days = readSma();
  const spanDays = Math.round((days.at(-1)!.startMs - days[0]!.startMs) / DAY_MS) + 1;
  const missing = spanDays - days.length;
  const clipped = flatTops(power, minutesMs(5)).reduce((sum, flag) => sum + flag, 0);
  const noon = (day: (typeof days)[number]) =>
    completeness(day.powerW, (slot) => slot >= 10 * 12 && slot < 14 * 12);
  const incomplete = days.filter((day) => noon(day) < 0.9).length;
  return [
    {
      what: 'SMA 7 kW: impossible values',
      expected: '2016-04-05, 2016-07-19, 2016-08-17',
      result: dates.join(', '),
      isMet: dates.join() === '2016-04-05,2016-07-19,2016-08-17',
    },
    {
      what: 'SMA 7 kW: days without data',
      expected: `273 of 491, within the two days at the edges`,
      result: `${missing} of ${spanDays}; ${incomplete} more incomplete around noon`,
      isMet: Math.abs(missing - 273) <= 2,
    },
    { what: 'SMA 7 kW: clipped values', expected: '0', result: `${clipped}`, isMet: clipped === 0 },
  ];
}

/** Snow: POA irradiance and AC power, day by day. */
function checkSnow(): Result {
  const ratedW = 6000;
  const days = new Map<string, { poaWh: number; acWh: number; coldestC: number }>();
  for (const [local, poa, ac, , , , ambient] of readRows('serf-west-2022')) {
    const day = days.get(local!.slice(0, 10)) ?? { poaWh: 0, acWh: 0, coldestC: 99 };
    day.poaWh += Math.max(0, numberOf(poa)) / 4;
    day.acWh += Math.max(0, numberOf(ac)) / 4;
    day.coldestC = Math.min(day.coldestC, numberOf(ambient));
    days.set(local!.slice(0, 10), day);
  }
  const ratios = [...days].map(([day, { poaWh, acWh }]) => ({ day, ratio: (acWh / ratedW / poaWh) * 1000 }));
  const buried = ratios.filter(({ ratio }) => ratio < 0.05).map(({ day }) => day);
  return {
    what: 'SERF West 2022: days with light and without power (performance ratio below 5 %)',
    expected: '2022-01-06',
    result: `${buried.join(', ') || 'none'} (${ratios.map(({ ratio }) => ratio.toFixed(2)).join(', ')})`,
    isMet: buried.join() === '2022-01-06',
  };
}

const CLEAR_SCORE = 0.6;

/** Flags of a clean plant, and clear intervals on its clear and other days. */
function checkClean(): Result[] {
  const arrays = [{ id: 'roof', tiltDeg: 45, azimuthDeg: 164 }];
  const module = {
    id: 'plant',
    deviceId: 'inverter',
    input: 1,
    arrayId: 'roof',
    ratedW: 6000,
    limitW: null,
    typeKey: '',
  };
  const plant = { ...serfSite, timeZone: 'America/Denver', pricePerKwh: null, arrays, modules: [module] };
  const days = readEast();
  const scores = clearDayScores(days);
  const flags = new Map<string, number>();
  const seen = days.map(({ startMs, slotMs, powerW }) => {
    const modules = [{ moduleId: 'plant', powerW, voltageV: null, currentA: null, energyWh: null }];
    const slots = powerW.length;
    const input = {
      day: '',
      startMs,
      slotMs,
      slots,
      modules,
      devices: [],
      weather: null,
      nearbyClearness: null,
    };
    const expected = expectedDay(plant, input);
    for (const flag of assessDay(plant, input, expected).get('plant')!.flags) {
      flags.set(flag, (flags.get(flag) ?? 0) + 1);
    }
    const { dcPerRatedW, poaWm2 } = arrayOf(expected, 'roof');
    const measuredWm2 = poaWm2.map((poa, slot) =>
      dcPerRatedW[slot]! > 0.05 ? (poa * powerW[slot]!) / (dcPerRatedW[slot]! * module.ratedW) : 0,
    );
    return { poaWm2, measuredWm2, slotMs };
  });
  const ratios = seen.flatMap(({ poaWm2, measuredWm2 }, at) =>
    scores[at]! > CLEAR_SCORE ? [...measuredWm2].map((value, slot) => value / poaWm2[slot]!) : [],
  );
  const usual = quantile(
    ratios.filter((ratio) => ratio > 0),
    0.5,
  );
  const clearShare = { clear: [0, 0], other: [0, 0] };
  seen.forEach(({ poaWm2, measuredWm2, slotMs }, at) => {
    const { isClear } = clearIntervals(measuredWm2, poaWm2, slotMs, usual);
    const count = clearShare[scores[at]! > CLEAR_SCORE ? 'clear' : 'other'];
    poaWm2.forEach((poa, slot) => {
      if (poa < 300) return;
      count[0]! += isClear[slot]!;
      count[1]!++;
    });
  });
  const share = ([clear, all]: readonly number[]) => `${((100 * clear!) / all!).toFixed(0)} %`;
  const listed = [...flags].map(([flag, count]) => `${flag} ${count}`).join(', ');
  return [
    {
      what: `SERF East 2016: flags on ${days.length} days of a plant without known defects`,
      expected: '-',
      result: listed || 'none',
      isMet: null,
    },
    {
      what: 'SERF East 2016: share of clear intervals above 300 W/m² on clear days and on others',
      expected: '-',
      result: `${share(clearShare.clear)}, ${share(clearShare.other)}`,
      isMet: null,
    },
  ];
}

/** Data-quality checks against the marks in the reference series. */
export const checkQuality = (): Result[] => [
  ...cases.map(checkMarked),
  checkLevelShift(),
  checkClearDays(),
  ...checkSma(),
  checkSnow(),
  ...checkClean(),
];
