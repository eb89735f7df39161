// Energy of an array over the energy that the light of plants nearby offers it: haze, clouds and season are in both. Where
// the voltage is measured it is a ratio of currents, free of the temperature of the cells (currentIndex.ts).
import { expectedUnder, skyAtClearness } from '../irradiance/actualSky.ts';
import type { PlaneDay } from '../irradiance/expectedDay.ts';
import { currentFactor, hasVoltages } from './currentIndex.ts';
import type { DayView } from './dayView.ts';
import type { PeerGroup } from './reference.ts';
import { quantileOf } from './stats.ts';

/** Elevation of the sun in degrees and clear-sky power in W per W from which a slot counts. */
const STEEP_DEG = 15;
const LEAST_CLEAR = 0.15;
/** Least offered power, W per W: in dull light the two places differ most. */
const LEAST_OFFERED = 0.05;
/** Share of the limit of an inverter from which a slot is limited under a clear sky. */
const LIMITED = 0.93;
/** Energy in Wh per W and share of the clear sky from which a day counts, and slots that must be known, hours. */
const LEAST_ENERGY = 1;
const SUNNY = 0.8;
const LEAST_HOURS = 2;
/** Share of the clear-sky energy of these slots that must be known: the index of a morning is not that of a day. */
export const LEAST_KNOWN = 0.75;

/** Power of all arrays under the light of plants nearby; null without any. */
export function nearbyLight({ expected, input }: DayView): ReadonlyMap<string | null, PlaneDay> | null {
  const { nearbyClearness, weather } = input;
  if (nearbyClearness === null) return null;
  return expectedUnder(expected, skyAtClearness(expected, nearbyClearness), weather?.windMs ?? null);
}

/** Share of the members below the one that stands for the group: faults and shade only lower the energy. */
const UPPER = 0.6;

/**
 * The index of a group on a sunny day; NaN on other days. Each module is compared with the light on its own: devices are
 * read at different instants, so that under broken clouds the best of them at each slot show more than any of them has.
 * `limitedSlots`: 1 where a limit of the plant can have lowered the power.
 */
export function nearbyIndexOf(
  view: DayView,
  group: PeerGroup,
  light: ReadonlyMap<string | null, PlaneDay>,
  limitedSlots?: Uint8Array,
): number {
  const { dcPerRatedW: offered, poaWm2 } = light.get(group.arrayId) ?? light.get(null)!;
  const isCurrent = hasVoltages(group);
  const factors = Float64Array.from(offered, (_, slot) =>
    isCurrent ? currentFactor(view, group, poaWm2[slot]!, slot) : 1,
  );
  const ratios: number[] = [];
  for (const { power, cap } of group.members) {
    let [actual, expected, clear, slots, usable] = [0, 0, 0, 0, 0];
    for (let slot = view.firstLight; slot < view.lastLight; slot++) {
      const bright = group.clear.dcPerRatedW[slot]!;
      if (view.elevationDeg[slot]! < STEEP_DEG || bright < LEAST_CLEAR) continue;
      // By the clear sky, not by the power or the light of the day: that would choose the slots in which they differ.
      const isLimited = bright > LIMITED * cap || limitedSlots?.[slot] === 1;
      if (!(offered[slot]! > LEAST_OFFERED) || isLimited) continue;
      usable += bright;
      if (Number.isNaN(power[slot]!) || Number.isNaN(factors[slot]!)) continue;
      actual += factors[slot]! * Math.min(power[slot]!, cap);
      expected += Math.min(offered[slot]!, cap);
      clear += bright;
      slots++;
    }
    const isKnown =
      slots * view.hours >= LEAST_HOURS &&
      expected * view.hours >= LEAST_ENERGY &&
      clear >= LEAST_KNOWN * usable;
    if (!isKnown || expected < SUNNY * clear || !(actual > 0)) continue;
    ratios.push(actual / expected);
  }
  return ratios.length * 2 < group.members.length || ratios.length === 0
    ? Number.NaN
    : quantileOf(ratios, UPPER);
}
