// References of all peer groups of a plant; groups of one or two modules lean on the other groups, on weather and on
// plants nearby.
import type { ExpectedArray } from '../irradiance/expectedDay.ts';
import type { DayView } from './dayView.ts';
import type { MeasuredLight } from './offeredLight.ts';
import {
  beamFactor,
  directOf,
  ENOUGH,
  type GroupReference,
  ownReference,
  type PeerGroup,
  relativeOf,
  usable,
} from './reference.ts';
import { medianOfFirst } from './stats.ts';

/** Ratios to the clear sky between these two limits are broken clouds: nothing is translated. */
const OVERCAST = 0.3;
const SUNNY = 0.82;
/** The two best members agree if their corrected powers differ by less (ratio). */
const AGREEMENT = 0.08;
/** Groups of up to this size ask the others where their two best members disagree. */
const SMALL = 6;

/** What another group's power means in the orientation of this one: direct and diffuse parts translated separately. */
function translated(from: GroupReference, to: ExpectedArray, slot: number): number {
  const power = from.power[slot]!;
  const clear = from.group.clear.dcPerRatedW[slot]!;
  const target = to.dcPerRatedW[slot]!;
  if (Number.isNaN(power) || !(clear > 0.03) || !(target > 0.01)) return Number.NaN;
  const beamPart = from.group.clear.directShare[slot]!;
  const clearness = power / clear;
  const beam = beamFactor(clearness);
  const diffuse = (clearness - beam * beamPart) / Math.max(0.05, 1 - beamPart);
  const targetPart = to.directShare[slot]!;
  return target * (beam * targetPart + Math.max(0, diffuse) * (1 - targetPart));
}

/** Whether another group's slot can be translated: even light, clear or overcast, nothing limited. */
function isTranslatable(from: GroupReference, slot: number): boolean {
  if (from.isSteady[slot] === 0 || from.isClipped[slot] === 1) return false;
  const clearness = from.power[slot]! / from.group.clear.dcPerRatedW[slot]!;
  return clearness < OVERCAST || clearness > SUNNY;
}

/** References of all peer groups. `light` is that of weather or plants nearby; it supports groups of one or two. */
export function groupReferences(
  view: DayView,
  groups: readonly PeerGroup[],
  light: () => MeasuredLight | null,
): GroupReference[] {
  const own = groups.map((group) => ownReference(view, group));
  return own.map((reference) => {
    const { strength, group } = reference;
    // The clear sky of an unknown orientation translates nothing.
    const isAlone = strength > SMALL || group.isSlope;
    const outside = !isAlone && strength < ENOUGH ? (light()?.powerOf(group.arrayId) ?? null) : null;
    const known = isAlone ? reference : supported(view, reference, own, outside);
    return withoutDark(view, known, own);
  });
}

/** Power below this share of that of the other groups is none: even in full shade modules receive diffuse light. */
const NOTHING = 0.015;
/** Power of another group, W per W, from which the sun certainly shines on the plant. */
const DAYLIGHT = 0.1;

/**
 * The reference with the light of the other groups where all members give nothing: a group whose only inverter has failed
 * must not be compared with itself.
 */
function withoutDark(
  view: DayView,
  reference: GroupReference,
  all: readonly GroupReference[],
): GroupReference {
  const { group, strength } = reference;
  const others = all.filter((other) => other.group !== group && isComparable(other.group, group));
  if (others.length === 0 || strength === 0) return reference;
  let result: GroupReference | null = null;
  const values = new Float64Array(others.length);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const clear = group.clear.dcPerRatedW[slot]!;
    if (!(reference.power[slot]! < NOTHING * clear)) continue;
    let count = 0;
    for (const other of others) {
      const isSameArray = other.group.arrayId === group.arrayId;
      // Under broken clouds the light is translated roughly, which is still closer than none.
      if (!(other.power[slot]! > DAYLIGHT)) continue;
      const value = isSameArray ? other.power[slot]! : translated(other, group.clear, slot);
      if (value > 0) values[count++] = value;
    }
    if (count === 0) continue;
    const median = medianOfFirst(values, count);
    if (reference.power[slot]! > NOTHING * median) continue;
    result ??= { ...reference, power: reference.power.slice(), direct: reference.direct.slice() };
    result.power[slot] = median;
    result.direct[slot] = directOf(group.clear, slot, median);
  }
  return result ?? reference;
}

/** Slopes of one array have about the same light; the orientation of a slope is not known otherwise. */
const isComparable = (a: PeerGroup, b: PeerGroup): boolean =>
  a.arrayId === b.arrayId || (!a.isSlope && !b.isSlope);

