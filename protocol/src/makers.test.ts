import { isSerial, isVendor } from '@helioport/domain/deviceIdentity';
import { expect, it } from 'vitest';
import { isSerialOf, makers } from './makers.ts';

it('holds the serials of a maker to its own pattern, and those of others to the general one', () => {
  expect(isSerialOf('nep', '86A10001')).toBe(true);
  expect(isSerialOf('nep', '3P10-0001')).toBe(false);
  expect(isSerialOf('sunhall', '3P10-0001')).toBe(true);
  expect(isSerialOf('sunhall', '3P10/0001')).toBe(false);
});

it('has each maker once, under a name that fits an sn', () => {
  expect(new Set(makers.map(({ vendor }) => vendor)).size).toBe(makers.length);
  expect(makers.filter(({ vendor }) => !isVendor(vendor))).toEqual([]);
});

it.each(makers)('lets no serial of $vendor break the general form', (maker) => {
  for (const text of ['', 'A.B', 'ABCD~meter', 'ABC_1234', 'ABCD/123', '86A1000+', '86A1000#'])
    expect([text, maker.isSerial(text) && !isSerial(text)]).toEqual([text, false]);
});
