// Energy of an array over the energy that the light of plants nearby offers it: haze, clouds and season are in both.
import { expectedUnder, skyAtClearness } from '../irradiance/actualSky.ts';
import type { PlaneDay } from '../irradiance/expectedDay.ts';
import type { DayView } from './dayView.ts';
import type { GroupReference } from './reference.ts';

/** Elevation of the sun in degrees and clear-sky power in W per W from which a slot counts. */
const STEEP_DEG = 15;
const LEAST_CLEAR = 0.15;
/** Least offered power, W per W: in dull light the two places differ most. */
const LEAST_OFFERED = 0.05;
/** Share of the limit of an inverter from which a slot may have been limited. */
const LIMITED = 0.93;
/** Energy in Wh per W and share of the clear sky from which a day counts, and slots that must be known, hours. */
const LEAST_ENERGY = 1;
const SUNNY = 0.8;
const LEAST_HOURS = 2;

export interface NearbyIndex {
  /** Energy of the array and energy that the light offered it, Wh per W of rating. */
  readonly actual: number;
  readonly expected: number;
}

/** Power of all arrays under the light of plants nearby; null without any. */
export function nearbyLight({ expected, input }: DayView): ReadonlyMap<string | null, PlaneDay> | null {
  const { nearbyClearness, weather } = input;
  if (nearbyClearness === null) return null;
  return expectedUnder(expected, skyAtClearness(expected, nearbyClearness), weather?.windMs ?? null);
}

/** The index of a group on a sunny day; null on other days. */
export function nearbyIndexOf(
  view: DayView,
  { group, power, isClipped }: GroupReference,
  light: ReadonlyMap<string | null, PlaneDay>,
): NearbyIndex | null {
  const offered = (light.get(group.arrayId) ?? light.get(null)!).dcPerRatedW;
  const cap = Math.min(...group.members.map((module) => module.cap));
  let [actual, expected, clear, slots] = [0, 0, 0, 0];
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const bright = group.clear.dcPerRatedW[slot]!;
    if (view.elevationDeg[slot]! < STEEP_DEG || bright < LEAST_CLEAR || Number.isNaN(power[slot]!)) continue;
    if (!(offered[slot]! > LEAST_OFFERED) || offered[slot]! > LIMITED * cap || isClipped[slot] === 1)
      continue;
    actual += power[slot]! * view.hours;
    expected += offered[slot]! * view.hours;
    clear += bright * view.hours;
    slots++;
  }
  const isKnown = slots * view.hours >= LEAST_HOURS && expected >= LEAST_ENERGY && expected >= SUNNY * clear;
  return isKnown && actual > 0 ? { actual, expected } : null;
}