/** The reference of a small group. */
function supported(
  view: DayView,
  reference: GroupReference,
  all: readonly GroupReference[],
  outside: Float64Array | null,
): GroupReference {
  const { group } = reference;
  const others = all.filter((other) => other !== reference && other.strength > 0 && !other.group.isSlope);
  const members = usable(group.members);
  const power = reference.power.slice();
  const direct = reference.direct.slice();
  const isSteady = reference.isSteady.slice();
  const values = new Float64Array(others.length * ENOUGH + 1);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const { lit, isAgreedInSun } = litPower(members, group.clear, view.sector[slot]!, slot);
    if (!Number.isNaN(lit)) direct[slot] = directOf(group.clear, slot, lit);
    if (isAgreedInSun) {
      power[slot] = Math.min(power[slot]!, lit);
      continue;
    }
    if (isAgreed(members, view.sector[slot]!, slot, direct[slot]!)) continue;
    let count = 0;
    for (const other of others) {
      if (!isTranslatable(other, slot)) continue;
      const value = translated(other, group.clear, slot);
      for (let voice = Math.min(ENOUGH, other.strength); voice > 0 && value > 0; voice--)
        values[count++] = value;
    }
    const offered = outside?.[slot] ?? Number.NaN;
    const clear = group.clear.dcPerRatedW[slot]!;
    if (offered >= 0 && (offered < OVERCAST * clear || offered > SUNNY * clear)) values[count++] = offered;
    if (count === 0) {
      if (!Number.isNaN(lit)) power[slot] = lit;
      // Nothing arbitrates: the group keeps its own reference, a single module is not compared.
      else if (members.length < 2) isSteady[slot] = 0;
      continue;
    }
    const median = medianOfFirst(values, count);
    power[slot] = closest(members, view.sector[slot]!, slot, direct[slot]!, median);
    if (members.length < 2) isSteady[slot] = 1;
    if (clear > 0.01) direct[slot] = directOf(group.clear, slot, power[slot]!);
  }
  const voices = others.reduce((sum, other) => sum + Math.min(ENOUGH, other.strength), 0);
  const strength = members.length + voices + (outside ? 1 : 0);
  return { ...reference, power, direct, isSteady, strength, isOutside: members.length < 2 && voices === 0 };
}

/** Whether the two best members have about the same corrected power. */
function isAgreed(members: ReturnType<typeof usable>, sector: number, slot: number, direct: number): boolean {
  let [best, second] = [0, 0];
  for (const member of members) {
    const value = member.power[slot]! / relativeOf(member, sector, direct);
    if (value > best) [best, second] = [value, best];
    else if (value > second) second = value;
  }
  return second > 0 && best - second <= AGREEMENT * best;
}

/** Ratios to the clear sky between which steady power proves that the sun shines on a module. */
const LIT = 0.7;
const MOST_LIT = 1.15;
/** Usual ratio to the group from which a module is in the sun at this time of the day. */
const USUALLY_LIT = 0.75;

/**
 * Highest corrected power of members in steady sunshine, as far as a clear sky can explain it; NaN without any. Shade and
 * faults only lower the power, so one sunlit member outweighs several that agree in the shade of the same obstacle. It
 * does not outweigh two that are in the sun as well and agree (`isAgreedInSun`): then it is a stronger module.
 */
function litPower(
  members: ReturnType<typeof usable>,
  clear: ExpectedArray,
  sector: number,
  slot: number,
): { lit: number; isAgreedInSun: boolean } {
  let [best, second, third] = [Number.NaN, Number.NaN, Number.NaN];
  for (const member of members) {
    const usual = relativeOf(member, sector, clear.directShare[slot]!);
    if (member.isSteady[slot] === 0 || usual < USUALLY_LIT) continue;
    const value = member.power[slot]! / usual;
    const clearness = value / clear.dcPerRatedW[slot]!;
    if (!(clearness > LIT && clearness < MOST_LIT)) continue;
    if (!(value <= best)) [best, second, third] = [value, best, second];
    else if (!(value <= second)) [second, third] = [value, second];
    else if (!(value <= third)) third = value;
  }
  if (best - second <= AGREEMENT * best) return { lit: best, isAgreedInSun: true };
  if (second - third <= AGREEMENT * second) return { lit: second, isAgreedInSun: true };
  return { lit: best, isAgreedInSun: false };
}

/** The member's corrected power that is closest to the judge, if there are two; else the judge. */
function closest(
  members: ReturnType<typeof usable>,
  sector: number,
  slot: number,
  direct: number,
  median: number,
): number {
  if (members.length < 2) return median;
  let best = median;
  let distance = 0.2 * median;
  for (const member of members) {
    const value = member.power[slot]! / relativeOf(member, sector, direct);
    if (Math.abs(value - median) < distance) {
      distance = Math.abs(value - median);
      best = value;
    }
  }
  return best;
}
