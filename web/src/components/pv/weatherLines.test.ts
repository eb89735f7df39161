import { readingIn } from '@helioport/domain/readings';
import { expect, test } from 'vitest';
import type { ChartData } from '../chart/Chart.tsx';
import { drawnOf, unitsOf } from '../chart/series.ts';
import { weatherChoices, withWeather } from './weatherLines.ts';

const chart: ChartData = {
  title: 'Home',
  xName: 'Time',
  x: ['00:00', '00:05'],
  series: [
    { key: 'production', name: 'Production', kind: 'area', unit: 'W', color: 'production', values: [0, 1] },
  ],
};
const line = (key: string, unit: string, data: (number | null)[]) => ({
  stack: '',
  name: key,
  unit,
  key,
  data,
});
const weatherSeries = [
  line('airTemperature', '°C', [10, null]),
  line('cloudCover', '%', [40, 60]),
  line('planted', 'mm', [1, 2]),
];
const celsius = (unit: string) => readingIn(unit, 'Celsius');

test('draws what was chosen with an axis of its own, and says the other beside the pointer', () => {
  for (const choice of weatherChoices.filter((one) => one !== '')) {
    const shown = withWeather(chart, { weatherSeries }, choice, celsius);
    expect(drawnOf(shown).map(({ key }) => key)).toEqual(['production', choice]);
    expect(unitsOf(drawnOf(shown))).toHaveLength(2);
    const other = shown.series.filter(({ isTableOnly }) => isTableOnly);
    expect(other.map(({ isInTip }) => isInTip)).toEqual([true]);
    expect(shown.series).toHaveLength(3);
  }
});

test('keeps a gap a gap, and reads in the unit of the person', () => {
  const read = (unit: string) => readingIn(unit, 'Fahrenheit');
  const shown = withWeather(chart, { weatherSeries }, 'airTemperature', read);
  const air = shown.series.find(({ key }) => key === 'airTemperature');
  expect([air?.unit, air?.values]).toEqual(['°F', [50, null]]);
});

test('leaves the chart as it is where nothing was chosen or nothing is known', () => {
  expect(withWeather(chart, { weatherSeries }, '', celsius)).toBe(chart);
  expect(withWeather(chart, { weatherSeries: null }, 'cloudCover', celsius)).toEqual(chart);
});
