import { describe, expect, it } from 'vitest';
import { canonicalSn, parseSn, partOf, searchedSn, snOf } from './deviceIdentity.ts';

describe('the sn of a device', () => {
  it.each([
    ['nep', '86A10001', '', '86A10001'],
    ['sunhall', '3P10-0001', '', 'sunhall.3P10-0001'],
    ['sunhall', '86A10001', 'battery', 'sunhall.86A10001~battery'],
    ['nep', '86A10001', 'meter', '86A10001~meter'],
  ])('of %s %s %s is one text, and is taken apart again', (vendor, serial, part, sn) => {
    expect(snOf(vendor, serial, part)).toBe(sn);
    expect(parseSn(sn)).toEqual({ vendor, serial, part });
    expect(canonicalSn(sn)).toBe(sn);
    expect(partOf(sn)).toEqual({ parent: part === '' ? null : snOf(vendor, serial), part });
  });

  it.each([
    ['86a10001', '86A10001'],
    ['nep.86a10001', '86A10001'],
    ['NEP.86A10001~METER', '86A10001~meter'],
    [' SunHall.3p10-0001 ', 'sunhall.3P10-0001'],
  ])('%s has the one form %s', (typed, sn) => {
    expect(canonicalSn(typed)).toBe(sn);
  });

  it.each([
    '',
    '.',
    'ABC',
    '.86A10001',
    'sunhall.',
    'sunhall.86A1.0001',
    '4ever.86A10001',
    '86A10001~',
    '86A10001~a~b',
    '86A10001~me/ter',
    '86A1_0001',
    '86A1+001',
    '-86A10001',
    'x'.repeat(33),
  ])('%j is none', (text) => {
    expect(parseSn(text)).toBeNull();
    expect(canonicalSn(text)).toBe(text.toUpperCase());
  });

  it('is found by a piece of it, with the first vendor’s name or without', () => {
    expect(searchedSn('Nep.86A1')).toBe('86A1');
    expect(searchedSn('sunhall.86A1')).toBe('sunhall.86A1');
    expect(searchedSn('nep')).toBe('nep');
    expect(searchedSn('sunhall.86A1~battery')).toBe('sunhall.86A1');
  });
});
