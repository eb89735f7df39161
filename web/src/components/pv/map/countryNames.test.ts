import fs from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { fits, namePlacesOf } from './countryNames.ts';
import { countriesOf } from './worldLand.ts';

const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
const places = namePlacesOf(countriesOf(JSON.parse(fs.readFileSync(file, 'utf8'))));
const placeOf = (code: string) => places.find(({ countryCode }) => countryCode === code);

describe('the names of countries', () => {
  it('stand in the middle of the largest land, each once', () => {
    expect(new Set(places.map(({ countryCode }) => countryCode)).size).toBe(places.length);
    expect(places.length).toBeGreaterThan(200);
    // France without Guiana, the United States without Alaska, Russia over the date line.
    for (const [code, lat, lng] of [
      ['DE', 51, 10],
      ['FR', 46.5, 2.5],
      ['US', 39.5, -99],
      ['RU', 62, 96],
    ] as const) {
      const [foundLat = 0, foundLng = 0] = placeOf(code)?.at ?? [];
      expect(Math.abs(foundLat - lat), code).toBeLessThan(2);
      expect(Math.abs(foundLng - lng), code).toBeLessThan(4);
    }
    expect(placeOf('AQ')).toBeUndefined();
  });

  it('are written only where there is room', () => {
    expect(fits('Germany', { width: 60, height: 40 })).toBe(true);
    expect(fits('Germany', { width: 40, height: 40 })).toBe(false);
    expect(fits('Germany', { width: 60, height: 10 })).toBe(false);
    expect(fits('ドイツ', { width: 30, height: 40 })).toBe(false);
  });
});
