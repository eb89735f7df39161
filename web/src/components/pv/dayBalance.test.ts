import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOf, energiesOfDay, producedOfDay } from './dayBalance.ts';

const series = (key: string, kwh: number | null) => ({
  stack: '',
  name: 'any',
  data: [kwh],
  unit: 'kWh',
  key,
});
const answer = (...of: ReturnType<typeof series>[]) => ({
  legend: [],
  xAxisData: ['21/06'],
  series: of,
  weatherSeries: null,
});

test('a day is balanced from its counters', () => {
  const balance = balanceOf({
    producedKwh: 43,
    importedKwh: 4.5,
    exportedKwh: 18,
    chargedKwh: 6,
    dischargedKwh: 5,
  });
  expect(balance).toEqual({
    decimals: 1,
    produced: 43,
    direct: 19,
    stored: 6,
    exported: 18,
    used: 28.5,
    fromBattery: 5,
    fromGrid: 4.5,
    hasBattery: true,
  });
});

test('what a battery takes from the grid at night is no consumption', () => {
  const balance = balanceOf({
    producedKwh: 0,
    importedKwh: 8,
    exportedKwh: 0,
    chargedKwh: 5,
    dischargedKwh: 0,
  });
  expect([balance.produced, balance.used, balance.fromGrid]).toEqual([0, 3, 3]);
});

test('both sums add up to the last digit, share what went from the sun into the house, and lose nothing', () => {
  const kwh = fc.integer({ min: 0, max: 80_000 }).map((wh) => wh / 1000);
  fc.assert(
    fc.property(
      kwh,
      kwh,
      kwh,
      kwh,
      kwh,
      (producedKwh, importedKwh, exportedKwh, chargedKwh, dischargedKwh) => {
        const one = balanceOf({ producedKwh, importedKwh, exportedKwh, chargedKwh, dischargedKwh });
        const whole = (value: number) => Math.round(value * 10 ** one.decimals);
        expect(whole(one.direct) + whole(one.stored) + whole(one.exported)).toBe(whole(one.produced));
        expect(whole(one.direct) + whole(one.fromBattery) + whole(one.fromGrid)).toBe(whole(one.used));
        const parts = [one.direct, one.stored, one.exported, one.fromBattery, one.fromGrid];
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        expect(Math.abs(one.produced - producedKwh)).toBeLessThanOrEqual(0.0501);
      },
    ),
  );
});

test('the energies are summed by what the series are, and need a meter', () => {
  const metered = answer(
    series('production', 5),
    series('production', 4),
    series('consumption', 7),
    series('imported', 1),
  );
  expect(energiesOfDay(metered)).toMatchObject({ producedKwh: 9, importedKwh: 1, exportedKwh: 0 });
  expect(energiesOfDay(answer(series('production', 5)))).toBeNull();
  expect(energiesOfDay(answer(series('production', 5), series('consumption', null)))).toBeNull();
});

test('headline and balance of a day say the same, and a day of which no device knows is no zero', () => {
  const day = answer(series('production', 3), series('production', null), series('consumption', 4));
  expect(producedOfDay(day)).toBe(3);
  expect(energiesOfDay(day)?.producedKwh).toBe(producedOfDay(day));
  expect(producedOfDay(answer(series('production', null), series('consumption', 4)))).toBeNull();
  expect(producedOfDay(answer(series('production', 0)))).toBe(0);
});
