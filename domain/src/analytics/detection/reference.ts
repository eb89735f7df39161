// The reference of a peer group: what a healthy module of the group gives at each slot, in W per W of rating.
//
// Members are corrected for what is normal for them (gain and permanent shading), then a quantile above the median is
// taken: faults and shade only ever lower the power, so the reference holds while fewer than two thirds of the members
// are affected. Small groups also use the other groups, translated by the clear-sky model with separate factors for
// direct and diffuse light.
import type { ExpectedArray, PlaneDay } from '../irradiance/expectedDay.ts';
import type { DayView } from './dayView.ts';
import type { ModuleView } from './moduleView.ts';
import { clamp, medianOfFirst, quantileOfFirst, sortFirst } from './stats.ts';
import { steadySlots } from './steady.ts';

export interface PeerGroup {
  readonly key: string;
  readonly arrayId: string | null;
  readonly clear: ExpectedArray;
  readonly members: readonly ModuleView[];
  /** One of several slopes that were entered as one array: its orientation is not known. */
  readonly isSlope: boolean;
}

export interface GroupReference {
  readonly group: PeerGroup;
  /** W per W of rating; NaN where unknown. */
  readonly power: Float64Array;
  /** Share of direct light on the array at the slot, 0 to 1, with the clouds of the day. */
  readonly direct: Float64Array;
  /** DC voltage of a healthy member in V; NaN where unknown. */
  readonly voltageV: Float64Array;
  /** 1 where the inverters limit the power. */
  readonly isClipped: Uint8Array;
  /** 1 where the light is steady, so that measurements at slightly different instants compare. */
  readonly isSteady: Uint8Array;
  /** 1 where it has been steady for half an hour and stays so: a clear or an overcast sky. */
  readonly isCalm: Uint8Array;
  /** Independent sources behind the reference: 1 means it is the module itself. */
  readonly strength: number;
  /** Only weather or plants nearby support the reference of a single module: it is less exact than that of peers. */
  readonly isOutside?: boolean;
}

const QUANTILE = 0.65;
/** Groups with fewer usable members also use other groups. */
export const ENOUGH = 3;
/** Power above this share of the limit counts as limited. */
const LIMITED = 0.985;

/** Part of the direct light that clouds let pass, by the ratio of power to clear-sky power. */
export const beamFactor = (clearness: number): number => clamp((clearness - 0.3) / 0.6, 0, 1.15);

/** Share of direct light of an array at a slot, for the power in relation to its rating. */
export const directOf = ({ dcPerRatedW, directShare }: PlaneDay, slot: number, power: number): number =>
  Math.min(1, beamFactor(power / dcPerRatedW[slot]!) * directShare[slot]!);

/** Expected ratio of a module to its reference in a sector, for a share of direct light. */
export function relativeOf({ baseline }: ModuleView, sector: number, direct: number): number {
  const beam = sector < 0 ? Number.NaN : baseline.sectors[sector]!;
  const diffuse = Math.exp(baseline.diffuse);
  return direct * Math.exp(Number.isNaN(beam) ? baseline.ratio : beam) + (1 - direct) * diffuse;
}

/** Power of a module at a slot if nothing is wrong, W per W of rating: that of its reference, as far as its inverter allows. */
export const normalPower = (
  module: ModuleView,
  { power, direct }: GroupReference,
  sector: number,
  slot: number,
): number => Math.min(module.cap, power[slot]! * relativeOf(module, sector, direct[slot]!));

/** Members that can support a reference: measured, without an open finding. */
export function usable(members: readonly ModuleView[]): readonly ModuleView[] {
  const measured = members.filter(({ completeness }) => completeness > 0);
  const healthy = measured.filter(({ isExcluded }) => !isExcluded);
  return healthy.length >= Math.min(2, measured.length) ? healthy : measured;
}

/** Usual power of a module at this time of the day, relative to its other times, below which it is usually in the shade. */
const USUALLY_SHADED = 0.75;
/** Sunlit members that support a reference without the others. */
const SUNLIT = 2;

/**
 * Writes the power of members at a slot, corrected for what is usual for them, and returns how many there are. Members that
 * are usually shaded at this time of the day count only where fewer than two others are known: as soon as the shade leaves
 * them, their correction makes a multiple of the light.
 */
