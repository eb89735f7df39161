// Readings that are missing for another reason than the connection: snow that leaves a device without power, and gaps that
// are usual on a plant.
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { mayBeSnow } from './snow.ts';

/**
 * Clear-sky power in W per W from which a device must report. Arrays that face away from a low sun never reach it: for
 * devices among others that report, half of the day's highest value counts, down to what a microinverter starts with.
 */
export const LIGHT = 0.12;
export const LEAST_LIGHT = 0.04;
/**
 * Power in W per W of the other modules of an array from which a device must report, whatever the clear sky: it feeds a
 * microinverter with some reserve. Arrays that face away from the sun give it on cloudy days only.
 */
export const WORKING = 0.025;

/** Whether one of the modules has a reading at a slot. */
export const hasReadingAt = (entries: readonly Pick<Entry, 'module'>[], slot: number): boolean =>
  entries.some(({ module }) => !Number.isNaN(module.power[slot]!));

/**
 * Whether the readings of a device stay below the power that a microinverter starts with although its peers give more; null
 * if none of them does.
 */
function isPowerless(view: DayView, entries: readonly Entry[]): boolean | null {
  let [own, peers] = [-1, 0];
  for (const { module, reference } of entries)
    for (let slot = view.firstLight; slot < view.lastLight; slot++) {
      if (module.power[slot]! > own) own = module.power[slot]!;
      if (reference.power[slot]! > peers) peers = reference.power[slot]!;
    }
  return own < 0 || peers < 2 * LEAST_LIGHT ? null : own < LEAST_LIGHT;
}

/**
 * Whether snow explains that a device does not report: it is cold, the devices do not report at night either, so their
 * modules feed them, and the last readings show no power. `notes` keep that until the device reports as usual.
 */
export function isCovered(
  view: DayView,
  deviceId: string,
  entries: readonly Entry[],
  { isLong, notes }: { isLong: boolean; notes: Record<string, number> },
): boolean {
  const note = `powerless:${deviceId}`;
  const now = isPowerless(view, entries);
  if (now === true) notes[note] = view.day;
  else if (now === false && !isLong) delete notes[note];
  const hasSupply = notes.nightDay !== undefined && notes.nightDay >= view.day - SUPPLY_DAYS;
  return !hasSupply && notes[note] !== undefined && mayBeSnow(view, notes);
}

/** Days for which readings at night show that the devices have a supply of their own. */
const SUPPLY_DAYS = 7;

/** Hours of light without any reading that make a gap, by how much the memory of it fades a day, and gaps that are usual. */
const GAP_HOURS = 2;
const FADING = 0.97;
const USUAL_GAPS = 2;
/** Evidence of a day without readings on a plant that often has gaps: four days in a row make a finding. */
export const USUAL_WEIGHT = 0.5;
/** Most days' light in a single gap: longer ones are interruptions. */
export const LONGEST_GAP = 4;

/** Whether the plant has a gap of hours between two readings of the day. */
function hasGap(view: DayView, entries: readonly Entry[]): boolean {
  let missing = Number.NaN;
  for (let slot = view.firstLight; slot < view.lastLight; slot++) {
    if (!hasReadingAt(entries, slot)) {
      if (entries.some(({ module }) => module.clear.dcPerRatedW[slot]! > LIGHT)) missing++;
      continue;
    }
    if (missing * view.hours >= GAP_HOURS) return true;
    missing = 0;
  }
  return false;
}

/**
 * Remembers gaps between readings, whether within the day or a day long before its first reading (`wasSilent`). Returns
 * whether they are usual on the plant: where the hours around noon are missing on many days, all light of a winter's day is.
 */
export function gapsAreUsual(
  view: DayView,
  entries: readonly Entry[],
  { notes, wasSilent }: { notes: Record<string, number>; wasSilent: boolean },
): boolean {
  const faded = (notes.gaps ?? 0) * FADING ** Math.max(0, view.day - (notes.gapsDay ?? view.day));
  const gaps = faded + (wasSilent || hasGap(view, entries) ? 1 : 0);
  Object.assign(notes, { gaps, gapsDay: view.day });
  return gaps >= USUAL_GAPS;
}
