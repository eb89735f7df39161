// The irradiance of a day as it was: from a weather source, else from the modules themselves, else from plants nearby.
import { quantile } from '../statistics.ts';
import type { IrradianceSource, PlantDayInput, PlantModel, SlotValues } from '../types.ts';
import { clearnessIndex, erbs } from './decomposition.ts';
import {
  arrayOf,
  type ExpectedDay,
  type ExpectedOptions,
  type PlaneDay,
  planeDay,
  type SkyDay,
} from './expectedDay.ts';

const RAD = Math.PI / 180;
/** Clear-sky power below this share of the rating tells nothing about the sky. */
const LEAST_EXPECTED = 0.03;
/** Share of the modules that is assumed to be shaded or at fault: the sky is seen by the best of the rest. */
const BEST = 0.8;
/** With fewer modules a fault would pass as a cloud. */
const LEAST_MODULES = 3;
/** Clearness at which power is calculated and between which it is interpolated. */
const NODES = [0, 0.1, 0.25, 0.45, 0.65, 0.85, 1, 1.25] as const;
const MOST_CLEARNESS = 1.5;
/** A module at this share of its limit does not show how bright it is. */
const LIMITED_FROM = 0.97;

export interface ActualSky extends SkyDay {
  readonly source: IrradianceSource;
  /** Global irradiance divided by its clear-sky value; NaN where it is unknown or the sun is down. */
  readonly clearness: Float64Array;
}

/**
 * Sky at the slots for global irradiance as a multiple of its clear-sky value. The diffuse share is Erbs' and meets the
 * clear-sky share at 1; brighter than clear, broken clouds add diffuse light. NaN where the clearness is.
 */
export function skyAtClearness(expected: ExpectedDay, clearness: SlotValues): SkyDay {
  const { slots, sun } = expected;
  const sky = { ghi: new Float64Array(slots), dni: new Float64Array(slots), dhi: new Float64Array(slots) };
  for (let slot = 0; slot < slots; slot++) {
    const clearGhi = expected.ghi[slot]!;
    if (!(clearGhi > 0)) continue;
    const factor = clearness[slot]!;
    const zenithDeg = sun.zenithDeg[slot]!;
    const cosZenith = Math.max(0.01745, Math.cos(sun.apparentZenithDeg[slot]! * RAD));
    const ghi = clearGhi * factor;
    let dni = expected.dni[slot]!;
    if (factor < 1) {
      const split = erbs(ghi, zenithDeg, sun.extraterrestrialWm2);
      const atClear = erbs(clearGhi, zenithDeg, sun.extraterrestrialWm2);
      const correction = (expected.dhi[slot]! - atClear.dhi) / clearGhi;
      const weight = Math.max(0, (factor - 0.5) / 0.5) ** 2;
      const diffuse = Math.min(1, Math.max(0.02, (ghi > 0 ? split.dhi / ghi : 1) + correction * weight));
      dni = Math.min(dni, (ghi * (1 - diffuse)) / cosZenith);
    }
    sky.ghi[slot] = ghi;
    sky.dni[slot] = Number.isNaN(ghi) ? Number.NaN : dni;
    sky.dhi[slot] = Math.max(0, ghi - dni * cosZenith);
  }
  return sky;
}

/** Sky at the slots from measured global irradiance in W/m²: Erbs. NaN at gaps by day. */
export function skyFromGhi(expected: ExpectedDay, ghiWm2: SlotValues): SkyDay {
  const { slots, sun } = expected;
  const sky = { ghi: new Float64Array(slots), dni: new Float64Array(slots), dhi: new Float64Array(slots) };
  for (let slot = 0; slot < slots; slot++) {
    if (!(expected.ghi[slot]! > 0)) continue;
    const ghi = ghiWm2[slot]!;
    const isKnown =
      Number.isFinite(ghi) && clearnessIndex(ghi, sun.zenithDeg[slot]!, sun.extraterrestrialWm2) < 2;
    const split = isKnown
      ? erbs(ghi, sun.zenithDeg[slot]!, sun.extraterrestrialWm2)
      : { ghi: Number.NaN, dni: Number.NaN, dhi: Number.NaN };
    sky.ghi[slot] = split.ghi;
    sky.dni[slot] = split.dni;
    sky.dhi[slot] = split.dhi;
  }
  return sky;
}

/** Clearness at which an array gives `power` (W per rated W), from its power at the nodes. */
function clearnessFor(power: number, atNodes: readonly PlaneDay[], slot: number): number {
  for (let node = 1; node < NODES.length; node++) {
    const high = atNodes[node]!.dcPerRatedW[slot]!;
    if (power > high && node < NODES.length - 1) continue;
    const low = atNodes[node - 1]!.dcPerRatedW[slot]!;
    const part = high > low ? (power - low) / (high - low) : 0;
    const clearness = NODES[node - 1]! + part * (NODES[node]! - NODES[node - 1]!);
    return Math.min(MOST_CLEARNESS, Math.max(0, clearness));
  }
  return Number.NaN;
}

export interface PlantClearnessOptions extends ExpectedOptions {
  /** Learned ratio of a module's power to the modeled one; default 1. */
  readonly factorOf?: (moduleId: string) => number;
  /** 0 for values of a module that are not to be used; default: all are used. */
  readonly usableOf?: (moduleId: string) => Uint8Array | null;
}

