// Modules that lose all power at the same time have a common cause, such as snow that falls by day.
import type { Candidate } from './candidate.ts';
import { isLongDark } from './coldFailure.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';

/** Devices without power for a part of a day that have a common cause, and whole days without power that prove failures. */
const COMMON_DEVICES = 3;
const COMMON_DARK_DAYS = 1;

/** Power in relation to the light of the candidate below which another module is dark too, ratio. */
const DARK = 0.05;
/** Share of the known slots in which it must be dark, and the least number of them. */
const MOSTLY = 0.5;
const LEAST_SLOTS = 3;

/** Whether a module gives nothing in the light that a candidate misses. Its own array may face less light. */
function isDarkWith(
  { input }: DayView,
  { module }: Entry,
  { entry, sinceMs, detectedMs }: Candidate,
): boolean {
  let [dark, known] = [0, 0];
  const to = Math.min(input.slots, (detectedMs - input.startMs) / input.slotMs);
  for (let slot = Math.max(0, Math.floor((sinceMs - input.startMs) / input.slotMs)); slot < to; slot++) {
    const [own, light] = [module.power[slot]!, entry.reference.power[slot]!];
    if (Number.isNaN(own) || Number.isNaN(light)) continue;
    known++;
    if (own < DARK * light) dark++;
  }
  return known >= LEAST_SLOTS && dark > MOSTLY * known;
}

/**
 * Drops candidates without power for a part of a day if three devices or more are dark together: devices do not fail
 * together. On cold days devices of other arrays count as well, whose light is too weak for candidates of their own. A
 * branch that tripped stays dark the next day.
 */
export function withoutCommon(
  view: DayView,
  entries: readonly Entry[],
  candidates: readonly Candidate[],
  isCold: boolean,
): readonly Candidate[] {
  const isBrief = ({ kind, entry }: Candidate) => kind === 'zero' && !isLongDark(entry, COMMON_DARK_DAYS);
  const deviceOf = ({ module }: Entry) => module.model.deviceId;
  const dark = candidates.filter(isBrief);
  const devices = new Set(dark.map(({ entry }) => deviceOf(entry)));
  if (isCold && devices.size < COMMON_DEVICES)
    for (const entry of entries)
      if (!devices.has(deviceOf(entry)) && dark.some((one) => isDarkWith(view, entry, one)))
        devices.add(deviceOf(entry));
  return devices.size < COMMON_DEVICES ? candidates : candidates.filter((one) => !isBrief(one));
}
