import { expect, it } from 'vitest';
import { arrayMedian, LEAST_IN_ARRAY, medianOf } from './arrayMedian.ts';

it('finds the middle one, or the mean of the two in the middle', () => {
  expect([medianOf([]), medianOf([3, 1, 2]), medianOf([4, 1, 2, 3])]).toEqual([null, 2, 2.5]);
});

const array = (values: (number | null)[], ratedW: number | null = 400) =>
  values.map((value) => ({ value, ratedW }));

it('says what the median module would give, and nothing of a plane that is too small', () => {
  expect(arrayMedian({ ratedW: 400 }, array([100, 200, 300, 400]), true)).toBe(250);
  expect(arrayMedian({ ratedW: 400 }, array([100, 200, 300]), true)).toBeNull();
  expect(arrayMedian({ ratedW: 400 }, array([100, 200, 300, null]), true)).toBeNull();
  expect(LEAST_IN_ARRAY).toBe(4);
});

it('compares per watt where every module has a rating and the value grows with it', () => {
  const mixed = [...array([200, 200, 200], 400), ...array([100], 200)];
  expect(arrayMedian({ ratedW: 200 }, mixed, true)).toBe(100);
  expect(arrayMedian({ ratedW: 200 }, mixed, false)).toBe(200);
  expect(arrayMedian({ ratedW: null }, mixed, true)).toBe(200);
});
