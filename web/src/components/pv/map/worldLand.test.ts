import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { countriesOf, landOf, withoutJumps } from './worldLand.ts';

const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');

test('a ring over the date line runs on instead of jumping back', () => {
  const ring = [
    [170, 60],
    [-170, 60],
    [-170, 65],
    [170, 65],
    [170, 60],
  ];
  expect(withoutJumps(ring).map(([, lng]) => lng)).toEqual([170, 190, 190, 170, 170]);
});

test('no country of the atlas has a line across the world', () => {
  const land = landOf(countriesOf(JSON.parse(fs.readFileSync(file, 'utf8'))));
  expect(land.length).toBeGreaterThan(1000);
  for (const ring of land.flat()) {
    ring.forEach(([, lng], i) => {
      expect(Math.abs(lng - (ring[i - 1]?.[1] ?? lng))).toBeLessThan(180);
    });
  }
});