/**
 * Clearness seen by the modules of a plant: at each slot the 80 % quantile over its modules of the clearness that explains
 * their power, each in its own array. NaN while it is dark, with fewer than three modules, and while all of them are held at
 * their limit.
 */
export function plantClearness(
  plant: Pick<PlantModel, 'modules'>,
  input: Pick<PlantDayInput, 'modules' | 'weather'>,
  expected: ExpectedDay,
  options: PlantClearnessOptions = {},
): Float64Array {
  const { slots } = expected;
  const clearness = new Float64Array(slots).fill(Number.NaN);
  if (input.modules.length < LEAST_MODULES) return clearness;
  const skies = NODES.map((node) => skyAtClearness(expected, new Float64Array(slots).fill(node)));
  const byOrientation = new Map<string, readonly PlaneDay[]>();
  const models = new Map(plant.modules.map((module) => [module.id, module]));
  const known = input.modules.flatMap(({ moduleId, powerW }) => {
    const module = models.get(moduleId);
    if (module === undefined || !(module.ratedW > 0)) return [];
    const array = arrayOf(expected, module.arrayId);
    const key = `${array.tiltDeg}/${array.azimuthDeg}`;
    const atNodes =
      byOrientation.get(key) ??
      skies.map((sky) =>
        planeDay(array, expected.sun, sky, expected.airTemperatureC, input.weather?.windMs ?? null, options),
      );
    byOrientation.set(key, atNodes);
    const scale = module.ratedW * (options.factorOf?.(moduleId) ?? 1);
    const usable = options.usableOf?.(moduleId) ?? null;
    return scale > 0 ? [{ powerW, scale, array, atNodes, usable, limitW: module.limitW ?? Number.NaN }] : [];
  });
  if (known.length < LEAST_MODULES) return clearness;
  for (let slot = 0; slot < slots; slot++) {
    const seen: number[] = [];
    for (const { powerW, scale, array, atNodes, usable, limitW } of known) {
      const power = powerW[slot]!;
      if (!Number.isFinite(power) || usable?.[slot] === 0) continue;
      if (!(array.dcPerRatedW[slot]! >= LEAST_EXPECTED) || power >= LIMITED_FROM * limitW) continue;
      seen.push(clearnessFor(power / scale, atNodes, slot));
    }
    if (seen.length >= LEAST_MODULES) clearness[slot] = quantile(seen, BEST);
  }
  return clearness;
}

/** Clearness of a sky with `ghi`; NaN while the clear sky is dark. */
const clearnessOf = (expected: ExpectedDay, ghi: Float64Array) =>
  Float64Array.from(ghi, (value, slot) =>
    expected.ghi[slot]! > 0 ? Math.min(MOST_CLEARNESS, value / expected.ghi[slot]!) : Number.NaN,
  );

const knowsDay = (values: SlotValues, expected: ExpectedDay) => {
  let [due, received] = [0, 0];
  for (let slot = 0; slot < expected.slots; slot++) {
    if (!(expected.ghi[slot]! > 50)) continue;
    due++;
    if (Number.isFinite(values[slot]!)) received++;
  }
  return due > 0 && received >= due / 2;
};

/**
 * The sky of a day from the best source that knows at least half of its light: weather, the plant's own modules, plants
 * nearby, and else the clear sky.
 */
export function actualSky(
  plant: Pick<PlantModel, 'modules'>,
  input: Pick<PlantDayInput, 'modules' | 'weather' | 'nearbyClearness'>,
  expected: ExpectedDay,
  options: PlantClearnessOptions = {},
): ActualSky {
  const ghi = input.weather?.ghiWm2 ?? null;
  if (ghi !== null && knowsDay(ghi, expected)) {
    const sky = skyFromGhi(expected, ghi);
    return { ...sky, clearness: clearnessOf(expected, sky.ghi), source: 'weather' };
  }
  const own = plantClearness(plant, input, expected, options);
  if (knowsDay(own, expected)) return { ...skyAtClearness(expected, own), clearness: own, source: 'plant' };
  const nearby = input.nearbyClearness;
  if (nearby !== null && knowsDay(nearby, expected)) {
    const clearness = Float64Array.from(nearby);
    return { ...skyAtClearness(expected, clearness), clearness, source: 'nearby' };
  }
  const { ghi: clearGhi, dni, dhi } = expected;
  return { ghi: clearGhi, dni, dhi, clearness: clearnessOf(expected, clearGhi), source: 'clearSky' };
}

/** Irradiance and DC power of each array under a sky; NaN in the slots whose sky is unknown. Keys as in `expected.arrays`. */
export function expectedUnder(
  expected: ExpectedDay,
  sky: SkyDay,
  windMs: SlotValues | null,
  options: ExpectedOptions = {},
): ReadonlyMap<string | null, PlaneDay> {
  const byOrientation = new Map<string, PlaneDay>();
  const arrays = new Map<string | null, PlaneDay>();
  for (const [arrayId, array] of expected.arrays) {
    const key = `${array.tiltDeg}/${array.azimuthDeg}`;
    const values =
      byOrientation.get(key) ?? planeDay(array, expected.sun, sky, expected.airTemperatureC, windMs, options);
    byOrientation.set(key, values);
    arrays.set(arrayId, values);
  }
  return arrays;
}
