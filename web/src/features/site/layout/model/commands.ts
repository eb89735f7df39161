// Commands on a plan: each returns the new plan. Pure functions.
import type { Plan, Zone } from './history.ts';
import {
  boundingBox,
  boxOf,
  type Input,
  inReadingOrder,
  type ModuleSize,
  millimetres,
  nameOf,
  type Place,
  wholeTurn,
} from './places.ts';

type Keys = ReadonlySet<string>;

let made = 0;
/** A key for a place that is not saved yet. */
export const newKey = (): string => `new-${++made}`;

/** The chosen places, changed one by one. */
export function changePlaces(plan: Plan, keys: Keys, change: (place: Place) => Place): Plan {
  const places = new Map(plan.places);
  for (const key of keys) {
    const place = places.get(key);
    if (place) places.set(key, change(place));
  }
  return { ...plan, places };
}

export const chosenOf = (plan: Plan, keys: Keys): Place[] =>
  [...keys].flatMap((key) => plan.places.get(key) ?? []);

export const moved = (plan: Plan, keys: Keys, dx: number, dy: number): Plan =>
  changePlaces(plan, keys, (place) => ({
    ...place,
    xM: millimetres(place.xM + dx),
    yM: millimetres(place.yM + dy),
  }));

/** Turns the chosen places together around the middle of them. */
export function rotated(plan: Plan, keys: Keys, degrees: number, size: ModuleSize): Plan {
  const bounds = boundingBox(chosenOf(plan, keys), size);
  if (!bounds) return plan;
  const x = (bounds.left + bounds.right) / 2;
  const y = (bounds.top + bounds.bottom) / 2;
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return changePlaces(plan, keys, (place) => {
    const dx = place.xM - x;
    const dy = place.yM - y;
    return {
      ...place,
      xM: millimetres(x + dx * cos - dy * sin),
      yM: millimetres(y + dx * sin + dy * cos),
      rotationDeg: wholeTurn(place.rotationDeg + degrees),
    };
  });
}

/** Switches modules between portrait and landscape around their center. */
export const flipped = (plan: Plan, keys: Keys): Plan =>
  changePlaces(plan, keys, (place) => ({ ...place, isLandscape: !place.isLandscape }));

export type Edge = 'left' | 'right' | 'top' | 'bottom';

/** Puts the chosen places in line with the outermost of them. */
export function aligned(plan: Plan, keys: Keys, edge: Edge, size: ModuleSize): Plan {
  const bounds = boundingBox(chosenOf(plan, keys), size);
  if (!bounds) return plan;
  return changePlaces(plan, keys, (place) => {
    const by = bounds[edge] - boxOf(place, size)[edge];
    return edge === 'left' || edge === 'right'
      ? { ...place, xM: millimetres(place.xM + by) }
      : { ...place, yM: millimetres(place.yM + by) };
  });
}

export function removed(plan: Plan, keys: Keys): Plan {
  const places = new Map(plan.places);
  for (const key of keys) places.delete(key);
  return { ...plan, places };
}

/** Adds positions and returns their new keys. */
export function added(plan: Plan, some: readonly Omit<Place, 'key'>[]): { plan: Plan; keys: Set<string> } {
  const places = new Map(plan.places);
  const keys = new Set<string>();
  for (const place of some) {
    const key = newKey();
    places.set(key, { ...place, key });
    keys.add(key);
  }
  return { plan: { ...plan, places }, keys };
}

/**
 * Copies next to their originals, slightly down and to the right. An input can be assigned only once, so copies have
 * none.
 */
export const pasted = (plan: Plan, copies: readonly Place[], byM: number) =>
  added(
    plan,
    copies.map((place) => ({ ...place, xM: place.xM + byM, yM: place.yM + byM, input: null })),
  );

export interface Rows {
  rows: number;
  columns: number;
  /** Meters between neighbors. */
  gapXM: number;
  gapYM: number;
  isLandscape: boolean;
  rotationDeg: number;
  planeId: number | null;
  ratedW: number | null;
}

/** Rows of modules with the center of the first one at `at`; the rows rotate with the modules. */
export function filled(plan: Plan, at: { x: number; y: number }, rows: Rows, size: ModuleSize) {
  const width = rows.isLandscape ? size.heightM : size.widthM;
  const height = rows.isLandscape ? size.widthM : size.heightM;
  const radians = (rows.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const { rotationDeg, isLandscape, planeId, ratedW } = rows;
  return added(
    plan,
    Array.from({ length: rows.rows * rows.columns }, (_, i) => {
      const dx = (i % rows.columns) * (width + rows.gapXM);
      const dy = Math.floor(i / rows.columns) * (height + rows.gapYM);
      return {
        xM: millimetres(at.x + dx * cos - dy * sin),
        yM: millimetres(at.y + dx * sin + dy * cos),
        rotationDeg: wholeTurn(rotationDeg),
        isLandscape,
        planeId,
        ratedW,
        input: null,
      };
    }),
  );
}

/** Assigns an input to one position and removes it from its previous one. */
export function wired(plan: Plan, key: string, input: Input | null): Plan {
  const name = nameOf({ input });
  const others = input === null ? [] : [...plan.places.values()].filter((place) => nameOf(place) === name);
  const freed = changePlaces(plan, new Set(others.map((place) => place.key)), (place) => ({
    ...place,
    input: null,
  }));
  return changePlaces(freed, new Set([key]), (place) => ({ ...place, input }));
}

/** Assigns inputs row by row to the selected positions without one, as many as available. */
export function wiredInOrder(plan: Plan, keys: Keys, inputs: readonly Input[], size: ModuleSize): Plan {
  const free = inReadingOrder(
    chosenOf(plan, keys).filter(({ input }) => input === null),
    size,
  );
  const given = new Map(free.slice(0, inputs.length).map(({ key }, i) => [key, inputs[i] ?? null]));
  return changePlaces(plan, new Set(given.keys()), (place) => ({
    ...place,
    input: given.get(place.key) ?? null,
  }));
}

/** Puts the chosen places into a zone, or into none. */
export const zoned = (plan: Plan, keys: Keys, planeId: number | null): Plan =>
  changePlaces(plan, keys, (place) => ({ ...place, planeId }));

/** Changes a zone, or adds the one that is not there. */
export const withZone = (plan: Plan, zone: Zone): Plan => ({
  ...plan,
  zones: plan.zones.some(({ id }) => id === zone.id)
    ? plan.zones.map((one) => (one.id === zone.id ? zone : one))
    : [...plan.zones, zone],
});
