// Country and time zone of a point on Earth, from a bundled map, and whether they are certain. The outlines are coarse,
// so results near a border or coast are suggestions.
import fs from 'node:fs';
import { zoneName } from '@helioport/domain/zones';
import { iso31661NumericToAlpha2 } from 'iso-3166';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import lookUpZone from 'tz-lookup';
import { countryOfZone } from './placeNames.ts';

/** How far the outlines may be wrong, km. */
const UNCERTAIN_KM = 10;
const KM_PER_DEGREE = 111.2;
/** Points at sea within this distance of a coast can be islands that the outlines lack, km. */
const NEAR_LAND_KM = 60;
/** Land of disputed affiliation, for which no country is returned. */
const DISPUTED = '?';

type Ring = readonly (readonly [number, number])[];

interface Land {
  countryCode: string;
  /** Outer ring first, then holes; with the box around it. */
  polygons: { rings: readonly Ring[]; box: readonly [number, number, number, number] }[];
}

let lands: readonly Land[] | undefined;

/** Read at the first question: it costs some megabytes and a tenth of a second. */
function countries(): readonly Land[] {
  lands ??= readCountries();
  return lands;
}

function readCountries(): Land[] {
  const file = new URL(import.meta.resolve('world-atlas/countries-50m.json'));
  const world = JSON.parse(fs.readFileSync(file, 'utf8')) as Topology<{ countries: GeometryCollection }>;
  const { features } = feature(world, world.objects.countries);
  return features.map(({ id, geometry }) => {
    // Land whose state is disputed has no number.
    const countryCode = iso31661NumericToAlpha2[String(id)] ?? DISPUTED;
    const polygons =
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [];
    return { countryCode, polygons: (polygons as unknown as Ring[][]).map(withBox) };
  });
}

function withBox(rings: readonly Ring[]): Land['polygons'][number] {
  const [outer = []] = rings;
  const [xs, ys] = [outer.map(([x]) => x), outer.map(([, y]) => y)];
  return { rings, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** Whether a ray from the point eastwards crosses the ring an odd number of times. */
function isInRing(ring: Ring, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i] as readonly [number, number];
    const [xj, yj] = ring[j] as readonly [number, number];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) isInside = !isInside;
  }
  return isInside;
}

/** The country (alpha-2) whose outline holds a point; '' for the sea. */
function countryAt(latitude: number, longitude: number): string {
  const holds = ({ rings, box }: Land['polygons'][number]) => {
    const [west, south, east, north] = box;
    if (longitude < west || longitude > east || latitude < south || latitude > north) return false;
    const [outer, ...holes] = rings;
    return (
      outer !== undefined &&
      isInRing(outer, longitude, latitude) &&
      !holes.some((hole) => isInRing(hole, longitude, latitude))
    );
  };
  return countries().find(({ polygons }) => polygons.some(holds))?.countryCode ?? '';
}

const zoneAt = (latitude: number, longitude: number) => zoneName(lookUpZone(latitude, longitude));

/** Countries part of which lives on the time zone of another one. */
const alsoIn: Readonly<Record<string, readonly string[]>> = { 'Asia/Bangkok': ['VN'] };

/** The point and eight others around it, as far away as the outlines may be wrong. */
function surroundings(latitude: number, longitude: number): [number, number][] {
  const north = UNCERTAIN_KM / KM_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const points = Array.from({ length: 8 }, (_, i): [number, number] => {
    const angle = (i * Math.PI) / 4;
    const lat = Math.min(90, Math.max(-90, latitude + north * Math.cos(angle)));
    return [lat, ((longitude + east * Math.sin(angle) + 540) % 360) - 180];
  });
  return [[latitude, longitude], ...points];
}

export interface Place {
  /** Alpha-2; '' at sea and where the map has none. */
  countryCode: string;
  isCountryCertain: boolean;
  timeZone: string;
  isTimeZoneCertain: boolean;
}

/** Whether a coast has a point of its outline near; outlines have one every few kilometers. */
function isNearCoast(latitude: number, longitude: number): boolean {
  const north = NEAR_LAND_KM / KM_PER_DEGREE;
  const perDegree = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const isNear = ([x, y]: readonly [number, number]) => {
    const east = Math.abs(((x - longitude + 540) % 360) - 180) * perDegree;
    return Math.hypot(east, y - latitude) < north;
  };
  return countries().some(({ polygons }) =>
    polygons.some(({ rings: [outer = []], box: [, south, , top] }) => {
      return latitude > south - north && latitude < top + north && outer.some(isNear);
    }),
  );
}

/**
 * Whether a point is far from all land. Time zones extend into the sea, so their country does not apply there. A country
 * without an outline has small islands only, and every point on its time zone counts as one of them.
 */
const isAtSea = (latitude: number, longitude: number, ofZone: string): boolean =>
  countries().some(({ countryCode }) => countryCode === ofZone) && !isNearCoast(latitude, longitude);

/**
 * Country and time zone of a point, degrees. Certain if it applies to everything within 10 km, and a country only if
 * the time zone belongs to it; otherwise the country of the time zone is suggested, because zones have finer outlines.
 * More than 60 km off all land there is no country.
 */
export function placeAt(latitude: number, longitude: number): Place {
  const points = surroundings(latitude, longitude);
  const [timeZone = 'UTC', ...otherZones] = points.map(([lat, lon]) => zoneAt(lat, lon));
  const isTimeZoneCertain = otherZones.every((zone) => zone === timeZone);
  const [here = '', ...others] = points.map(([lat, lon]) => countryAt(lat, lon));
  const isOnZoneOfOthers = alsoIn[timeZone]?.includes(here) ?? false;
  const suggested = isOnZoneOfOthers ? here : countryOfZone(timeZone) || here;
  if (here === DISPUTED || suggested === DISPUTED) {
    return { countryCode: '', isCountryCertain: false, timeZone, isTimeZoneCertain };
  }
  if (here === '' && isAtSea(latitude, longitude, suggested))
    return { countryCode: '', isCountryCertain: false, timeZone, isTimeZoneCertain };
  const isCountryCertain = here !== '' && here === suggested && others.every((country) => country === here);
  return { countryCode: suggested, isCountryCertain, timeZone, isTimeZoneCertain };
}
