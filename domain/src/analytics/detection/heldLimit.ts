// An unreported limit that a plateau has shown: what it takes on days on which clouds leave no plateau, and on its first day.
import { courseOf, freeShare, offeredW, type Presence } from './course.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';

/** Days for which a level is remembered, and for which a first day with a plateau waits for another one. */
const DAYS = 14;
const FIRST_DAYS = 10;
/** Width of the band around the level, ratio, and the shortest stay in it, hours: power under clouds only crosses it. */
const BAND = 0.02;
const STAY_HOURS = 0.25;
/** Least time at the level, hours, and share of the devices that must reach it. */
const LEAST_HOURS = 0.5;
const DEVICES = 0.3;
/** Power beyond the level by this ratio for this share of the time in between: the limit does not hold. */
const BEYOND = 1.05;
const MOST_BEYOND = 0.1;
/** Share of what was offered that must be missing. */
const LEAST_LOSS = 0.06;

/** Remembers the level of a plateau (ratio to the rating of the devices where it is known), and adds the first day to the second. */
export function keepLimit(
  view: DayView,
  notes: Record<string, number>,
  loss: Presence,
  { level, isRepeated }: { level: number; isRepeated: boolean },
): void {
  if (isRepeated) [notes.heldLevel, notes.heldDay] = [level, view.day];
  else
    [notes.firstLimitWh, notes.firstLimitMs, notes.firstLimitDay] = [loss.lostWh!, loss.sinceMs!, view.day];
}

/** The loss of a day with that of the first day with the same plateau, which is counted once. */
export function withFirstDay(view: DayView, notes: Record<string, number>, loss: Presence): Presence {
  const { firstLimitWh, firstLimitMs, firstLimitDay } = notes;
  if (firstLimitDay === undefined) return loss;
  for (const name of ['firstLimitWh', 'firstLimitMs', 'firstLimitDay']) delete notes[name];
  return view.day - firstLimitDay > FIRST_DAYS
    ? loss
    : { ...loss, earlierWh: firstLimitWh!, sinceMs: firstLimitMs! };
}

/** Slots in which a device stays at a level; null if its power exceeds the level in between. */
function slotsAt(view: DayView, power: Float64Array, level: number): number[] | null {
  const found: number[] = [];
  let run: number[] = [];
  const close = () => {
    if (run.length * view.hours >= STAY_HOURS) found.push(...run);
    run = [];
  };
  for (let slot = view.firstLight; slot < view.lastLight; slot++)
    if (Math.abs(power[slot]! / level - 1) <= BAND) run.push(slot);
    else close();
  close();
  if (found.length * view.hours < LEAST_HOURS) return [];
  const [first, last] = [found[0]!, found.at(-1)!];
  const beyond = power.subarray(first, last + 1).filter((value) => value > BEYOND * level).length;
  return beyond > MOST_BEYOND * (last - first + 1) ? null : found;
}

/** What a remembered limit takes on a day without a plateau; null if nothing shows it. It opens no finding. */
export function heldLimit(
  view: DayView,
  devices: readonly (readonly Entry[])[],
  { heldLevel, heldDay }: Record<string, number>,
  usual: number,
): Presence | null {
  if (heldLevel === undefined || view.day - heldDay! > DAYS) return null;
  let [lostWh, limitedWh, offeredWh, count, first] = [0, 0, 0, 0, view.slots];
  for (const own of devices) {
    const { cap } = own[0]!.module;
    const level = heldLevel * (Number.isFinite(cap) ? cap : 1);
    const { power, sky, ratedW } = courseOf(view, own);
    const slots = slotsAt(view, power, level);
    if (slots === null) return null;
    if (slots.length === 0) continue;
    count++;
    first = Math.min(first, slots[0]!);
    const limited = new Set(slots);
    const outside = Array.from(power, (value, slot) =>
      sky[slot]! > 0.1 && !limited.has(slot) ? value / sky[slot]! : Number.NaN,
    );
    const share = freeShare(outside, usual);
    for (const slot of slots) {
      const offered = offeredW(own, slot, share) * view.hours;
      const given = power[slot]! * ratedW * view.hours;
      lostWh += Math.max(0, offered - given);
      limitedWh += given;
      offeredWh += offered;
    }
  }
  if (count < DEVICES * devices.length || !(lostWh > LEAST_LOSS * offeredWh)) return null;
  return {
    lostWh,
    limitedWh,
    isFault: true,
    weight: 0,
    sinceMs: view.input.startMs + first * view.input.slotMs,
    evidence: [{ name: 'powerRatio', value: heldLevel, unit: 'ratio' }],
  };
}
