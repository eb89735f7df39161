// Power that something other than the light limits: the grid, the rating of the inverters. Heat: see heat.ts.
import type { Observation } from './conditions.ts';
import { courseOf, freeShare, held, offeredW, type Presence } from './course.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { voltageLimit } from './gridVoltage.ts';
import { heldLimit, keepLimit, withFirstDay } from './heldLimit.ts';
import { relativeOf } from './reference.ts';
import { groupBy, medianOf, quantileOf } from './stats.ts';

/** Power that a module would have at a slot, W per W of rating. */
const expectedAt = ({ module, reference }: Entry, sector: number, slot: number): number =>
  Math.min(module.cap, reference.power[slot]! * relativeOf(module, sector, reference.direct[slot]!));

/** Measured and expected power of some modules at a slot, W; NaN unless all are known. */
export function powersAt(
  view: DayView,
  entries: readonly Entry[],
  slot: number,
): [actual: number, expected: number] {
  let [actual, expected] = [0, 0];
  for (const entry of entries) {
    actual += entry.module.power[slot]! * entry.module.model.ratedW;
    expected += expectedAt(entry, view.sector[slot]!, slot) * entry.module.model.ratedW;
  }
  return [actual, expected];
}

interface Plateau {
  /** Median power at the plateau, W per W of rating. */
  readonly level: number;
}

/** Hours that a plateau must last, and the width of its band, ratio. */
const PLATEAU_HOURS = 0.75;
const BAND = 1.025;
/** Longest time for which the power leaves the band within a plateau, hours: a cloud. */
const PAUSE_HOURS = 1;
/** Beyond a plateau the power must fall by more than that of a round top: within half of its length, share of the level. */
const FALL = 0.17;
/** Alternatively, the power right before or after the plateau exceeds its level by more than this share. */
const JUMP = 0.08;

/**
 * The level at which the power of a device is cut off; null without one. The top of a clear day is flat, too, but round:
 * half a length beyond the band it has lost about 12 %.
 */
function plateauOf(view: DayView, own: readonly Entry[]): Plateau | null {
  let rated = 0;
  for (const { module } of own) rated += module.model.ratedW;
  const power = new Float64Array(view.slots).fill(Number.NaN);
  const values: number[] = [];
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    let actual = 0;
    for (const { module } of own) actual += module.power[slot]! * module.model.ratedW;
    power[slot] = actual / rated;
    if (power[slot]! > 0.12) values.push(power[slot]!);
  }
  if (values.length < 12) return null;
  values.sort((a, b) => a - b);
  let [most, low] = [0, 0];
  for (let from = 0, to = 0; from < values.length; from++) {
    while (to < values.length && values[to]! <= values[from]! * BAND) to++;
    if (to - from >= most) [most, low] = [to - from, from];
  }
  if (most * view.hours < PLATEAU_HOURS) return null;
  const level = medianOf(values.slice(low, low + most));
  const isInside = (slot: number) => power[slot]! >= values[low]! && power[slot]! <= values[low]! * BAND;
  // The power of a limit that ends in the light crosses its level again in the evening.
  let best = { first: -1, last: -1, inside: 0 };
  let run = best;
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    if (!isInside(slot)) continue;
    const isNext = run.last >= 0 && (slot - run.last) * view.hours <= PAUSE_HOURS;
    run = isNext
      ? { first: run.first, last: slot, inside: run.inside + 1 }
      : { first: slot, last: slot, inside: 1 };
    if (run.inside > best.inside) best = run;
  }
  const { first, last, inside } = best;
  if (inside * view.hours < PLATEAU_HOURS || inside < 0.6 * (last - first + 1)) return null;
  const beyond = Math.max(2, Math.round((last - first + 1) / 2));
  const around = (slot: number) => medianOf([power[slot - 1]!, power[slot]!, power[slot + 1]!]);
  const [before, after] = [around(first - beyond), around(last + beyond)];
  const isSharp = (value: number, near: number) =>
    Number.isNaN(value) || value < (1 - FALL) * level || near > (1 + JUMP) * level;
  const isCut = isSharp(before, around(first - 2)) && isSharp(after, around(last + 2));
  return isCut ? { level } : null;
}

