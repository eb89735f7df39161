import { expect, test } from 'vitest';
import { sheetCell, sheetColumns, sheetName } from './sheetCells.ts';

test('instants are dates of the same digits in every time zone, other texts stay texts', () => {
  expect(sheetCell('2026-03-29 02:30:05')).toEqual({
    value: new Date(Date.UTC(2026, 2, 29, 2, 30, 5)),
    type: Date,
    format: 'yyyy-mm-dd hh:mm:ss',
  });
  expect(sheetCell('2026-03-29')).toMatchObject({ type: Date, format: 'yyyy-mm-dd' });
  for (const offset of ['+02:00', '-03:30', 'Z'])
    expect(sheetCell(`2026-03-29T02:30${offset}`)).toMatchObject({
      value: new Date(Date.UTC(2026, 2, 29, 2, 30)),
      type: Date,
    });
  for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '=1+1', '2026-01-01 and more', '86D40006'])
    expect(sheetCell(text)).toEqual({ value: text, type: String });
});

test('numbers end at six decimals, and nothing is an empty cell', () => {
  expect(sheetCell(45.269999999999996)).toEqual({ value: 45.27, type: Number });
  expect(sheetCell(0)).toEqual({ value: 0, type: Number });
  for (const nothing of [null, undefined, '']) expect(sheetCell(nothing)).toBeNull();
});

test('columns are as wide as their texts, within bounds', () => {
  expect(
    sheetColumns(
      ['A', 'Name of the plant'],
      [
        ['x', 'y'.repeat(200)],
        [null, 5],
      ],
    ),
  ).toEqual([{ width: 8 }, { width: 60 }]);
});

test('a sheet is named after its rows', () => {
  expect(sheetName('Plants [2026/11]: all')).toBe('Plants  2026 11  all');
  expect(sheetName('x'.repeat(40))).toHaveLength(31);
  expect(sheetName('???')).toBe('Helioport');
});
