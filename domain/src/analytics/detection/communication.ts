// Devices, or a whole plant, whose readings stop while there is light.
import type { Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import {
  gapsAreUsual,
  hasReadingAt,
  isCovered,
  LEAST_LIGHT,
  LIGHT,
  LONGEST_GAP,
  USUAL_WEIGHT,
  WORKING,
} from './missingReadings.ts';
import { groupBy } from './stats.ts';
import { unreportedOf } from './unreported.ts';

/** Hours of light without readings that count: while others report, and for a whole plant. */
const DEVICE_HOURS = 3;
/** Share of a day's light that a plant must be silent for, without a reading in between. */
const PLANT_SHARE = 0.75;
/** Share of the next day's light that belongs to it. */
const MORNING_SHARE = 0.25;

/** Days with evidence that the first whole day's light without readings stands for. */
const ENOUGH = 2;

/** Slots with light, and silent ones of them at the beginning and at the end of the day. */
interface Silence {
  readonly light: number;
  readonly silent: number;
  readonly atStart: number;
  readonly atEnd: number;
  /** First silent slot of the stretch at the end. */
  readonly endFrom: number;
  readonly last: number;
}

/** Clear-sky power, W per W, from which a device with these modules must report on the day. */
export function neededLight(view: DayView, entries: readonly Entry[]): number {
  let most = 0;
  for (const { module } of entries)
    for (let slot = view.firstLight; slot < view.lastLight; slot++)
      most = Math.max(most, module.clear.dcPerRatedW[slot]!);
  return Math.min(LIGHT, Math.max(LEAST_LIGHT, most / 2));
}

/** Silence of some modules together. `others`: 1 where at least one other device reported; null asks for all slots. */
function silenceOf(view: DayView, entries: readonly Entry[], others: Uint8Array | null): Silence {
  const needed = others === null ? LIGHT : neededLight(view, entries);
  let [light, silent, atStart, atEnd, endFrom, last] = [0, 0, 0, 0, -1, -1];
  for (let slot = 0; slot < view.slots; slot++) {
    const hasReading = hasReadingAt(entries, slot);
    if (hasReading) {
      // A reading in dim light or at night ends a silence, too.
      [last, atEnd, endFrom] = [slot, 0, -1];
    }
    const isLight = entries.some(
      ({ module, reference }) =>
        module.clear.dcPerRatedW[slot]! > needed ||
        (others !== null && reference.strength >= 2 && reference.power[slot]! > WORKING),
    );
    if (!isLight || (others !== null && others[slot] === 0)) continue;
    light++;
    if (hasReading) continue;
    silent++;
    if (last < 0) atStart++;
    if (atEnd === 0) endFrom = slot;
    atEnd++;
  }
  return { light, silent, atStart, atEnd, endFrom, last };
}

interface GatewayDay {
  gatewayId: string;
  entries: Entry[];
  /** None of its devices reported for hours while most of the others did. */
  isSilent: boolean;
  sinceMs: number;
}

/** 1 at the slots at which at least half of the devices other than `own` reported. `reporting`: number of devices by slot. */
function othersReporting(
  view: DayView,
  reporting: Uint16Array,
  own: readonly (readonly Entry[])[],
  deviceCount: number,
): Uint8Array {
  const others = new Uint8Array(view.slots);
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    const ownCount = own.filter((entries) => hasReadingAt(entries, slot)).length;
    const count = reporting[slot]! - ownCount;
    others[slot] = count > 0 && count * 2 >= deviceCount - own.length ? 1 : 0;
  }
  return others;
}

/** Gateways with several devices, on a plant that has other devices too. */
function gatewayDays(
  view: DayView,
  byDevice: ReadonlyMap<string, readonly Entry[]>,
  reporting: Uint16Array,
): GatewayDay[] {
  const { startMs, slotMs } = view.input;
  const ofGateway = groupBy([...byDevice.values()], ([first]) => first!.module.model.gatewayId ?? '');
  return [...ofGateway].flatMap(([gatewayId, devices]) => {
    if (gatewayId === '' || devices.length < 2 || devices.length === byDevice.size) return [];
    const others = othersReporting(view, reporting, devices, byDevice.size);
    const entries = devices.flat();
    const { light, silent, endFrom, last } = silenceOf(view, entries, others);
    if (light * view.hours < DEVICE_HOURS) return [];
    return [
      {
        gatewayId,
        entries,
        isSilent: silent * view.hours >= DEVICE_HOURS && silent >= 0.3 * light,
        sinceMs: startMs + (last >= 0 && endFrom >= 0 ? endFrom : 0) * slotMs,
      },
    ];
  });
}

/**
 * Observations of missing readings. `notes` carries the silence at the end of the day before. `missing`: devices that are
 * reported as not communicating; their silence goes on under snow as well.
 */
