import { describe, expect, it } from 'vitest';
import { currencies, currencyOf } from './currencies.ts';

describe('currencies', () => {
  it.each([
    ['DE', 'EUR'],
    ['HR', 'EUR'],
    ['US', 'USD'],
    ['BR', 'BRL'],
    ['CH', 'CHF'],
    ['GL', 'DKK'],
    ['AQ', ''],
    ['XX', ''],
  ])('are known of %s: %s', (country, currency) => {
    expect(currencyOf(country)).toBe(currency);
  });

  it('stand once each, in order, and every one of them has a name', () => {
    expect([...new Set(currencies)].sort()).toEqual(currencies);
    const names = new Intl.DisplayNames(['en'], { type: 'currency', fallback: 'none' });
    expect(currencies.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});