/** Share of the limit of an inverter above which a plateau is its own. */
const OWN_LIMIT = 0.93;
/** A plateau this far below the highest power of the days before is new. */
const NEW_LEVEL = 0.93;
/**
 * Share of the devices that must be cut off: of those that exceed the level (ratio) or would under a clear sky, and of all.
 * Arrays that face away from the sun never reach a limit. A single device of several has a cause of its own, such as heat.
 */
const FLAT = 0.6;
const LEAST_FLAT = 0.25;
const EXCEEDED = 1.05;

/** Whether a device with these modules exceeds a level, or would under the clear sky of the day. */
const reaches = (own: readonly Entry[], level: number): boolean =>
  own.some(({ module }) =>
    [module.clear.dcPerRatedW, module.power].some((values) =>
      values.some((value) => value >= EXCEEDED * level),
    ),
  );

/** Decay of the remembered highest power per day: seasons change it. */
const DECAY = 0.998;

const curtailed = (entries: readonly Entry[], presence: Presence): Observation => ({
  scope: 'plant',
  subjectId: null,
  moduleIds: entries.map(({ module }) => module.model.id),
  cause: 'curtailment',
  isPresent: true,
  probability: 0.8,
  ...presence,
});

/** Curtailment that the devices report themselves: whatever else lowers the power does not hide it. */
export function reportedGridDay(view: DayView, entries: readonly Entry[], usual: number): Observation[] {
  const limited = reportedLimit(view, entries, usual);
  return limited ? [curtailed(entries, limited)] : [];
}

/** Curtailment by the grid or its operator, and clipping by the rating of the inverters. */
export function gridDay(
  view: DayView,
  entries: readonly Entry[],
  notes: Record<string, number>,
  usual: number,
  isFindingOpen = false,
): Observation[] {
  const all = { scope: 'plant' as const, subjectId: null };
  const moduleIds = entries.map(({ module }) => module.model.id);
  const byDevice = [...groupBy(entries, ({ module }) => module.model.deviceId).values()].filter((own) =>
    own.some(({ module }) => module.completeness > 0.5),
  );
  if (byDevice.length === 0) return [];
  const result: Observation[] = [];
  const { power, sky } = courseOf(view, entries);
  const limited = reportedLimit(view, entries, usual);
  const voltage = limited ? null : voltageLimit(view, entries, usual, isFindingOpen);
  const plateaus = byDevice.map((own) => ({ own, plateau: plateauOf(view, own) }));
  const flat = plateaus.filter(({ plateau }) => plateau !== null);
  const level = medianOf(flat.map(({ plateau }) => plateau!.level));
  const able = plateaus.filter(({ own, plateau }) => plateau !== null || reaches(own, level));
  const isCommon = flat.length > 1 || flat.length === byDevice.length;
  const isFlat = isCommon && flat.length >= FLAT * able.length && flat.length >= LEAST_FLAT * byDevice.length;
  // Devices have the same rating in relation to their limit, or at least similar ones.
  const ratio = medianOf(
    flat.map(({ own, plateau }) => {
      const cap = own[0]!.module.cap;
      return Number.isFinite(cap) ? plateau!.level / cap : Number.NaN;
    }),
  );
  const top = quantileOf(power, 0.985);
  const highest = notes.topPower ?? 0;
  // The same level as before: chance does not repeat it.
  const isRepeated = isFlat && Math.abs(level / (notes.flatLevel ?? level) - 1) < 0.025;
  if (isFlat) notes.flatLevel = level;
  const isLow = isFlat && (Number.isNaN(ratio) ? level < NEW_LEVEL * highest : ratio < OWN_LIMIT);
  const isNew = isFlat && level < NEW_LEVEL * highest;
  if (top > 0) notes.topPower = Math.max(highest * DECAY, isLow ? 0 : top);
  const flatLoss =
    !limited && !voltage && isLow && isNew
      ? plateauLoss(
          view,
          flat.map(({ own, plateau }) => ({ own, level: plateau!.level })),
          usual,
        )
      : null;
  const held = limited || voltage || flatLoss ? null : heldLimit(view, byDevice, notes, usual);
  // The first plateau may be chance: it counts once another day has the same level.
  const presence =
    limited ?? voltage ?? (flatLoss && isRepeated ? withFirstDay(view, notes, flatLoss) : held);
  if (flatLoss) keepLimit(view, notes, flatLoss, { level: Number.isNaN(ratio) ? level : ratio, isRepeated });
  if (presence) result.push(curtailed(entries, presence));
  else {
    const clearness = medianOf(
      Array.from(power, (value, slot) => (sky[slot]! > 0.3 ? value / sky[slot]! : Number.NaN)),
    );
    // A bright day on which nothing was cut off.
    if (clearness > 0.6 && !isFlat)
      result.push({ ...all, moduleIds, cause: 'curtailment', isPresent: false });
  }
  if (isRepeated && !presence && (Number.isNaN(ratio) ? !isNew : ratio >= OWN_LIMIT))
    result.push({
      ...all,
      moduleIds,
      cause: 'clipping',
      isPresent: true,
      isFault: false,
      probability: 0.8,
      evidence: [{ name: 'powerRatio', value: level, unit: 'ratio' }],
    });
  return result;
}

