import { describe, expect, test } from 'vitest';
import { isEmptyDay, peakOf, powerChart } from './powerCurve.ts';

const line = (name: string, data: (number | null)[]) => ({ stack: '', name, data, unit: 'W' });
const answer = (...series: ReturnType<typeof line>[]) => ({
  legend: [],
  xAxisData: Array.from({ length: series[0]?.data.length ?? 0 }, (_, i) => `t${i}`),
  series,
  weatherSeries: null,
});
const names = { site: 'Home', day: '2026-06-21', timeZone: 'Europe/Berlin' };

/** Twenty steps of night, then what is given, then twenty steps of night. */
const amidNight = (data: (number | null)[]) => [...Array(20).fill(null), ...data, ...Array(20).fill(null)];

describe('the chart of a day', () => {
  test('leaves the night away at both ends and keeps gaps as gaps', () => {
    const chart = powerChart(answer(line('Power Generation', amidNight([10, null, 30]))), names);
    expect(chart.x[0]).toBe('t14');
    expect(chart.x).toHaveLength(15);
    expect(chart.series[0]?.values.slice(6, 9)).toEqual([10, null, 30]);
  });

  test('keeps the whole day where a meter speaks at night', () => {
    const chart = powerChart(
      answer(line('Power Generation', amidNight([10])), line('Grid', Array(41).fill(200))),
      names,
    );
    expect(chart.x).toHaveLength(41);
  });

  test('is in kW when it is large, for all of its lines', () => {
    const chart = powerChart(answer(line('Power Generation', [12_000]), line('Grid', [-3000])), names);
    expect(chart.series.map(({ unit, values }) => [unit, values])).toEqual([
      ['kW', [12]],
      ['kW', [-3]],
    ]);
  });

  test('draws the clear sky as expected, last, and not as production', () => {
    const chart = powerChart(answer(line('Clear sky', [900]), line('Power Generation', [500])), names);
    expect(chart.series.map(({ key, kind, isExpected }) => [key, kind, isExpected ?? false])).toEqual([
      ['Power Generation', 'area', false],
      ['Clear sky', 'line', true],
    ]);
  });
});

test('the peak is that of the production', () => {
  expect(peakOf(answer(line('Power Generation', [1, 5, null]), line('Clear sky', [9, 9, 9])))).toEqual({
    powerW: 5,
    at: 't1',
  });
});

test('a day with nothing but a clear sky is empty', () => {
  expect(isEmptyDay(answer(line('Power Generation', [null]), line('Clear sky', [9])))).toBe(true);
  expect(isEmptyDay(answer(line('Power Generation', [0])))).toBe(false);
});
