import { describe, expect, test } from 'vitest';
import { currencyOf } from './currencies.ts';
import { factorIn, gridFactors, WORLD } from './gridFactors.ts';

describe('the factors of the grids', () => {
  test.each([...gridFactors])(
    '%s: a country, a plausible figure, its source and its year',
    (code, factor) => {
      expect(code === WORLD || currencyOf(code) !== '').toBe(true);
      expect(factor.kgPerKwh).toBeGreaterThanOrEqual(0.005);
      expect(factor.kgPerKwh).toBeLessThanOrEqual(1.2);
      expect(factor.source).not.toBe('');
      expect(factor.year).toBeGreaterThanOrEqual(2020);
    },
  );

  test('are known of many countries, and the world stands in for the others', () => {
    expect(gridFactors.size).toBeGreaterThan(100);
    expect(factorIn(gridFactors, 'FR').kgPerKwh).toBe(0.044);
    expect(factorIn(gridFactors, 'AQ')).toEqual(gridFactors.get(WORLD));
    expect(factorIn(gridFactors, '')).toEqual(gridFactors.get(WORLD));
  });

  test('a value planted over a built-in one is the one that counts', () => {
    const own = { kgPerKwh: 0.2, source: 'Own', year: 2025 };
    expect(factorIn(new Map([...gridFactors, ['FR', own]]), 'FR')).toEqual(own);
    expect(factorIn(new Map([...gridFactors, [WORLD, own]]), 'AQ')).toEqual(own);
  });
});
