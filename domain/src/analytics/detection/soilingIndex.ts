// What the power of arrays is compared with to see dust: daily indices against a clear sky and against plants nearby.
import { calmSunshineOf, hasVoltages } from './currentIndex.ts';
import type { DayView } from './dayView.ts';
import { ABSOLUTE, CURRENT, type Limits, NEARBY, RELATIVE } from './decline.ts';
import type { Entry } from './entry.ts';
import type { ModuleView } from './moduleView.ts';
import { nearbyIndexOf, nearbyLight } from './nearbyIndex.ts';
import type { GroupReference } from './reference.ts';
import { type Drift, seasonalDrift } from './seasonalDrift.ts';
import { isUneven } from './slopes.ts';
import type { ArrayMemory } from './state.ts';
import { medianOf } from './stats.ts';
import {
  addFlags,
  advanceTrack,
  emptyTrack,
  FLAG,
  narrowAt,
  setNarrow,
  setWide,
  TRACK_DAYS,
  type Track,
  wideAt,
} from './track.ts';
import { isOrientationContradicted, isOrientationImplausible } from './wrongOrientation.ts';

/** Hour angles around noon that are used, as sectors. */
const FIRST_SECTOR = 6;
const LAST_SECTOR = 17;
/** Elevation of the sun in degrees below which the horizon may take light from an array as the season goes on. */
const HIGH_SUN_DEG = 25;
/** Clear-sky power in W per W below which light is grazing: seasons change how well a model describes it. */
const FRONTAL = 0.4;
const CLEAR = 0.6;
const LEAST_SLOTS = 6;

/** Power of an array in calm sunshine over that of a clear sky; NaN on other days. */
function indexOf(view: DayView, reference: GroupReference, limitedSlots?: Uint8Array): number {
  const values: number[] = [];
  const nearby = view.input.nearbyClearness;
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const sector = view.sector[slot]!;
    if (sector < FIRST_SECTOR || sector > LAST_SECTOR) continue;
    const clear = reference.group.clear.dcPerRatedW[slot]!;
    if (
      view.elevationDeg[slot]! < HIGH_SUN_DEG ||
      clear < FRONTAL ||
      reference.isCalm[slot] === 0 ||
      reference.isClipped[slot] === 1 ||
      limitedSlots?.[slot] === 1
    )
      continue;
    if (reference.direct[slot]! < 0.45) continue;
    // Haze lowers all plants nearby.
    const haze = nearby && nearby[slot]! > 0.8 && nearby[slot]! < 1.15 ? nearby[slot]! : 1;
    const value = reference.power[slot]! / clear / haze;
    if (value > CLEAR * 0.8 && value < 1.4) values.push(value);
  }
  return values.length * view.hours * 12 >= LEAST_SLOTS * 2 ? medianOf(values) : Number.NaN;
}

/** Days with an index from which it is usual. */
const USUAL_DAYS = 5;

/** Power in calm sunshine over that of a clear sky as it usually is; NaN while unknown. */
export function usualIndex(arrays: ReadonlyMap<string, ArrayMemory>): number {
  const usual = [...arrays.values()].flatMap(({ track }) => {
    const values = Array.from({ length: TRACK_DAYS }, (_, row) => wideAt(track, row, 'ratio'));
    const known = values.filter((value) => !Number.isNaN(value));
    return known.length < USUAL_DAYS ? [] : [medianOf(known)];
  });
  return medianOf(usual);
}

/** What the power of an array is compared with. */
export interface Source {
  /** Logarithms of the index of arrays by row. */
  readonly series: ReadonlyMap<string, Float64Array>;
  /** The same for the comparison of arrays with each other, where grazing light counts for less. */
  readonly frontal: ReadonlyMap<string, Float64Array>;
  readonly limits: Limits;
  /** What the season can do to the index of an array. */
  readonly drifts: ReadonlyMap<string, Drift>;
  /** Arrays that may face another way than they were entered: they measure no other array. */
  readonly implausible: ReadonlySet<string>;
  /** Of an array that declines in relation to others. */
  readonly arrayLimits: Limits;
  /** Logarithms of the index of arrays without haze, where that is known; absent where all values are free of it. */
  readonly hazeFree?: ReadonlyMap<string, Float64Array>;
}

const seriesOf = (track: Track, field: 'ratio' | 'diffuse' | 'reference'): Float64Array =>
  Float64Array.from({ length: TRACK_DAYS }, (_, row) => Math.log(wideAt(track, row, field)));

/**
 * Change of the index by haze over its change per air mass: about 2 for tilted arrays under the clear sky of Ineichen and Perez
 * between turbidities of 2 and 5, where diffuse light makes up for a part of what the direct light loses.
 */
const HAZE_AIR_MASSES = 2;

/** Index in calm sunshine as it would be without haze, which takes more of low sun than of high sun; NaN where unknown. */
const hazeFreeOf = (track: Track): Float64Array =>
  Float64Array.from(
    { length: TRACK_DAYS },
    (_, row) => Math.log(wideAt(track, row, 'diffuse')) - HAZE_AIR_MASSES * narrowAt(track, row, 'slope'),
  );

