import { readingIn } from '@helioport/domain/readings';
import { expect, test } from 'vitest';
import { type HistoryColumn, headOf, historyChart } from './history/historyColumns.ts';
import { curveRead, type Read, tableRead } from './reading.ts';

const inFahrenheit: Read = (unit) => readingIn(unit, 'Fahrenheit');
const inCelsius: Read = (unit) => readingIn(unit, 'Celsius');

/** A measurement missing from the catalog, of a hypothetical sensor, together with one in volts. */
const columns = [
  { id: 'cellarWarmth.0', key: 'cellarWarmth', addr: 0, unit: '°C', decimals: 1 },
  { id: 'dcVoltage.1', key: 'dcVoltage', addr: 1, unit: 'V', decimals: 1 },
] as unknown as HistoryColumn[];

test('every column of degrees is read in the unit that is wanted, by its unit and not by its name', () => {
  const rows = [
    { at: 1, values: [25, 25] as (number | null)[] },
    { at: 2, values: [null, null] },
  ];
  const read = tableRead({ columns, rows }, inFahrenheit);
  expect(read.rows).toEqual([
    { at: 1, values: [77, 25] },
    { at: 2, values: [null, null] },
  ]);
  expect(read.columns.map(headOf)).toEqual(['cellarWarmth (°F)', 'measure.dcVoltage 1 (V)']);
  expect(tableRead({ columns, rows }, inCelsius)).toEqual({ columns, rows });
});

test('a curve of degrees says so on its axis, and a gap stays one', () => {
  const lines = columns.map((column) => ({ ...column, values: [-40, null, 100] }));
  const answer = { timezone: 'America/Phoenix', startAt: 0, stepMinutes: 5, lines } as unknown as Parameters<
    typeof historyChart
  >[0];
  const { series } = historyChart(answer, 'A day', inFahrenheit);
  expect(series.map(({ unit, values }) => [unit, values])).toEqual([
    ['°F', [-40, null, 212]],
    ['V', [-40, null, 100]],
  ]);
  expect(curveRead([0], inFahrenheit('°C'))).toEqual([32]);
});
