import { describe, expect, test } from 'vitest';
import { type ArrayModule, underperformingModules, underRule } from './underperforming.ts';

const LAST = 20_000;
const all = { lastDay: LAST, isSound: () => true };
/** A module that makes a share of what the day gives; `from`: since so many days ago. */
const module = (
  share: number,
  { from = 99, ratedW = 400, isKnown = false } = {},
  wh = 1200,
): ArrayModule => ({
  ratedW,
  isKnown,
  whByDay: new Map(
    Array.from({ length: 40 }, (_, ago) => [LAST - ago, wh * (ratedW / 400) * (ago < from ? share : 1)]),
  ),
});
const healthy = [module(1), module(0.97), module(1.02), module(0.93), module(1)];

describe('a module', () => {
  test('underperforms below 80 % of the median of its array over seven days', () => {
    const found = underperformingModules([...healthy, module(0.68)], all);
    expect(found.slice(0, 5)).toEqual([null, null, null, null, null]);
    expect(found[5]?.share).toBeCloseTo(0.68 / 0.985, 2);
    expect(underperformingModules([...healthy, module(0.82)], all)[5]).toBeNull();
  });

  test('has done so since the first day on which it fell short', () => {
    const [found] = underperformingModules([module(0.5, { from: 12 }), ...healthy], all);
    expect(found?.sinceDay).toBe(LAST - 11);
    // Two bad days do not bring seven below the border.
    expect(underperformingModules([module(0.5, { from: 2 }), ...healthy], all)[0]).toBeNull();
  });

  test('is compared per watt of its rating', () => {
    const small = module(1, { ratedW: 200 });
    expect(underperformingModules([small, ...healthy], all)[0]).toBeNull();
  });

  test('that was found stays so until it makes 85 %', () => {
    expect(underperformingModules([module(0.83, { isKnown: true }), ...healthy], all)[0]).not.toBeNull();
    expect(underperformingModules([module(0.9, { isKnown: true }), ...healthy], all)[0]).toBeNull();
    const snow = { lastDay: LAST, isSound: () => false };
    expect(underperformingModules([module(0.9, { isKnown: true }), ...healthy], snow)[0]).not.toBeNull();
  });
});

describe('nothing is found', () => {
  test('on arrays where all are weak', () => {
    expect(
      underperformingModules(
        Array.from({ length: 6 }, () => module(0.4)),
        all,
      ),
    ).toEqual(Array(6).fill(null));
  });

  test('in arrays too small to have a middle', () => {
    expect(underperformingModules([module(1), module(1), module(0.3)], all)).toEqual([null, null, null]);
  });

  test('without seven full days of light: winter, snow, missing readings', () => {
    const dark = [...healthy, module(0.5)].map(({ ratedW, isKnown, whByDay }) => ({
      ratedW,
      isKnown,
      whByDay: new Map([...whByDay].map(([day, wh]) => [day, wh * (underRule.leastWh / 1300)])),
    }));
    expect(underperformingModules(dark, all)[5]).toBeNull();
    const few = { lastDay: LAST, isSound: (day: number) => day > LAST - 6 };
    expect(underperformingModules([...healthy, module(0.5)], few)[5]).toBeNull();
    const gaps = { ...module(0.5), whByDay: new Map([[LAST, 100]]) };
    expect(underperformingModules([...healthy, gaps], all)[5]).toBeNull();
  });
});
