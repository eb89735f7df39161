// The reference of a peer group: what a healthy module of the group gives at each slot, in W per W of rating.
//
// Members are corrected for what is normal for them (gain and permanent shading), then a quantile above the median is
// taken: faults and shade only ever lower the power, so the reference holds while fewer than two thirds of the members
// are affected. Small groups also use the other groups, translated by the clear-sky model with separate factors for
// direct and diffuse light.
import type { ExpectedArray } from '../irradiance/expectedDay.ts';
import type { DayView } from './dayView.ts';
import type { ModuleView } from './moduleView.ts';
import { clamp, medianOfFirst, quantileOfFirst } from './stats.ts';

export interface PeerGroup {
  readonly key: string;
  readonly arrayId: string | null;
  readonly clear: ExpectedArray;
  readonly members: readonly ModuleView[];
}

export interface GroupReference {
  readonly group: PeerGroup;
  /** W per W of rating; NaN where unknown. */
  readonly power: Float64Array;
  /** Share of direct light in the plane at the slot, 0 to 1, with the clouds of the day. */
  readonly direct: Float64Array;
  /** DC voltage of a healthy member in V; NaN where unknown. */
  readonly voltageV: Float64Array;
  /** 1 where the inverters limit the power. */
  readonly isClipped: Uint8Array;
  /** Independent sources behind the reference: 1 means it is the module itself. */
  readonly strength: number;
}

const QUANTILE = 0.65;
/** Members with less than this share of the best one give nothing. */
const NOTHING = 0.03;
/** Groups with fewer usable members also use other groups. */
const ENOUGH = 3;
/** Power above this share of the limit counts as limited. */
const LIMITED = 0.985;

/** Part of the direct light that clouds let pass, by the ratio of power to clear-sky power. */
export const beamFactor = (clearness: number): number => clamp((clearness - 0.3) / 0.6, 0, 1.15);

/** Expected ratio of a module to its reference in a sector, for a share of direct light. */
export function relativeOf({ baseline }: ModuleView, sector: number, direct: number): number {
  const beam = sector < 0 ? Number.NaN : baseline.sectors[sector]!;
  const diffuse = Math.exp(baseline.diffuse);
  return direct * Math.exp(Number.isNaN(beam) ? baseline.ratio : beam) + (1 - direct) * diffuse;
}

/** Members that can support a reference: measured, without an open finding. */
function usable(members: readonly ModuleView[]): readonly ModuleView[] {
  const measured = members.filter(({ completeness }) => completeness > 0);
  const healthy = measured.filter(({ isExcluded }) => !isExcluded);
  return healthy.length >= Math.min(2, measured.length) ? healthy : measured;
}

function ownReference(view: DayView, group: PeerGroup, factor: number): GroupReference {
  const { slots, sector } = view;
  const members = usable(group.members);
  const power = new Float64Array(slots).fill(Number.NaN);
  const direct = new Float64Array(slots);
  const voltageV = new Float64Array(slots).fill(Number.NaN);
  const isClipped = new Uint8Array(slots);
  const values = new Float64Array(members.length);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    let best = 0;
    for (const { power: own } of members) if (own[slot]! > best) best = own[slot]!;
    let count = 0;
    let limited = 0;
    for (const member of members) {
      const own = member.power[slot]!;
      if (!(own >= NOTHING * best)) continue;
      if (own >= LIMITED * member.cap) limited++;
      values[count++] = own / Math.exp(member.baseline.ratio);
    }
    if (count === 0) continue;
    const rough = quantileOfFirst(values, count, QUANTILE);
    const isLimited = limited * 3 > count;
    const clear = group.clear.dcPerRatedW[slot]! * factor;
    const share = clear > 0.01 ? beamFactor(rough / clear) * group.clear.directShare[slot]! : 0;
    direct[slot] = Math.min(1, share);
    if (isLimited) isClipped[slot] = 1;
    count = 0;
    for (const member of members) {
      const own = member.power[slot]!;
      if (own >= NOTHING * best && (isLimited || own < LIMITED * member.cap))
        values[count++] = own / relativeOf(member, sector[slot]!, direct[slot]!);
    }
    power[slot] = quantileOfFirst(values, count, QUANTILE);
    count = 0;
    for (const member of members) {
      const own = member.voltageV?.[slot] ?? Number.NaN;
      if (own > 1 && member.power[slot]! > 0.02)
        values[count++] = own / Math.exp(Number.isNaN(member.baseline.voltage) ? 0 : member.baseline.voltage);
    }
    if (count > 0) voltageV[slot] = medianOfFirst(values, count);
  }
  return { group, power, direct, voltageV, isClipped, strength: members.length };
}