/** Orientation of modules without an array. */
const UNKNOWN = { tiltDeg: null, azimuthDeg: null } as const;

/** What else lowers the power of a day. */
export interface Disturbance {
  readonly isDisturbed: boolean;
  /** Share of the energy that was produced at a limit of the power. */
  readonly limitedShare: number;
  /** 1 at the slots that the limit can have lowered, where these are known: the others show dust. */
  readonly limitedSlots?: Uint8Array;
}

/** Measurements of a module without the slots at a limit. */
const withoutLimited = (module: ModuleView, limitedSlots: Uint8Array | undefined): ModuleView =>
  limitedSlots
    ? { ...module, power: module.power.map((value, slot) => (limitedSlots[slot] ? Number.NaN : value)) }
    : module;

/** Writes the indices of the day into the tracks of the arrays; returns what declines are looked for in. */
export function keepIndices(
  view: DayView,
  byArray: ReadonlyMap<string, readonly Entry[]>,
  arrays: Map<string, ArrayMemory>,
  { isDisturbed, limitedShare, limitedSlots }: Disturbance,
  notes: Readonly<Record<string, number>>,
): Source[] {
  const light = nearbyLight(view);
  const [near, clear, frontal, nearFrontal, hazeFree] = [0, 0, 0, 0, 0].map(
    () => new Map<string, Float64Array>(),
  );
  const drifts = new Map<string, Drift>();
  const implausible = new Set<string>();
  let isCurrent = false;
  for (const [id, own] of byArray) {
    const memory = arrays.get(id) ?? { track: emptyTrack() };
    arrays.set(id, memory);
    const { track } = memory;
    if (!advanceTrack(track, view.day)) continue;
    if (limitedShare > 0) setNarrow(track, TRACK_DAYS - 1, 'limited', limitedShare);
    const array = view.plant.arrays.find((one) => one.id === id);
    const isImplausible = isOrientationImplausible(notes, id);
    if (isImplausible) implausible.add(id);
    const drift = seasonalDrift(view.plant.latitude, array ?? UNKNOWN, track, isImplausible);
    drifts.set(id, drift);
    const isFrontal = Number.isFinite(drift(TRACK_DAYS - 1, TRACK_DAYS - 1));
    const { reference } = own.reduce((a, b) => (b.reference.strength > a.reference.strength ? b : a));
    const group = {
      ...reference.group,
      members: own.map(({ module }) => withoutLimited(module, limitedSlots)),
    };
    isCurrent ||= hasVoltages(group);
    const set = (field: 'ratio' | 'diffuse' | 'reference', value: number, flags: number) => {
      if (isDisturbed || !isFrontal || Number.isNaN(value)) return;
      addFlags(track, TRACK_DAYS - 1, flags);
      setWide(track, TRACK_DAYS - 1, field, value);
    };
    const calm = calmSunshineOf(view, group);
    set('diffuse', calm.index, FLAG.seen);
    if (!Number.isNaN(calm.perAirMass)) setNarrow(track, TRACK_DAYS - 1, 'slope', calm.perAirMass);
    if (light) set('reference', nearbyIndexOf(view, group, light, limitedSlots), FLAG.seen);
    // The light of an array whose orientation is not known changes with the season.
    const isContradicted = isOrientationContradicted(notes, id);
    if (!group.clear.isAssumed && !isContradicted) {
      near!.set(id, seriesOf(track, 'reference'));
      clear!.set(id, seriesOf(track, 'diffuse'));
      hazeFree!.set(id, hazeFreeOf(track));
    }
    // Slopes that face different ways gain and lose with the season in relation to other arrays.
    if (isUneven(own) || own.some((one) => one.reference.group.isSlope)) continue;
    set('ratio', indexOf(view, reference, limitedSlots), FLAG.seen | FLAG.good);
    if (isContradicted) continue;
    frontal!.set(id, seriesOf(track, 'ratio'));
    if (near!.has(id)) nearFrontal!.set(id, near!.get(id)!);
  }
  const clearSky: Source = isCurrent
    ? {
        series: clear!,
        frontal: frontal!,
        limits: CURRENT,
        drifts,
        implausible,
        arrayLimits: { ...CURRENT, mostSlope: undefined, beyond: undefined },
        hazeFree: hazeFree!,
      }
    : {
        series: frontal!,
        frontal: frontal!,
        limits: ABSOLUTE,
        arrayLimits: RELATIVE,
        drifts,
        implausible,
        hazeFree: hazeFree!,
      };
  // Plants nearby are under the same haze.
  const nearby = {
    series: near!,
    frontal: nearFrontal!,
    limits: NEARBY,
    arrayLimits: NEARBY,
    drifts,
    implausible,
  };
  return light ? [nearby, clearSky] : [clearSky];
}
