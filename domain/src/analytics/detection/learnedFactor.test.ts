import { describe, expect, it } from 'vitest';
import { dayNumber, dayOfNumber } from '../../periods.ts';
import type { DayView } from './dayView.ts';
import { type LearnedArray, learnedFactors, learnFactors, storedFactors } from './learnedFactor.ts';
import { addFlags, advanceTrack, emptyTrack, FLAG, setWide, TRACK_DAYS } from './track.ts';

const FIRST = dayNumber('2025-03-10');

/** Learns the factor of an array over sunny days; `ratioOn` gives its power over that of a clear sky. */
function learn(
  days: number,
  ratioOn: (index: number) => number,
  isFaulty: (index: number) => boolean = () => false,
) {
  const memory: LearnedArray = { track: emptyTrack() };
  const arrays = new Map([['roof', memory]]);
  const factors: number[] = [];
  for (let index = 0; index < days; index++) {
    const day = FIRST + index;
    advanceTrack(memory.track, day);
    addFlags(memory.track, TRACK_DAYS - 1, FLAG.seen | FLAG.good);
    setWide(memory.track, TRACK_DAYS - 1, 'ratio', ratioOn(index));
    const view = { day, input: { day: dayOfNumber(day) } } as DayView;
    learnFactors(view, arrays, isFaulty(index) ? new Set(['roof']) : new Set());
    factors.push(learnedFactors(arrays, dayOfNumber(day))('roof'));
  }
  return { memory, arrays, factors };
}

describe('the learned factor of an array', () => {
  it('is that of the newest sunny days before it is learned, by month from the thirtieth on', () => {
    const { factors, memory } = learn(50, () => 0.94);
    expect(factors[3]).toBe(1);
    expect(factors[10]).toBeCloseTo(0.94, 3);
    expect(memory.factors!.map((factor) => factor !== null)).toEqual(
      Array.from({ length: 12 }, (_, month) => month === 3),
    );
    expect(memory.factors![3]).toBeCloseTo(0.94, 3);
  });

  it('changes by one percent a week at most, across the end of a month as well', () => {
    const { factors } = learn(90, (index) => (index < 40 ? 1 : 0.8));
    for (let index = 41; index < 90; index++)
      expect(factors[index]! / factors[index - 1]!).toBeGreaterThan(1 - 0.01 / 7 - 1e-5);
    expect(factors[89]).toBeLessThan(0.96);
    expect(factors[89]).toBeGreaterThan(0.94);
  });

  it('stays as it is while a finding is open', () => {
    const { factors } = learn(
      90,
      (index) => (index < 40 ? 1 : 0.8),
      (index) => index >= 40,
    );
    expect(factors[89]).toBe(factors[39]);
  });

  it('is the median of the others for an array without one, 1 without any, and within limits', () => {
    const { arrays } = learn(40, () => 0.5);
    expect(learnedFactors(arrays, '2025-04-18')('roof')).toBe(0.7);
    expect(learnedFactors(arrays, '2025-04-18')('garage')).toBe(0.7);
    expect(learnedFactors(new Map(), '2025-04-18')('garage')).toBe(1);
  });

  it('is read back only if it is usable', () => {
    const { memory } = learn(40, () => 0.94);
    expect(storedFactors(JSON.parse(JSON.stringify(memory.factors)))).toEqual(memory.factors);
    expect(storedFactors([1, 2])).toBeUndefined();
    expect(storedFactors(Array(12).fill('x'))).toEqual(Array(12).fill(null));
  });
});