function correctedPowers(
  members: readonly ModuleView[],
  { sector, slot, direct, isLimited }: { sector: number; slot: number; direct: number; isLimited: boolean },
  values: Float64Array,
): number {
  let sunlit = 0;
  let shaded = 0;
  for (const member of members) {
    const own = member.power[slot]!;
    if (Number.isNaN(own) || (!isLimited && own >= LIMITED * member.cap)) continue;
    const usual = relativeOf(member, sector, direct);
    // Shaded ones are collected from the end.
    if (usual >= USUALLY_SHADED * Math.exp(member.baseline.ratio)) values[sunlit++] = own / usual;
    else values[values.length - ++shaded] = own / usual;
  }
  if (sunlit >= SUNLIT) return sunlit;
  values.copyWithin(sunlit, values.length - shaded);
  return sunlit + shaded;
}

/** Steady light on both sides of a calm slot. */
const CALM_HOURS = 0.5;
/** Candidates below this share of the second best are not healthy: covered by snow, failed, shaded. */
const HEALTHY = 0.6;

/** Drops values far below the second highest one; tells how many are left. */
function withoutLow(values: Float64Array, count: number): number {
  if (count < 3) return count;
  sortFirst(values, count);
  const limit = HEALTHY * values[count - 2]!;
  let first = 0;
  while (first < count - 2 && values[first]! < limit) first++;
  values.copyWithin(0, first, count);
  return count - first;
}

/** Reference of a group from its own members alone. */
export function ownReference(view: DayView, group: PeerGroup): GroupReference {
  const { slots, sector } = view;
  const members = usable(group.members);
  const power = new Float64Array(slots).fill(Number.NaN);
  const direct = new Float64Array(slots);
  const voltageV = new Float64Array(slots).fill(Number.NaN);
  const isClipped = new Uint8Array(slots);
  const values = new Float64Array(members.length);
  const middle = new Float64Array(slots).fill(Number.NaN);
  // Two of two disagree: the higher one is right, since faults only lower the power.
  const quantile = members.length < ENOUGH ? 1 : QUANTILE;
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    let count = 0;
    let limited = 0;
    for (const member of members) {
      const own = member.power[slot]!;
      if (Number.isNaN(own)) continue;
      if (own >= LIMITED * member.cap) limited++;
      values[count++] = own / Math.exp(member.baseline.ratio);
    }
    if (count === 0) continue;
    const isLimited = limited * 3 > count;
    const rough = quantileOfFirst(values, withoutLow(values, count), quantile);
    const clear = group.clear.dcPerRatedW[slot]!;
    direct[slot] = clear > 0.01 ? directOf(group.clear, slot, rough) : 0;
    if (isLimited) isClipped[slot] = 1;
    const light = { sector: sector[slot]!, slot, direct: direct[slot]!, isLimited };
    count = withoutLow(values, correctedPowers(members, light, values));
    power[slot] = quantileOfFirst(values, count, quantile);
    middle[slot] = quantileOfFirst(values, count, 0.5);
    voltageV[slot] = usualVoltage(members, slot, values);
  }
  const stride = Math.max(1, ...members.map((member) => member.stride));
  const isSteady = steadySlots(power, group.clear.dcPerRatedW, stride, 0);
  // In changing light the upper quantile is the module that the cloud has not reached yet.
  if (members.length >= ENOUGH)
    for (let slot = 0; slot < slots; slot++) if (isSteady[slot] === 0) power[slot] = middle[slot]!;
  const isCalm = steadySlots(power, group.clear.dcPerRatedW, Math.round(CALM_HOURS / view.hours), 0);
  return { group, power, direct, voltageV, isClipped, isSteady, isCalm, strength: members.length };
}

/** Median DC voltage of the members that work, each corrected for what is usual for it; NaN without any. */
function usualVoltage(members: readonly ModuleView[], slot: number, values: Float64Array): number {
  let count = 0;
  for (const { voltageV, power, baseline } of members) {
    const own = voltageV?.[slot] ?? Number.NaN;
    if (own > 1 && power[slot]! > 0.02)
      values[count++] = own / Math.exp(Number.isNaN(baseline.voltage) ? 0 : baseline.voltage);
  }
  return medianOfFirst(values, count);
}
