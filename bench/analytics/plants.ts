// The measured plants as days.
import type { PowerDay } from '@helioport/domain/analytics/quality/clearDays';
import { cutDays, numberOf, readRows } from './reference.ts';
import { minutesMs } from './result.ts';

/** SERF, Golden, Colorado. */
export const serfSite = { latitude: 39.742, longitude: -105.1727, altitudeM: 1830 };
const MOUNTAIN_MS = minutesMs(7 * 60);
const PACIFIC_MS = minutesMs(8 * 60);

export const readEast = (): PowerDay[] =>
  cutDays(
    readRows('serf-east-2016').map(([at, watts]) => [Date.parse(at!), numberOf(watts)] as const),
    minutesMs(15),
    MOUNTAIN_MS,
  );

/** Days by the recorded local time, which claims to be UTC-7. */
export const readDst = (): PowerDay[] =>
  cutDays(
    readRows('serf-dst-2011').map(
      ([at, watts]) => [Date.parse(`${at}Z`) + MOUNTAIN_MS, numberOf(watts)] as const,
    ),
    minutesMs(15),
    MOUNTAIN_MS,
  );

export interface YearDay extends PowerDay {
  /** Weight as a clear day; 0: not clear. */
  readonly clearWeight: number;
}

/** The year of a plant at an unknown place; its days are put into 2015. */
export const readYear = (): YearDay[] =>
  readRows('one-year-5min').map((row, at) => ({
    startMs: Date.UTC(2015, 0, 1 + at),
    slotMs: minutesMs(5),
    powerW: Float64Array.from(row.slice(1), numberOf),
    clearWeight: numberOf(row[0]),
  }));

/** A residential inverter, power in kW; impossible values are still in it. */
export const readSma = (): PowerDay[] =>
  cutDays(
    readRows('sma-7kw').map(([at, kilowatts]) => [Date.parse(at!), numberOf(kilowatts)] as const),
    minutesMs(5),
    PACIFIC_MS,
  );
