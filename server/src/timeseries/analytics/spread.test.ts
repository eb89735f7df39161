import { expect, it } from 'vitest';
import { spreadOver } from './spread.ts';

const days = ['2026-05-01', '2026-05-02', '2026-05-03'];

it('splits a loss in proportion to the expected energy', () => {
  const expected = new Map([
    ['2026-05-01', 30_000],
    ['2026-05-02', 10_000],
    ['2026-05-03', 0],
    ['2026-05-04', 90_000],
  ]);
  expect(spreadOver(days, expected, 800)).toEqual([600, 200, 0]);
});

it('counts a day of unknown energy as an average one, and splits equally if none is known', () => {
  const expected = new Map([
    ['2026-05-01', 30_000],
    ['2026-05-03', 10_000],
  ]);
  expect(spreadOver(days, expected, 900)).toEqual([450, 300, 150]);
  expect(spreadOver(days, new Map(), 900)).toEqual([300, 300, 300]);
  expect(spreadOver(days, new Map([['2026-05-01', 0]]), 900)).toEqual([300, 300, 300]);
});
