// Saving a plan: the request, and the merge of concurrent changes by two users. Pure functions.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import type { Plan, Zone } from './history.ts';
import { nameOf, type Place } from './places.ts';

type Layout = OutputOf<typeof device.modules>;

/** The plan of one page in the server's answer. */
export const planOf = ({ list, zones }: Pick<Layout, 'list' | 'zones'>, page: number): Plan => ({
  zones,
  places: new Map(
    list
      .filter((place) => place.page === page)
      .map(({ id, sn, addr, xM, yM, rotationDeg, isLandscape, planeId, ratedW }): [string, Place] => [
        String(id),
        {
          key: String(id),
          xM,
          yM,
          rotationDeg,
          isLandscape,
          planeId,
          ratedW,
          input: sn === '' ? null : { sn, addr },
        },
      ]),
  ),
});

const isSame = (a: Place | undefined, b: Place | undefined) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.xM === b.xM &&
    a.yM === b.yM &&
    a.rotationDeg === b.rotationDeg &&
    a.isLandscape === b.isLandscape &&
    a.planeId === b.planeId &&
    a.ratedW === b.ratedW &&
    nameOf(a) === nameOf(b));

const isSameZone = (a: Zone | undefined, b: Zone) =>
  a !== undefined && a.name === b.name && a.tiltDeg === b.tiltDeg && a.azimuthDeg === b.azimuthDeg;

const wireOf = ({ input, xM, yM, rotationDeg, isLandscape, planeId, ratedW }: Place) => ({
  xM,
  yM,
  rotationDeg,
  isLandscape,
  planeId,
  ratedW,
  sn: input?.sn ?? '',
  addr: input?.addr ?? 0,
});

type WirePlace = ReturnType<typeof wireOf>;

export interface Difference {
  zones: Zone[];
  add: WirePlace[];
  edit: (WirePlace & { id: number })[];
  remove: number[];
  /** Keys of the added positions, in the order of `add`, and of the new zones. */
  addKeys: string[];
  newZones: number[];
}

/** The changes from `base` to `now`. */
export function differenceOf(base: Plan, now: Plan): Difference {
  const known = new Map(base.zones.map((zone) => [zone.id, zone]));
  const zones = now.zones.filter((zone) => !isSameZone(known.get(zone.id), zone));
  const fresh = [...now.places.values()].filter(({ key }) => !base.places.has(key));
  return {
    zones,
    newZones: zones.filter(({ id }) => id < 0).map(({ id }) => id),
    add: fresh.map(wireOf),
    addKeys: fresh.map(({ key }) => key),
    edit: [...now.places.values()]
      .filter((place) => base.places.has(place.key) && !isSame(base.places.get(place.key), place))
      .map((place) => ({ ...wireOf(place), id: Number(place.key) })),
    remove: [...base.places.keys()].filter((key) => !now.places.has(key)).map(Number),
  };
}

export const isNothing = ({ zones, add, edit, remove }: Difference): boolean =>
  zones.length + add.length + edit.length + remove.length === 0;

/** Who wins if both changed the same position. */
export type Winner = 'mine' | 'theirs';

export interface Merged {
  plan: Plan;
  /** How many places both changed in different ways. */
  conflicts: number;
  /** Total number of positions that they changed, added or removed. */
  remote: number;
}

/**
 * Merges two plans with the same `base`: changes of only one side are adopted, and where both changed the same
 * position `winner` decides. An input that both assigned stays with the winner; the other position has none.
 */
export function merged(base: Plan, mine: Plan, remote: Plan, winner: Winner): Merged {
  const places = new Map<string, Place>();
  const fromMine = new Set<string>();
  let conflicts = 0;
  let remoteChanges = 0;
  for (const key of new Set([...base.places.keys(), ...remote.places.keys(), ...mine.places.keys()])) {
    const was = base.places.get(key);
    const my = mine.places.get(key);
    const remotePlace = remote.places.get(key);
    const iChanged = !isSame(was, my);
    const theyChanged = !isSame(was, remotePlace);
    if (theyChanged) remoteChanges++;
    const isConflict = iChanged && theyChanged && !isSame(my, remotePlace);
    if (isConflict) conflicts++;
    const takesMine = isConflict ? winner === 'mine' : iChanged;
    const chosen = takesMine ? my : remotePlace;
    if (!chosen) continue;
    // A place that they removed and I keep is a new one to the server.
    const kept = takesMine && was && !remotePlace ? { ...chosen, key: `new-kept-${key}` } : chosen;
    places.set(kept.key, kept);
    if (takesMine) fromMine.add(kept.key);
  }
  const byInput = new Map<string, string>();
  for (const { key } of Array.from(places.values())) {
    const place = places.get(key);
    const name = place ? nameOf(place) : '';
    if (!place || name === '') continue;
    const other = byInput.get(name);
    if (other === undefined) {
      byInput.set(name, key);
      continue;
    }
    conflicts++;
    const loser = fromMine.has(key) === (winner === 'mine') ? other : key;
    const losing = places.get(loser);
    if (losing) places.set(loser, { ...losing, input: null });
    byInput.set(name, loser === key ? other : key);
  }
  const zonesOfMine = new Map(mine.zones.map((zone) => [zone.id, zone]));
  const zonesOfBase = new Map(base.zones.map((zone) => [zone.id, zone]));
  const zones = remote.zones.map((zone) => {
    const my = zonesOfMine.get(zone.id);
    const was = zonesOfBase.get(zone.id);
    const theyChanged = !isSameZone(was, zone);
    const iChanged = my !== undefined && !isSameZone(was, my);
    return my && iChanged && (!theyChanged || winner === 'mine') ? my : zone;
  });
  return {
    plan: { places, zones: [...zones, ...mine.zones.filter(({ id }) => id < 0)] },
    conflicts,
    remote: remoteChanges,
  };
}
