// Country names on the map: their position, and whether they fit.
import { iso31661NumericToAlpha2 } from 'iso-3166';
import { type CountryLand, withoutJumps } from './worldLand.ts';

/**
 * Average width of a letter at the font size of 11 px; Chinese and Japanese characters are as wide as they are high.
 */
const LETTER_PX = 6.4;
const WIDE_LETTER_PX = 11.5;
const LINE_PX = 18;

/** The largest land of a country, and its middle; degrees. */
export interface NamePlace {
  /** ISO 3166-1, two letters. */
  countryCode: string;
  at: [lat: number, lng: number];
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Positions of the country names; disputed territories without a country number have none. */
export function namePlacesOf(countries: readonly CountryLand[]): NamePlace[] {
  const largest = new Map<string, ReturnType<typeof middleOf>>();
  for (const { number, polygons } of countries) {
    const countryCode = iso31661NumericToAlpha2[number];
    if (countryCode === undefined) continue;
    for (const [outer = []] of polygons) {
      const middle = middleOf(withoutJumps(outer));
      // Some islands are features of their own, with the number of their country.
      if (middle.area > (largest.get(countryCode)?.area ?? 0)) largest.set(countryCode, middle);
    }
  }
  return [...largest].map(([countryCode, { place }]) => ({ countryCode, ...place }));
}

/** Area, in square degrees as wide as they are at its latitude, and middle of a ring, by its triangles. */
function middleOf(ring: readonly [number, number][]) {
  let [doubled, latSum, lngSum] = [0, 0, 0];
  ring.forEach(([lat, lng], i) => {
    const [nextLat, nextLng] = ring[(i + 1) % ring.length] ?? [lat, lng];
    const cross = lng * nextLat - nextLng * lat;
    doubled += cross;
    latSum += (lat + nextLat) * cross;
    lngSum += (lng + nextLng) * cross;
  });
  const lats = ring.map(([lat]) => lat);
  const lngs = ring.map(([, lng]) => lng);
  const at: [number, number] =
    doubled === 0 ? [lats[0] ?? 0, lngs[0] ?? 0] : [latSum / (3 * doubled), lngSum / (3 * doubled)];
  const box = {
    south: Math.min(...lats),
    north: Math.max(...lats),
    west: Math.min(...lngs),
    east: Math.max(...lngs),
  };
  return { area: Math.abs(doubled) * Math.cos((at[0] * Math.PI) / 180), place: { at, ...box } };
}

/** Whether a name fits into a box, in pixels. */
export function fits(name: string, { width, height }: { width: number; height: number }): boolean {
  const letters = Array.from(name).reduce(
    (sum, letter) => sum + (letter > '\u2e80' ? WIDE_LETTER_PX : LETTER_PX),
    0,
  );
  return height >= LINE_PX && width >= letters;
}
