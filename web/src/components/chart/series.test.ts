import { expect, test } from 'vitest';
import { type ChartSeries, placesOfNames } from './series.ts';

const area = (key: string, values: (number | null)[]): ChartSeries => ({
  key,
  name: key,
  kind: 'area',
  unit: 'W',
  color: 'production',
  stack: 'use',
  values,
});

test('the name of an area stands in the middle of it where it is thickest, above those below', () => {
  const places = placesOfNames([area('sun', [0, 600, null]), area('grid', [300, 400, 100])]);
  expect(places.map(({ series, index, height }) => [series.key, index, height])).toEqual([
    ['sun', 1, 300],
    ['grid', 1, 800],
  ]);
});

test('a spike is no room for a name', () => {
  const spiky = Array.from({ length: 100 }, (_, i) => (i === 20 ? 900 : i > 60 && i < 80 ? 500 : 0));
  expect(placesOfNames([area('grid', spiky)])[0]?.index).toBeGreaterThan(60);
});

test('an area too thin for its name has none, and neither has what is not stacked', () => {
  const { stack: _, ...alone } = area('made', [900]);
  expect(
    placesOfNames([area('sun', [600]), area('battery', [40]), alone]).map(({ series }) => series.key),
  ).toEqual(['sun']);
});
