import { describe, expect, it } from 'vitest';
import { correlationOf, type DayCurve, swappedCheck } from './swapped.ts';

/** A day in quarters: a hump around the step `noon`, a little different for every module. */
const hump = (noon: number, scale = 1) =>
  Array.from({ length: 96 }, (_, i) =>
    i < 24 || i > 80 ? null : Math.round(scale * 300 * Math.exp(-(((i - noon) / 12) ** 2))),
  );
const EAST = 40;
const WEST = 60;

const array = (arrayId: number, noon: number, count = 4): DayCurve[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `${arrayId}-${i}`,
    arrayId,
    powerW: hump(noon, 0.9 + i / 20),
  }));
const right = [...array(1, EAST), ...array(2, WEST)];
/** Swaps the serial numbers of two modules: each has the curve of the other one's array. */
const swap = (day: readonly DayCurve[]) =>
  day.map((curve) =>
    curve.name === '1-3' || curve.name === '2-0'
      ? { ...curve, powerW: hump(curve.arrayId === 1 ? WEST : EAST) }
      : curve,
  );

describe('swapped modules', () => {
  it('correlate curves over the steps that both have, and not over too few', () => {
    expect(correlationOf(hump(50), hump(50, 3))).toBeCloseTo(1, 3);
    expect(correlationOf(hump(EAST), hump(WEST))!).toBeLessThan(0.5);
    expect(correlationOf([1, 2, 3, null], [2, 4, 6, 8])).toBeNull();
    expect(correlationOf(Array(20).fill(5), hump(50).slice(30, 50))).toBeNull();
  });

  it('suspect those that go with the other plane on every day, and nobody where all go with their own', () => {
    expect(swappedCheck([4, 4], [right, right]).reason).toBe('swapped.ok');
    expect(swappedCheck([4, 4], [swap(right), swap(right)])).toMatchObject({
      reason: 'swapped.suspect',
      names: ['1-3', '2-0'],
    });
    expect(swappedCheck([4, 4], [swap(right), right]).reason).toBe('swapped.ok');
  });

  it('say nothing without a clear day, without a second plane, or where the planes see the sun alike', () => {
    expect(swappedCheck([4, 4], []).reason).toBe('swapped.noLight');
    expect(swappedCheck([8, 2], [right]).reason).toBe('swapped.onePlane');
    expect(swappedCheck([4, 4], [[...array(1, 50), ...array(2, 51)]]).reason).toBe('swapped.alike');
  });
});