export function communicationDay(
  view: DayView,
  entries: readonly Entry[],
  notes: Record<string, number>,
  mayLie: boolean,
  missing: ReadonlySet<string | null> = new Set(),
): Observation[] {
  const all = silenceOf(view, entries, null);
  const before = notes.silentSlots ?? 0;
  const isFollowing = notes.silentDay === view.day - 1;
  const common = {
    cause: 'communication' as const,
    scope: 'plant' as const,
    subjectId: null,
    moduleIds: entries.map(({ module }) => module.model.id),
  };
  const result: Observation[] = [];
  const { input, hours } = view;
  const isWhole = all.light > 0 && all.last < 0;
  const joined = (isFollowing ? before : 0) + all.atStart;
  const wasSilent =
    all.last >= 0 && joined >= PLANT_SHARE * all.light && joined < LONGEST_GAP * all.light && all.light > 0;
  const hasUsualGaps = gapsAreUsual(view, entries, { notes, wasSilent });
  // A day without readings that ends in the next morning is a gap.
  const isStillSilent = isFollowing && all.atStart >= MORNING_SHARE * all.light;
  if (!mayLie && all.light > 0) {
    const isPresent =
      notes.hasReported === 1 && joined >= PLANT_SHARE * all.light && (isWhole || isStillSilent);
    const since = isFollowing ? (notes.silentSinceMs ?? input.startMs) : input.startMs;
    // Readings that ended in good light did not end because of it. A whole day's light without them needs no other day.
    const isSudden = notes.dimEnd === 0 && joined >= all.light && joined < 2 * all.light;
    const weight = hasUsualGaps ? USUAL_WEIGHT : isSudden ? ENOUGH : 1;
    if (isPresent) result.push({ ...common, isPresent, sinceMs: since, probability: 0.9, weight });
    else if (all.last >= 0)
      result.push({ ...common, isPresent, sinceMs: input.startMs + all.atStart * input.slotMs });
  }
  if (all.last >= 0) notes.hasReported = 1;
  if (all.atEnd > 0) {
    const isNew = !(isWhole && isFollowing);
    notes.silentSlots = isNew ? all.atEnd : before + all.atEnd;
    if (isNew) notes.silentSinceMs = input.startMs + all.endFrom * input.slotMs;
    notes.silentDay = view.day;
  }
  if (all.last < 0) return result;

  const byDevice = groupBy(entries, ({ module }) => module.model.deviceId);
  if (byDevice.size < 2) return result;
  const reporting = new Uint16Array(view.slots);
  for (const [, own] of byDevice)
    for (let slot = view.firstLight; slot < view.lastLight; slot++)
      if (hasReadingAt(own, slot)) reporting[slot] = reporting[slot]! + 1;
  const silentGateways = new Set<string>();
  for (const one of gatewayDays(view, byDevice, reporting)) {
    const hasReported = one.entries.some(
      ({ module: { model, track } }) => track.lastDay !== null || notes[`heard:${model.deviceId}`] === 1,
    );
    const base = {
      cause: 'communication' as const,
      scope: 'device' as const,
      subjectId: one.gatewayId,
      moduleIds: one.entries.map(({ module }) => module.model.id),
    };
    if (one.isSilent && hasReported && !mayLie) {
      silentGateways.add(one.gatewayId);
      // No loss: its devices produce, and their counters show how much once it is back.
      result.push({ ...base, isPresent: true, sinceMs: one.sinceMs, probability: 0.9 });
    } else if (!one.isSilent) result.push({ ...base, isPresent: false });
  }
  for (const [deviceId, own] of byDevice) {
    // The gateway explains it.
    if (silentGateways.has(own[0]!.module.model.gatewayId ?? '')) continue;
    const others = othersReporting(view, reporting, [own], byDevice.size);
    const { light, silent, endFrom, last } = silenceOf(view, own, others);
    if (light * hours < DEVICE_HOURS) continue;
    const reported = own.some(({ module }) => module.track.lastDay !== null && module.baseline.days > 0);
    const isLong = silent * hours >= DEVICE_HOURS && silent >= 0.3 * light;
    const isKnown = reported || notes[`heard:${deviceId}`] === 1;
    const isHidden = isCovered(view, deviceId, own, { isLong, notes });
    const base = {
      cause: 'communication' as const,
      scope: 'device' as const,
      subjectId: deviceId,
      moduleIds: own.map(({ module }) => module.model.id),
      ...unreportedOf(own),
    };
    const isStillMissing = last < 0 && missing.has(deviceId);
    if (isLong && isKnown && ((!mayLie && !isHidden) || isStillMissing))
      result.push({
        ...base,
        isPresent: true,
        probability: 0.85,
        sinceMs: input.startMs + (last >= 0 && endFrom >= 0 ? endFrom : 0) * input.slotMs,
      });
    else if (!isLong) result.push({ ...base, isPresent: false });
    if (last >= 0) notes[`heard:${deviceId}`] = 1;
  }
  return result;
}
