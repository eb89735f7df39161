// Energies of days on which readings are missing.
import { describe, expect, it } from 'vitest';
import { type DayFeatures, wholeDay } from './features.ts';
import type { ModuleView } from './moduleView.ts';

/** A module that lost a fifth, on a day of which a quarter has no readings. */
const partial = (actual: number) =>
  ({ coverage: 0.75, actual, expected: 3, expectedSeen: 3, reference: 3 }) as DayFeatures;
const moduleOf = (counter: number) => ({ counter }) as ModuleView;

describe('a day without readings for some hours', () => {
  it('is expected to bring what the counter covers', () => {
    const { actual, expected, reference } = wholeDay(partial(3.2), moduleOf(3.2));
    expect([actual, expected, reference]).toEqual([3.2, 4, 4]);
  });

  it('is extrapolated on both sides without a counter', () => {
    const { actual, expected } = wholeDay(partial(2.4), moduleOf(Number.NaN));
    expect(actual / expected).toBeCloseTo(0.8, 9);
    expect(expected).toBeCloseTo(4, 9);
  });

  it('is not estimated from a few readings, and a whole day stays as it is', () => {
    expect(wholeDay({ ...partial(2.4), coverage: 0.05 }, moduleOf(3.2)).expected).toBeNaN();
    expect(wholeDay({ ...partial(2.4), coverage: 1 }, moduleOf(3.2)).expected).toBe(3);
  });
});
