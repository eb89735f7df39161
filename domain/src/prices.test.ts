import { describe, expect, test } from 'vitest';
import {
  arePlain,
  changedSince,
  entryOn,
  overlapOf,
  type PriceEntry,
  plainPrices,
  pricesOfDay,
  worthOf,
} from './prices.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const night = { days: everyDay, from: '22:00', to: '05:30', price: 0.1 };
const peak = { days: [1, 2, 3, 4, 5], from: '17:00', to: '20:00', price: 0.5 };
const entry = (more: Partial<PriceEntry> = {}): PriceEntry => ({
  from: '',
  price: 0.3,
  exportPrice: null,
  bands: [night, peak],
  ...more,
});

describe('prices of a day', () => {
  test('has one price per quarter of an hour, over midnight and by the day of the week', () => {
    // A Friday and a Saturday.
    const friday = pricesOfDay(entry(), '2026-06-19', 'Europe/Berlin');
    expect(friday).toHaveLength(96);
    expect([
      friday[0],
      friday[21],
      friday[22],
      friday[67],
      friday[68],
      friday[79],
      friday[80],
      friday[88],
    ]).toEqual([0.1, 0.1, 0.3, 0.3, 0.5, 0.5, 0.3, 0.1]);
    expect(pricesOfDay(entry(), '2026-06-20', 'Europe/Berlin')[68]).toBe(0.3);
  });

  test('follows the clock where it is changed', () => {
    const early = { days: everyDay, from: '02:00', to: '03:00', price: 1 };
    const hoursAt1 = (day: string) =>
      pricesOfDay(entry({ bands: [early] }), day, 'Europe/Berlin').filter((price) => price === 1).length / 4;
    expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(hoursAt1)).toEqual([1, 0, 2]);
    expect(pricesOfDay(entry(), '2011-12-30', 'Pacific/Apia')).toEqual([]);
  });
});

test('the entry of a day is the last that began', () => {
  const prices = [entry(), entry({ from: '2026-05-01', price: 0.4 })];
  expect(
    ['2020-01-01', '2026-04-30', '2026-05-01', '2030-01-01'].map((day) => entryOn(prices, day).price),
  ).toEqual([0.3, 0.3, 0.4, 0.4]);
});

test('what is sold is paid by its own price, where there is one', () => {
  const flows = { madeWh: [1000, 3000], soldWh: [0, 2000] };
  const quarters = [0.5, 0.25];
  expect(worthOf(entry(), flows, quarters)).toBeCloseTo(0.5 + 0.75, 12);
  expect(worthOf(entry({ exportPrice: 0.08 }), flows, quarters)).toBeCloseTo(0.5 + 0.25 + 0.16, 12);
  expect(worthOf(entry({ exportPrice: 0.08, bands: [] }), { madeWh: [4000], soldWh: [] })).toBeCloseTo(
    1.2,
    12,
  );
});

test('bands that speak of the same time are found, also over midnight', () => {
  expect(overlapOf([night, peak])).toBeNull();
  expect(overlapOf([night, peak, { ...peak, days: [5], from: '05:15', to: '06:00' }])).toEqual([0, 2]);
  expect(overlapOf([peak, { ...peak, days: [6, 7] }])).toBeNull();
});

describe('what changed', () => {
  const prices = [entry(), entry({ from: '2026-05-01' })];
  test.each<[string, PriceEntry[], string | null]>([
    [
      'nothing, whatever the order of the days of a band',
      [entry({ bands: [{ ...night, days: everyDay.toReversed() }, peak] }), prices[1]!],
      null,
    ],
    ['a later entry more', [...prices, entry({ from: '2026-07-01' })], '2026-07-01'],
    ['one less', [prices[0]!], '2026-05-01'],
    ['one that begins earlier', [prices[0]!, entry({ from: '2026-04-01' })], '2026-04-01'],
    ['a band', [entry({ bands: [night] }), prices[1]!], ''],
  ])('%s', (_, after, since) => {
    expect(changedSince(prices, after)).toBe(since);
  });
});

test('one price without bands and export is plain', () => {
  expect(arePlain(plainPrices(0.3))).toBe(true);
  expect([arePlain([entry()]), arePlain([...plainPrices(1), entry({ from: '2026-01-01' })])]).toEqual([
    false,
    false,
  ]);
});
