import { expect, it } from 'vitest';
import { withLosses } from './losses.ts';

it('adds a loss to an expected energy that lacks it, once, and to no unknown one', () => {
  const daily = {
    days: ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05'],
    produced: [40_000, 40_000, 40_000, null, 40_000],
    expected: [40_100, 44_000, null, 44_000, 40_100],
  };
  const lost = new Map(daily.days.slice(0, 4).map((day) => [day, 4000]));
  expect(withLosses(daily, lost).expected).toEqual([44_000, 44_000, null, 44_000, 40_100]);
});

it('takes the counters of the days of an interruption for no expected energy of the day that they arrive on', () => {
  const daily = { days: ['2026-05-01'], produced: [138_000], expected: [14_000] };
  expect(withLosses(daily, new Map()).expected).toEqual([14_000]);
});
