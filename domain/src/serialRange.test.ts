import { describe, expect, test } from 'vitest';
import { serialRange } from './serialRange.ts';

describe('serialRange', () => {
  test('counts on hex digits for the first vendor and on the last digits for others', () => {
    expect(serialRange('a00000fe', 'A0000101', 10)).toEqual(['A00000FE', 'A00000FF', 'A0000100', 'A0000101']);
    expect(serialRange('acme.LX-099', 'acme.lx-101', 10)).toEqual([
      'acme.LX-099',
      'acme.LX-100',
      'acme.LX-101',
    ]);
    expect(serialRange('A0000001', 'A0000001', 1)).toEqual(['A0000001']);
  });

  test('refuses what does not count, runs backwards, is of two makers or has no end', () => {
    const pairs = [
      ['A0000002', 'A0000001'],
      ['A0000000', 'A0000064'],
      ['A000000G', 'A000000H'],
      ['acme.LX-1', 'acme.LX-10'],
      ['acme.LX-1', 'acme.LY-2'],
      ['acme.LXAB', 'acme.LXAC'],
      ['acme.0001', 'other.0002'],
      ['', 'A0000001'],
      ['A0000001~meter', 'A0000002~meter'],
    ] as const;
    for (const [from, to] of pairs) expect(serialRange(from, to, 100), `${from} to ${to}`).toBeNull();
  });
});
