import { expect, it } from 'vitest';
import { type Played, playbackDataOf } from './playbackData.ts';

const played = (values: (number | null)[]): Played =>
  ({
    count: 6,
    startAt: 0,
    stepMs: 300_000,
    measure: 'power',
    unit: 'W',
    per: 1,
    modules: [{ plcSN: 'A_1', first: 0, values }],
  }) as unknown as Played;

it('opens a running day at its newest step by day, and at its peak once it is dark', () => {
  expect(playbackDataOf(played([0, 50, 100, 90])).opening).toBe(3);
  expect(playbackDataOf(played([0, 50, 100, 60, 4, 0])).opening).toBe(2);
  expect(playbackDataOf(played([0, 50, 100, 60, 4, 0])).peak).toBe(2);
});
