import { MINUTE_MS } from '@helioport/domain/duration';
import { expect, test } from 'vitest';
import { meansOf } from './slots.ts';

const at = Float64Array.from([0, 2, 4, 6, 8], (minutes) => minutes * MINUTE_MS);
const slots = { startMs: 0, stepMs: 5 * MINUTE_MS, count: 2 };

test('several values of a step are their mean, of a charge or a setting the last one', () => {
  const values = Float64Array.of(10, 20, 60, 5, Number.NaN);
  expect([...meansOf(values, at, slots, 1e9)]).toEqual([30, 5]);
  expect([...meansOf(values, at, slots, 1e9, { isLast: true })]).toEqual([60, 5]);
});

test('one input of several is read by its place', () => {
  const values = Float64Array.of(1, 10, 2, 20, 3, 30, 4, 40, 5, 50);
  expect([...meansOf(values, at, slots, 1e9, { offset: 1, perReading: 2 })]).toEqual([20, 45]);
});
