// Power curves of arrays over the newest days, in steps of 15 minutes: what clock and orientation are estimated from.

import { coarseDay, type PowerDay } from '../quality/clearDays.ts';
import { estimateClock } from '../quality/clock.ts';
import { clockDays } from '../quality/dayEnds.ts';
import { type Condition, isOpen, type Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { packBytes, unpackBytes } from './pack.ts';
import { groupBy, medianOf, sortFirst } from './stats.ts';

/** A stored day of an array. Plain JSON. */
export interface StoredCurve {
  readonly day: number;
  readonly startMs: number;
  readonly slotMs: number;
  readonly power: string;
}

/** Days that are kept. */
const CURVE_DAYS = 40;
/** Share of the members below the one that stands for the array. */
const UPPER = 0.75;

function upperOfFirst(values: Float64Array, count: number): number {
  sortFirst(values, count);
  return values[Math.ceil(UPPER * (count - 1))]!;
}

/** Bytes per W per W of rating; 255 is unknown. */
const STEPS = 200;

/** Power in W per W of rating below which devices without own supply go to standby. */
const STANDBY = 0.03;

/** Fills the slots before the first and after the last reading with 0 where the power was low: the devices are in standby in the dark. */
function endInTheDark(powerW: Float64Array): void {
  const isKnown = (value: number) => value > 0;
  const [first, last] = [powerW.findIndex(isKnown), powerW.findLastIndex(isKnown)];
  if (powerW[first]! < STANDBY) powerW.fill(0, 0, first);
  if (powerW[last]! < STANDBY) powerW.fill(0, last + 1);
}

/**
 * Power of the upper members of each array over the day, added to the stored days: an obstacle that shades half of an array
 * changes the median over the day, but shade only lowers the power.
 */
export function keepCurves(
  view: DayView,
  entries: readonly Entry[],
  curves: Map<string, StoredCurve[]>,
): void {
  const byArray = groupBy(entries, ({ module }) => module.model.arrayId ?? '');
  for (const id of curves.keys()) if (!byArray.has(id)) curves.delete(id);
  for (const [id, own] of byArray) {
    const powerW = new Float64Array(view.slots).fill(Number.NaN);
    const values = new Float64Array(own.length);
    let known = 0;
    for (let slot = 0; slot < view.slots; slot++) {
      let count = 0;
      for (const { module } of own)
        if (!Number.isNaN(module.power[slot]!)) values[count++] = module.power[slot]!;
      // Devices without own supply are silent at night.
      const isNight = slot < view.firstLight || slot >= view.lastLight;
      powerW[slot] = count > 0 ? upperOfFirst(values, count) : isNight ? 0 : Number.NaN;
      if (count > 0 && powerW[slot]! > 0) known++;
    }
    if (known * view.hours < 2) continue;
    endInTheDark(powerW);
    const coarse = coarseDay({ startMs: view.input.startMs, slotMs: view.input.slotMs, powerW });
    const bytes = Uint8Array.from(coarse.powerW, (value) =>
      Number.isNaN(value) ? 255 : Math.min(254, Math.round(value * STEPS)),
    );
    const stored = { day: view.day, startMs: coarse.startMs, slotMs: coarse.slotMs, power: packBytes(bytes) };
    const days = [...(curves.get(id) ?? []), stored].slice(-CURVE_DAYS);
    curves.set(id, days);
  }
}

/** A stored day as power in W per W of rating. */
export const powerDay = ({ startMs, slotMs, power }: StoredCurve): PowerDay => ({
  startMs,
  slotMs,
  powerW: Float64Array.from(unpackBytes(power), (value) => (value === 255 ? Number.NaN : value / STEPS)),
});

/** Stored curves of an unknown state. */
export function curvesOf(stored: unknown): Map<string, StoredCurve[]> {
  const curves = new Map<string, StoredCurve[]>();
  if (typeof stored !== 'object' || stored === null) return curves;
  for (const [id, days] of Object.entries(stored))
    if (Array.isArray(days))
      curves.set(
        id,
        days.filter(
          (one) => typeof one?.power === 'string' && Number.isFinite(one.startMs) && one.slotMs > 0,
        ),
      );
  return curves;
}

/** Days needed, and days between two estimates. */
const CLOCK_DAYS = 14;
const CLOCK_EVERY = 3;
/** Smallest change of a clock that is reported, minutes, and one that a single array shows well enough. */
const LEAST_MIN = 15;
const LARGE_MIN = 30;
/** Share of a small change that an estimate stands for: weather of a week moves both ends of the day by as much. */
const SMALL_WEIGHT = 0.5;
/** Days by which two arrays may differ in the day of the change. */
const APART_DAYS = 4;

/** Newest days whose beginning and end of production must be known, and the share of them that must. */
const END_DAYS = 12;
const KNOWN_ENDS = 0.6;

/** Whether the beginning and the end of production are known: devices may be in standby while an array still faces the sun. */
function hasEnds(days: readonly StoredCurve[], longitude: number): boolean {
  const newest = clockDays(days.slice(-END_DAYS).map(powerDay), longitude);
  const known = newest.filter(({ firstMin, lastMin }) => Number.isFinite(firstMin + lastMin));
  return known.length >= KNOWN_ENDS * newest.length;
}

/** Newest days whose ends are compared with those before, and the move of their middle from which the clock may have changed. */
const MOVED_DAYS = 4;
const MOVED_MIN = 25;

/** Whether the newest days begin and end at other times than those before: a quick look at whether the clock has changed. */
function hasMoved(days: readonly StoredCurve[], longitude: number): boolean {
  const middles = clockDays(days.slice(-END_DAYS - MOVED_DAYS).map(powerDay), longitude).map(
    ({ firstMin, lastMin }) => (firstMin + lastMin) / 2,
  );
  const [before, after] = [middles.slice(0, -MOVED_DAYS), middles.slice(-MOVED_DAYS)];
  return Math.abs(medianOf(after) - medianOf(before)) >= MOVED_MIN;
}

/** Changes of the clock of the whole plant, from its largest array with known ends of production, as far as the next one does not contradict it. */
export function clockDay(
  view: DayView,
  curves: ReadonlyMap<string, readonly StoredCurve[]>,
  entries: readonly Entry[],
  open: Condition | undefined,
): Observation[] {
  if (entries.length === 0) return [];
  const byArray = [...groupBy(entries, ({ module }) => module.model.arrayId ?? '')].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const changesOf = (days: readonly StoredCurve[]) => estimateClock(days.map(powerDay), view.plant).changes;
  const known = byArray.map(([id]) => curves.get(id) ?? []).filter((days) => days.length >= CLOCK_DAYS);
  const { longitude } = view.plant;
  if (view.day % CLOCK_EVERY !== 0 && !known.some((days) => hasMoved(days, longitude))) return [];
  const [stored, second] = known.filter((days) => hasEnds(days, longitude));
  if (stored === undefined) return [];
  const changes = changesOf(stored);
  const common = {
    cause: 'clock' as const,
    scope: 'plant' as const,
    subjectId: null,
    moduleIds: entries.map(({ module }) => module.model.id),
  };
  const newest = changes.at(-1);
  // Swapped modules, or a failure, move the hours of one array. The clock is that of all.
  const isShared = () => {
    const [day, sign] = [stored[newest!.index]!.day, Math.sign(newest!.minutes)];
    return (
      second === undefined ||
      changesOf(second).some(
        ({ index, minutes }) =>
          Math.sign(minutes) === sign && Math.abs(second[index]!.day - day) <= APART_DAYS,
      )
    );
  };
  const isPending = open !== undefined && !isOpen(open);
  if (newest === undefined || (!(open && isOpen(open)) && !isShared()))
    return isPending ? [{ ...common, isPresent: false }] : [];
  const since = stored[newest.index]!;
  const late = changes.reduce((sum, { minutes }) => sum + minutes, 0);
  if (open && isOpen(open)) {
    // The change back ends it.
    const isBack = since.day > open.sinceDay + 3 && Math.abs(late) < LEAST_MIN;
    return isBack ? [{ ...common, isPresent: false, sinceMs: since.startMs }] : [];
  }
  const isSmall = Math.abs(late) < LARGE_MIN;
  return [
    {
      ...common,
      isPresent: Math.abs(late) >= LEAST_MIN && !(isSmall && second === undefined),
      sinceMs: since.startMs,
      weight: isSmall ? SMALL_WEIGHT : 1,
      probability: 0.85,
      lostWh: 0,
      evidence: [{ name: 'minutesLate', value: late, unit: 'min' }],
    },
  ];
}
