// Parquet files are read by the implementation of the Arrow project.
import { expect, it } from 'vitest';
import { arrowParquetOf } from '../../../test/arrowParquet.ts';
import { type ParquetColumn, parquetOf } from './parquet.ts';

const columns = (rows: readonly Readonly<Record<string, unknown>>[]): ParquetColumn[] =>
  (
    [
      ['name', 'text'],
      ['energy_wh', 'number'],
      ['samples', 'integer'],
      ['is_repaired', 'boolean'],
      ['day', 'date'],
      ['at', 'time'],
    ] as const
  ).map(([name, type]) => ({ name, type, of: (row) => rows[row]?.[name] }));

const row = (i: number) => ({
  name: `Straße ${i} \u{1F3E0}`,
  energy_wh: i * 1000.1,
  samples: i,
  is_repaired: i % 3 === 0,
  day: '2026-10-25',
  at: `2026-10-25T01:00:00.${String(i % 1000).padStart(3, '0')}Z`,
});

it('is equal in another implementation, with more rows than one group and unknown values', async () => {
  // More than two row groups; every seventh row has no values.
  const rows = Array.from({ length: 4500 }, (_, i) => (i % 7 === 0 ? {} : row(i)));
  const { rows: read } = arrowParquetOf(await parquetOf(rows.length, columns(rows)));
  expect(read).toHaveLength(rows.length);
  expect(read[7]).toEqual({
    name: null,
    energy_wh: null,
    samples: null,
    is_repaired: null,
    day: null,
    at: null,
  });
  read.forEach((one, i) => {
    if (i % 7 === 0) return;
    const { day, at, ...rest } = row(i);
    expect(one).toEqual({ ...rest, day: new Date(day), at: new Date(at) });
  });
});

it('is read with and without metadata of the file', async () => {
  const data = columns([row(1)]);
  expect(arrowParquetOf(await parquetOf(1, data)).rows).toHaveLength(1);
  const { rows, notes } = arrowParquetOf(await parquetOf(1, data, { units: '{"energy_wh":"Wh"}' }));
  expect(rows).toHaveLength(1);
  expect(notes.get('units')).toBe('{"energy_wh":"Wh"}');
});
