import { isSerial, isVendor } from '@helioport/domain/deviceIdentity';
import { serialIssuesOf } from '@helioport/domain/serialIssues';
import { expect, it } from 'vitest';
import { isSerialOf, manufacturers } from './manufacturers.ts';

it('checks serial numbers by the pattern of the manufacturer, else by the general form', () => {
  expect(isSerialOf('nep', '86A10001')).toBe(true);
  expect(isSerialOf('nep', '3P10-0001')).toBe(false);
  expect(isSerialOf('sunhall', '3P10-0001')).toBe(true);
  expect(isSerialOf('sunhall', '3P10/0001')).toBe(false);
});

it('lists each manufacturer once, with a name valid in an sn', () => {
  expect(new Set(manufacturers.map(({ vendor }) => vendor)).size).toBe(manufacturers.length);
  expect(manufacturers.filter(({ vendor }) => !isVendor(vendor))).toEqual([]);
});

it.each(manufacturers)('serial numbers of $vendor have the general form', (manufacturer) => {
  for (const text of ['', 'A.B', 'ABCD~meter', 'ABC_1234', 'ABCD/123', '86A1000+', '86A1000#'])
    expect([text, manufacturer.isSerial(text) && !isSerial(text)]).toEqual([text, false]);
});

it('rejects serial numbers of frames exactly where their form has an issue', () => {
  for (const text of ['86A10001', '86a10001', '86A1000', '86A100011', '86A1000G', '86A1-001', '00000000', ''])
    expect([text, serialIssuesOf(text).length === 0]).toEqual([
      text,
      isSerialOf('nep', text.toUpperCase()) && isSerial(text.toUpperCase()),
    ]);
});
