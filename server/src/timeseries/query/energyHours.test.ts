import { kwh } from '@helioport/domain/units';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hoursInKwh } from '../../queries/shownHours.ts';
import { tenths } from '../counters/running.ts';
import { bringTo } from './energyHours.ts';

const wh = fc.integer({ min: 0, max: 90_000 }).map((n) => n / 10);
const hours = fc.array(fc.option(wh), { minLength: 23, maxLength: 25 });
const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

it('brings hours to their day, never below zero', () => {
  fc.assert(
    fc.property(hours, wh, fc.nat(22), (given, total, at) => {
      const brought = bringTo(given, total, at);
      expect(sum(brought)).toBeCloseTo(total, 6);
      expect(Math.min(...brought.map(Number))).toBeGreaterThanOrEqual(0);
      for (const [i, one] of given.entries()) if (one === null && i !== at) expect(brought[i]).toBeNull();
    }),
  );
  expect(bringTo([1, null, 2, null], 5, 2)).toEqual([1, null, 4, null]);
  expect(bringTo([3, null, 2, 1], 2, 2)).toEqual([2, null, 0, 0]);
});

it('shows hours that sum up to the day as it is shown', () => {
  fc.assert(
    fc.property(hours, (given) => {
      expect(sum(hoursInKwh(given))).toBeCloseTo(kwh(tenths(sum(given))), 6);
      expect(hoursInKwh(given).map((one) => one === null)).toEqual(given.map((one) => one === null));
    }),
  );
  expect(hoursInKwh([0.4, null, 0.4, 0.4])).toEqual([0, null, 0.001, 0]);
});