/** What another group's power means in the plane of this one: direct and diffuse parts translated separately. */
function translated(
  from: GroupReference,
  to: ExpectedArray,
  slot: number,
  factors: { from: number; to: number },
): number {
  const power = from.power[slot]!;
  const clear = from.group.clear.dcPerRatedW[slot]! * factors.from;
  const target = to.dcPerRatedW[slot]! * factors.to;
  if (Number.isNaN(power) || from.isClipped[slot] === 1 || !(clear > 0.02) || !(target > 0.005))
    return Number.NaN;
  const beamPart = from.group.clear.directShare[slot]!;
  const beam = beamFactor(power / clear);
  const diffuse = (power / clear - beam * beamPart) / Math.max(0.05, 1 - beamPart);
  const targetPart = to.directShare[slot]!;
  return target * (beam * targetPart + Math.max(0, diffuse) * (1 - targetPart));
}

/**
 * References of all peer groups of a plant. `factorOf` gives the learned ratio of measured to clear-sky power of an
 * array; `outside` the ratio to the clear sky that weather or plants nearby tell, NaN where unknown.
 */
export function groupReferences(
  view: DayView,
  groups: readonly PeerGroup[],
  factorOf: (arrayId: string | null) => number,
  outside: Float64Array | null,
): GroupReference[] {
  const own = groups.map((group) => ownReference(view, group, factorOf(group.arrayId)));
  return own.map((reference) => {
    if (reference.strength >= ENOUGH) return reference;
    const { group } = reference;
    const to = factorOf(group.arrayId);
    const others = own.filter((other) => other !== reference && other.strength > 0);
    const sources = others.map((other) => ({ other, factors: { from: factorOf(other.group.arrayId), to } }));
    const members = usable(group.members);
    const voices = others.reduce((sum, other) => sum + Math.min(ENOUGH, other.strength), 0);
    const strength = members.length + voices + (outside ? 1 : 0);
    const power = new Float64Array(view.slots).fill(Number.NaN);
    const direct = reference.direct.slice();
    const values = new Float64Array(members.length + ENOUGH * others.length + 1);
    // Two sources: the higher one, since faults only lower the power.
    const quantile = strength <= 2 ? 1 : QUANTILE;
    for (let slot = view.firstLight; slot < view.lastLight; slot++) {
      let count = 0;
      for (const { other, factors } of sources) {
        const value = translated(other, group.clear, slot, factors);
        for (let voice = Math.min(ENOUGH, other.strength); voice > 0 && !Number.isNaN(value); voice--)
          values[count++] = value;
      }
      const clearness = outside?.[slot] ?? Number.NaN;
      if (clearness >= 0) values[count++] = clearness * group.clear.dcPerRatedW[slot]! * to;
      for (const member of members) {
        const value = member.power[slot]! / relativeOf(member, view.sector[slot]!, direct[slot]!);
        if (!Number.isNaN(value)) values[count++] = value;
      }
      let best = 0;
      for (let i = 0; i < count; i++) best = Math.max(best, values[i]!);
      let kept = 0;
      for (let i = 0; i < count; i++) if (values[i]! >= NOTHING * best) values[kept++] = values[i]!;
      power[slot] = quantileOfFirst(values, kept, quantile);
      const clear = group.clear.dcPerRatedW[slot]! * to;
      if (clear > 0.01 && !Number.isNaN(power[slot]!))
        direct[slot] = Math.min(1, beamFactor(power[slot]! / clear) * group.clear.directShare[slot]!);
    }
    return { ...reference, power, direct, strength };
  });
}
