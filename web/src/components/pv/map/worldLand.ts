// The outline of the countries as Leaflet can draw it.
import { feature } from 'topojson-client';

/** The rings of a country as latitude and longitude in degrees. */
export type Land = [number, number][][];

type World = Parameters<typeof feature>[0];

/** Left out: there are no plants, and its outline runs around the pole. */
const ANTARCTICA = '010';

/**
 * A ring without jumps: where it crosses the date line, its longitudes continue past 180. A jump back would be drawn
 * as a line across the whole map.
 */
export function withoutJumps(ring: readonly (readonly number[])[]): [number, number][] {
  let turn = 0;
  let before: number | undefined;
  return ring.map(([lng = 0, lat = 0]) => {
    if (before !== undefined && lng - before > 180) turn -= 360;
    if (before !== undefined && lng - before < -180) turn += 360;
    before = lng;
    return [lat, lng + turn];
  });
}

/** A country of the world map: its ISO 3166-1 number, and its polygons as longitude and latitude, outer ring first. */
export interface CountryLand {
  number: string;
  polygons: readonly (readonly (readonly number[])[])[][];
}

/** The countries of a world map in TopoJSON. */
export function countriesOf(world: World): CountryLand[] {
  const { countries } = world.objects;
  if (countries === undefined) return [];
  const found = feature(world, countries);
  const features = found.type === 'FeatureCollection' ? found.features : [found];
  return features.flatMap(({ id, geometry }): CountryLand[] => {
    if (id === ANTARCTICA) return [];
    if (geometry.type === 'Polygon') return [{ number: String(id), polygons: [geometry.coordinates] }];
    return geometry.type === 'MultiPolygon' ? [{ number: String(id), polygons: geometry.coordinates }] : [];
  });
}

/** The outlines of the countries. */
export const landOf = (countries: readonly CountryLand[]): Land[] =>
  countries.flatMap(({ polygons }) => polygons.map((rings) => rings.map(withoutJumps)));
