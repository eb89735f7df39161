import { describe, expect, it } from 'vitest';
import { moneyText } from './amounts.ts';

describe('moneyText', () => {
  it('tells apart the moneys that share a sign', () => {
    const written = ['USD', 'AUD', 'CAD', 'NZD'].map((currency) => moneyText(5, currency));
    expect(new Set(written).size).toBe(4);
  });

  it('keeps the sign of the country where it is nobody else’s', () => {
    expect(moneyText(5, 'EUR')).toContain('€');
    expect(moneyText(5, 'PLN')).toContain('zł');
  });
});
