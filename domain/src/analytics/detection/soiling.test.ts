// Declines of an array in relation to a clear sky.
import { describe, expect, it } from 'vitest';
import { ABSOLUTE, CURRENT, declineOf, RELATIVE } from './decline.ts';
import { TRACK_DAYS } from './track.ts';

/** Logarithms of an index by day; the days between are unknown. The last one is the newest. */
function series(values: Readonly<Record<number, number>>): Float64Array {
  const last = Math.max(...Object.keys(values).map(Number));
  const rows = new Float64Array(TRACK_DAYS).fill(Number.NaN);
  for (const [day, value] of Object.entries(values))
    rows[TRACK_DAYS - 1 - (last - Number(day))] = Math.log(value);
  return rows;
}

/** A measured spring: haze comes within two weeks and stays. */
const haze = {
  0: 1.01,
  2: 1.01,
  4: 1.03,
  15: 0.95,
  16: 1.0,
  19: 0.99,
  21: 0.95,
  22: 0.92,
  23: 0.92,
  25: 0.91,
  26: 0.89,
  27: 0.89,
  28: 0.88,
  29: 0.87,
  30: 0.91,
  31: 0.92,
  32: 0.92,
  33: 0.91,
  34: 0.91,
  35: 0.9,
};

/** Logarithms of the current of an array without plants nearby: haze comes, goes and comes again. */
const SWINGS = [
  -0.22, -0.24, -0.2, -0.22, -0.24, -0.13, -0.18, -0.13, -0.2, -0.16, -0.18, -0.15, -0.2, -0.17, -0.15, -0.2,
  -0.21, -0.17, -0.2, -0.21, -0.26, -0.23,
];
const FALL = Array.from({ length: 14 }, (_, i) => -0.14 - (0.12 * i) / 13 - 0.005 * Math.sin(2 * i));

/** Two weeks of a decline after the given values. */
function after(before: readonly number[]): Float64Array {
  const rows = new Float64Array(TRACK_DAYS).fill(Number.NaN);
  rows.set([...before, ...FALL], TRACK_DAYS - before.length - FALL.length);
  return rows;
}

describe('a decline', () => {
  it('of the light that only comes back to where it was is haze', () => {
    expect(declineOf(after(SWINGS), CURRENT)).toBeNull();
    expect(declineOf(after(SWINGS.map((value) => -0.14 + 0.2 * (value + 0.19))), CURRENT)).not.toBeNull();
    // Plants nearby are under the same haze: with their light it counts.
    expect(declineOf(after(SWINGS), { ...CURRENT, beyond: undefined })).not.toBeNull();
  });

  it('is measured by what is lost at its end, not by the steepness of a few days', () => {
    for (let last = 27; last <= 35; last++) {
      const known = Object.fromEntries(Object.entries(haze).filter(([day]) => Number(day) <= last));
      expect(declineOf(series(known), ABSOLUTE)).toBeNull();
    }
  });

  it('of a whole plant must be larger than one that plants nearby do not share', () => {
    const dust = (total: number) =>
      series(Object.fromEntries(Array.from({ length: 15 }, (_, i) => [2 * i, 1 - (total * i) / 14])));
    expect(declineOf(dust(0.14), ABSOLUTE)).toBeNull();
    expect(declineOf(dust(0.14), RELATIVE)!.drop).toBeCloseTo(Math.log(0.86), 1);
    expect(declineOf(dust(0.22), ABSOLUTE)!.drop).toBeCloseTo(Math.log(0.78), 1);
  });
});