/** Share of the highest clear-sky power while limited from which a free slot shows the light of the day. */
const FRONTAL = 0.6;

/** Reported limit, ratio, from which nothing is limited. */
const NO_LIMIT = 0.97;
/** Hours without the limit that show how bright the sky is, and its brightness without them, share of the clear sky. */
const LEAST_FREE = 0.5;
const SUNNY = 0.9;

/** Share of the level at which the limit cuts off from which a slot is limited: noise and short clouds lie below. */
const AT_LIMIT = 0.93;

/** Rating of the devices per W of their modules, at most 1; 1 where it is not known. */
const ratingOf = (entries: readonly Entry[]): number =>
  Math.min(1, medianOf(entries.map(({ module }) => module.cap)) || 1);

/**
 * A limit that the devices report themselves, if it took power. Each device has it for itself, so it cuts off an array in
 * the sun while others do not reach it: arrays are evaluated one by one.
 */
function reportedLimit(view: DayView, entries: readonly Entry[], usual: number): Presence | null {
  const reporting = view.input.devices.flatMap(({ limitRatio }) =>
    limitRatio ? [held(view, limitRatio)] : [],
  );
  if (reporting.length * 2 < view.input.devices.length || reporting.length === 0) return null;
  const limits = new Float64Array(view.slots).fill(Number.NaN);
  for (let slot = view.firstLight; slot < view.lastLight; slot++)
    limits[slot] = medianOf(reporting.map((values) => values[slot]!));
  const arrays = [...groupBy(entries, ({ module }) => module.model.arrayId ?? '').values()];
  const limited = arrays.flatMap((own) => limitedArray(view, own, limits, usual) ?? []);
  if (limited.length === 0) return null;
  const first = Math.min(...limited.map((one) => one.first));
  return {
    lostWh: limited.reduce((sum, one) => sum + one.lostWh, 0),
    limitedWh: limited.reduce((sum, one) => sum + one.limitedWh, 0),
    limitedSlots: Uint8Array.from(limits, (limit) => (limit < NO_LIMIT ? 1 : 0)),
    isFault: false,
    sinceMs: view.input.startMs + first * view.input.slotMs,
    evidence: [
      { name: 'powerRatio', value: medianOf(limited.flatMap(({ ratios }) => ratios)), unit: 'ratio' },
    ],
  };
}

interface LimitedArray {
  lostWh: number;
  /** Energy produced at the limit. */
  limitedWh: number;
  /** First limited slot. */
  first: number;
  /** The limit at the limited slots. */
  ratios: number[];
}

