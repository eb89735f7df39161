// Undo and redo of the drawing. A change contains only the affected positions, before and after, so that thousands of
// changes need little memory.
import type { Place } from './places.ts';

export interface Zone {
  /** Below 0: not saved yet. */
  id: number;
  name: string;
  tiltDeg: number;
  azimuthDeg: number;
}

export interface Plan {
  places: ReadonlyMap<string, Place>;
  zones: readonly Zone[];
}

interface Change {
  /** Undefined: it was not there. */
  before: ReadonlyMap<string, Place | undefined>;
  after: ReadonlyMap<string, Place | undefined>;
  zonesBefore: readonly Zone[];
  zonesAfter: readonly Zone[];
}

export interface History {
  plan: Plan;
  past: readonly Change[];
  future: readonly Change[];
}

export const startHistory = (plan: Plan): History => ({ plan, past: [], future: [] });

const patched = (
  places: ReadonlyMap<string, Place>,
  patch: ReadonlyMap<string, Place | undefined>,
): ReadonlyMap<string, Place> => {
  const next = new Map(places);
  for (const [key, place] of patch) {
    if (place === undefined) next.delete(key);
    else next.set(key, place);
  }
  return next;
};

/** Appends the plan `next` as a change, if it differs. Clears the redo list. */
export function changed(history: History, next: Plan): History {
  const { plan } = history;
  const before = new Map<string, Place | undefined>();
  const after = new Map<string, Place | undefined>();
  for (const [key, place] of next.places) {
    if (plan.places.get(key) === place) continue;
    before.set(key, plan.places.get(key));
    after.set(key, place);
  }
  for (const [key, place] of plan.places) {
    if (next.places.has(key)) continue;
    before.set(key, place);
    after.set(key, undefined);
  }
  if (after.size === 0 && next.zones === plan.zones) return history;
  const change = { before, after, zonesBefore: plan.zones, zonesAfter: next.zones };
  return { plan: next, past: [...history.past, change], future: [] };
}

/** Undoes the last change. */
export function undone(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    plan: { places: patched(history.plan.places, last.before), zones: last.zonesBefore },
    past: history.past.slice(0, -1),
    future: [...history.future, last],
  };
}

/** Redoes the last undone change. */
export function redone(history: History): History {
  const next = history.future.at(-1);
  if (!next) return history;
  return {
    plan: { places: patched(history.plan.places, next.after), zones: next.zonesAfter },
    past: [...history.past, next],
    future: history.future.slice(0, -1),
  };
}

/** The history after saving assigned ids to new positions and zones, so that earlier changes can still be undone. */
export function rekeyed(
  history: History,
  keys: ReadonlyMap<string, string>,
  zoneIds: ReadonlyMap<number, number>,
): History {
  const placeOf = (place: Place): Place => ({
    ...place,
    key: keys.get(place.key) ?? place.key,
    planeId: place.planeId === null ? null : (zoneIds.get(place.planeId) ?? place.planeId),
  });
  const isTouched = (place: Place) =>
    keys.has(place.key) || (place.planeId !== null && zoneIds.has(place.planeId));
  const mapOf = <V extends Place | undefined>(map: ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
    new Map(
      [...map].map(([key, place]): [string, V] => [
        keys.get(key) ?? key,
        place && isTouched(place) ? (placeOf(place) as V) : place,
      ]),
    );
  const zonesOf = (zones: readonly Zone[]) =>
    zones.some(({ id }) => zoneIds.has(id))
      ? zones.map((zone) => ({ ...zone, id: zoneIds.get(zone.id) ?? zone.id }))
      : zones;
  const changeOf = (change: Change): Change => ({
    before: mapOf(change.before),
    after: mapOf(change.after),
    zonesBefore: zonesOf(change.zonesBefore),
    zonesAfter: zonesOf(change.zonesAfter),
  });
  return {
    plan: { places: mapOf(history.plan.places), zones: zonesOf(history.plan.zones) },
    past: history.past.map(changeOf),
    future: history.future.map(changeOf),
  };
}
