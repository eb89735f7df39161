import { expect, test } from 'vitest';
import { type WeakModule, weakModules } from './weak.ts';

const LAST = 100;
/** Sunny days, every third one grey. */
const sun = (day: number) => (day % 3 === 0 ? 300 : 1500);

/** An array whose first module produces `share(day)` of the others' energy. */
const array = (share: (day: number) => number, known: WeakModule | null = null, count = 5) =>
  Array.from({ length: count }, (_, i) => ({
    ratedW: i === 1 ? 200 : 400,
    whByDay: new Map(
      Array.from({ length: LAST + 1 }, (_, day) => [
        day,
        (i === 1 ? 0.5 : 1) * sun(day) * (i === 0 ? share(day) : 1),
      ]),
    ),
    known: i === 0 ? known : null,
  }));
const first = (
  share: (day: number) => number,
  {
    known,
    isSound = () => true,
    count,
  }: { known?: WeakModule; isSound?: (day: number) => boolean; count?: number } = {},
) => {
  const [own, ...others] = weakModules(array(share, known, count), { lastDay: LAST, isSound });
  expect(others.every((one) => one === null)).toBe(true);
  return own;
};

test('a module that makes a fifth less on three good days is weak since the first of them', () => {
  // 97, 98 and 100 are good; 99 is grey.
  expect(first((day) => (day > 96 ? 0.8 : 1))).toEqual({ sinceDay: 97, baseline: 1 });
  expect(first((day) => (day > 97 ? 0.8 : 1))).toBeNull();
  expect(first((day) => (day > 96 ? 0.86 : 1))).toBeNull();
});

test('what always made less is measured by itself', () => {
  expect(first(() => 0.6)).toBeNull();
  expect(first((day) => (day > 96 ? 0.45 : 0.6))).toEqual({ sinceDay: 97, baseline: 0.6 });
});

test('without days before, without members, and on days that are not sound nobody is weak', () => {
  const isLow = (day: number) => (day > 96 ? 0.5 : 1);
  expect(first(isLow, { isSound: (day) => day > 80 })).toBeNull();
  expect(first(isLow, { count: 3 })).toBeNull();
  expect(first(isLow, { isSound: (day) => day !== 98 })).toBeNull();
});

test('it stays weak against what it made before, and is well after two good days', () => {
  const known = { sinceDay: 40, baseline: 1 };
  expect(first(() => 0.8, { known })).toEqual(known);
  expect(first((day) => (day > 98 ? 0.95 : 0.8), { known })).toEqual(known);
  expect(first((day) => (day > 97 ? 0.95 : 0.8), { known })).toBeNull();
});