/** What a limit took from an array; null if it did not reach it for half an hour. */
function limitedArray(
  view: DayView,
  entries: readonly Entry[],
  limits: Float64Array,
  usual: number,
): LimitedArray | null {
  const { power, sky, ratedW } = courseOf(view, entries);
  const rating = ratingOf(entries);
  let [hours, lostWh, limitedWh, first, offered] = [0, 0, 0, -1, 0];
  const ratios: number[] = [];
  const levels: number[] = [];
  const atLimit: number[] = [];
  const free: [sky: number, clearness: number][] = [];
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const limit = limits[slot]!;
    if (!(sky[slot]! > 0.05) || Number.isNaN(power[slot]!)) continue;
    const clearness = power[slot]! / sky[slot]!;
    if (!(limit < NO_LIMIT && limit >= 0)) {
      if (limit >= NO_LIMIT) free.push([sky[slot]!, clearness]);
      continue;
    }
    // Power near the limit is limited. The limit is a share of the rating of the device.
    if (power[slot]! < 0.75 * limit * rating) continue;
    hours += view.hours;
    offered = Math.max(offered, sky[slot]!);
    ratios.push(limit);
    levels.push(power[slot]! / limit);
    atLimit.push(clearness);
    if (first < 0) first = slot;
  }
  if (hours < 0.5) return null;
  // Below the level at which the power is cut off, clouds took it.
  const cutOff = AT_LIMIT * quantileOf(levels, 0.9);
  // The model offers more or less than the modules give in sunshine. Grazing light tells little about it.
  const frontal = free.filter(([at]) => at > FRONTAL * offered);
  const known = frontal.length * view.hours >= LEAST_FREE ? frontal : free;
  // Where the limit cuts off the power, the sky is at least this bright: dull free hours are no measure of it.
  const least = medianOf(atLimit);
  const bright = known.map(([, clearness]) => clearness).filter((clearness) => clearness >= least);
  const shown = bright.length * view.hours >= LEAST_FREE ? quantileOf(bright, 0.6) : usual || SUNNY;
  const share = Math.min(usual || 1.1, shown);
  for (let slot = Math.max(0, first); slot < view.lastLight; slot++) {
    const limit = limits[slot]!;
    if (limit < NO_LIMIT && power[slot]! >= cutOff * limit) {
      lostWh += Math.max(0, share * sky[slot]! - power[slot]!) * ratedW * view.hours;
      limitedWh += power[slot]! * ratedW * view.hours;
    }
  }
  return { lostWh, limitedWh, first, ratios };
}

/** What plateaus of devices below their rating cost. */
function plateauLoss(
  view: DayView,
  devices: readonly { own: readonly Entry[]; level: number }[],
  usual: number,
): Presence | null {
  let [lostWh, limitedWh, offeredWh, first] = [0, 0, 0, view.slots];
  const levels: number[] = [];
  for (const { own, level } of devices) {
    const { power, sky, ratedW } = courseOf(view, own);
    levels.push(level);
    const outside: number[] = [];
    const limited: number[] = [];
    for (let slot = view.firstLight; slot < view.lastLight; slot++) {
      if (!(sky[slot]! > 0.1) || !(power[slot]! >= 0)) continue;
      // Beyond the level the limit does not hold at that time of the day.
      if (power[slot]! > 0.96 * level && power[slot]! < 1.05 * level) limited.push(slot);
      else outside.push(power[slot]! / sky[slot]!);
    }
    const share = freeShare(outside, usual);
    first = Math.min(first, limited[0] ?? view.slots);
    for (const slot of limited) {
      const offered = offeredW(own, slot, share) * view.hours;
      const given = power[slot]! * ratedW * view.hours;
      lostWh += Math.max(0, offered - given);
      limitedWh += given;
      offeredWh += offered;
    }
  }
  // The clear sky must have offered clearly more than the plateau.
  if (!(lostWh > 0.06 * offeredWh)) return null;
  return {
    lostWh,
    limitedWh,
    isFault: true,
    sinceMs: view.input.startMs + first * view.input.slotMs,
    evidence: [{ name: 'powerRatio', value: medianOf(levels), unit: 'ratio' }],
  };
}
