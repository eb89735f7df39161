import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageRows, sortRows } from './localRows.ts';

describe('rows of a table that are all here', () => {
  const state = { page: 1, size: 20, sort: 'v', order: 'desc' as const };
  const sortValue = (row: { v: number | null }) => row.v;

  test('come in order, those without a value last either way', () => {
    const rows = [{ v: 1 }, { v: null }, { v: 3 }];
    expect(sortRows(rows, state, sortValue).map(sortValue)).toEqual([3, 1, null]);
    expect(sortRows(rows, { ...state, order: 'asc' }, sortValue).map(sortValue)).toEqual([1, 3, null]);
  });

  test('with numbers in their texts sort as people count', () => {
    const rows = [{ n: 'A_10' }, { n: 'A_2' }];
    expect(sortRows(rows, { ...state, order: 'asc' }, ({ n }) => n).map(({ n }) => n)).toEqual([
      'A_2',
      'A_10',
    ]);
  });

  test('stand on exactly one page each', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (count, size) => {
        const rows = Array.from({ length: count }, (_, i) => i);
        const pages = Array.from({ length: Math.max(1, Math.ceil(count / size)) }, (_, i) =>
          pageRows(rows, { ...state, page: i + 1, size }),
        );
        expect(pages.flat()).toEqual(rows);
      }),
    );
  });
});
