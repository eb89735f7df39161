// Power curves of arrays over the newest days, in steps of 15 minutes: what clock and orientation are estimated from.

import { coarseDay, type PowerDay } from '../quality/clearDays.ts';
import { estimateClock } from '../quality/clock.ts';
import { estimateOrientation, misfitOf, type OrientationEstimate } from '../quality/orientation.ts';
import { type Condition, isOpen, type Observation } from './conditions.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { packBytes, unpackBytes } from './pack.ts';
import { turnOf } from './slopes.ts';
import { groupBy, quantileOf, sortFirst } from './stats.ts';

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
    const coarse = coarseDay({ startMs: view.input.startMs, slotMs: view.input.slotMs, powerW });
    const bytes = Uint8Array.from(coarse.powerW, (value) =>
      Number.isNaN(value) ? 255 : Math.min(254, Math.round(value * STEPS)),
    );
    const stored = { day: view.day, startMs: coarse.startMs, slotMs: coarse.slotMs, power: packBytes(bytes) };
    const days = [...(curves.get(id) ?? []), stored].slice(-CURVE_DAYS);
    curves.set(id, days);
  }
}

const powerDay = ({ startMs, slotMs, power }: StoredCurve): PowerDay => ({
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
/** Smallest change of a clock that is reported, minutes. */
const LEAST_MIN = 30;
/** Days by which two arrays may differ in the day of the change. */
const APART_DAYS = 4;

/** Changes of the clock of the whole plant, from its largest array, as far as the next one does not contradict it. */
export function clockDay(
  view: DayView,
  curves: ReadonlyMap<string, readonly StoredCurve[]>,
  entries: readonly Entry[],
  open: Condition | undefined,
): Observation[] {
  if (view.day % CLOCK_EVERY !== 0 || entries.length === 0) return [];
  const byArray = [...groupBy(entries, ({ module }) => module.model.arrayId ?? '')].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const storedOf = ([id]: (typeof byArray)[number]) => curves.get(id) ?? [];
  const changesOf = (days: readonly StoredCurve[]) => estimateClock(days.map(powerDay), view.plant).changes;
  const stored = storedOf(byArray[0]!);
  if (stored.length < CLOCK_DAYS) return [];
  const changes = changesOf(stored);
  const common = {
    cause: 'clock' as const,
    scope: 'plant' as const,
    subjectId: null,
    moduleIds: entries.map(({ module }) => module.model.id),
  };
  const newest = changes.at(-1);
  // Swapped modules, or a failure, move the hours of one array. The clock is that of all.
  const second = byArray
    .slice(1)
    .map(storedOf)
    .find(({ length }) => length >= CLOCK_DAYS);
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
  return [
    {
      ...common,
      isPresent: Math.abs(late) >= LEAST_MIN,
      sinceMs: since.startMs,
      probability: 0.85,
      lostWh: 0,
      evidence: [{ name: 'minutesLate', value: late, unit: 'min' }],
    },
  ];
}

const ORIENTATION_DAYS = 24;
/** Days until the next look, which is cheap, and after an estimate, which is not: by its outcome, and while reported. */
const NEXT_DAYS = { none: 8, suits: 8, poor: 8, agrees: 90, differs: 7, open: 60 } as const;
/** Angle between entered and estimated array, difference of the azimuths, and its error: degrees. */
const LEAST_ANGLE = 11;
const LEAST_TURN = 28;
const ERRORS = 3;
/** Largest error of the azimuth, degrees: nearly level arrays have no clear direction. */
const MOST_TURN_ERROR = 8;
/** A tilt that also differs much indicates a poor fit. */
const MOST_TILT_APART = 9;
/** Larger residuals are shade or clouds: of an estimate that confirms the entry, and of one that contradicts it. */
const MOST_RESIDUAL = 0.011;
const MOST_RESIDUAL_APART = 0.036;
/**
 * Residual of the entered orientation over that of the estimate from which the entry is wrong. Shade, haze and clouds suit
 * no orientation, so they leave both residuals about alike. The quick look uses the entered tilt and coarse steps.
 */
const WORSE = 2.5;
const LOOKS_WORSE = 1.5;
/**
 * Least share of the samples with the sun in front of an estimated array. Diffuse light has no direction: an array that
 * hardly sees the winter sun fits any direction without sun, such as north.
 */
const LEAST_SUNNY = 0.2;
/**
 * Distance of the modules of one array in what they give in the morning compared with the afternoon (logarithm), between the
 * quantiles on both sides: shade on single modules is no other direction.
 */
const UNEVEN = 0.12;
const EACH_SIDE = 0.2;

const RAD = Math.PI / 180;

function angleBetween(a: { tiltDeg: number; azimuthDeg: number }, b: typeof a): number {
  const cos =
    Math.cos(a.tiltDeg * RAD) * Math.cos(b.tiltDeg * RAD) +
    Math.sin(a.tiltDeg * RAD) * Math.sin(b.tiltDeg * RAD) * Math.cos((a.azimuthDeg - b.azimuthDeg) * RAD);
  return Math.acos(Math.min(1, Math.max(-1, cos))) / RAD;
}

/** Degrees by which an estimate may come closer to the entered azimuth from one time to the next. */
const MOST_DRIFT_DEG = 4;

/**
 * Whether an estimate moves towards the entered azimuth, by its distance from it now and before, degrees. A turned array
 * stays turned; with more clear days, an estimate that a hazy side of the sky has moved comes back.
 */
export const isOnItsWay = (apart: number, before: number | undefined): boolean =>
  before !== undefined && apart < before - MOST_DRIFT_DEG;

/** Difference of two azimuths, degrees. */
const turnBetween = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/** Whether the modules of an array face different directions, as two slopes entered as one array do. */
export function isUneven(own: readonly Entry[]): boolean {
  const turns = own.map(({ module }) => turnOf(module.baseline));
  return quantileOf(turns, 1 - EACH_SIDE) - quantileOf(turns, EACH_SIDE) > UNEVEN;
}

/** Whether an estimate contradicts the entered orientation; null if it is too uncertain to tell. */
export function contradicts(
  estimate: OrientationEstimate,
  entered: { readonly tiltDeg: number; readonly azimuthDeg: number },
): boolean | null {
  const { tiltDeg, azimuthDeg, azimuthErrorDeg, residual, enteredResidual } = estimate;
  if (estimate.sunnyShare < LEAST_SUNNY) return null;
  if (Math.abs(tiltDeg - entered.tiltDeg) > MOST_TILT_APART || azimuthErrorDeg > MOST_TURN_ERROR) return null;
  const apart = turnBetween(azimuthDeg, entered.azimuthDeg);
  const isApart =
    angleBetween(estimate, entered) > LEAST_ANGLE && apart > LEAST_TURN && apart > ERRORS * azimuthErrorDeg;
  if (!isApart) return residual > MOST_RESIDUAL ? null : false;
  return residual <= MOST_RESIDUAL_APART && enteredResidual >= WORSE * residual ? true : null;
}

const implausibleNote = (arrayId: string) => `plane:${arrayId}:implausible`;

/** What is noted of the entered orientation: another one suits the clear days better, or an estimate contradicts it. */
const IMPLAUSIBLE = { looksWorse: 1, contradicted: 2 } as const;

/** Whether another orientation suits the clear days of an array better: the season may then change its power as dust would. */
export const isOrientationImplausible = (notes: Readonly<Record<string, number>>, arrayId: string): boolean =>
  (notes[implausibleNote(arrayId)] ?? 0) >= IMPLAUSIBLE.looksWorse;

/** Whether an estimate contradicts the entered orientation of an array: its light is not known. */
export const isOrientationContradicted = (
  notes: Readonly<Record<string, number>>,
  arrayId: string,
): boolean => notes[implausibleNote(arrayId)] === IMPLAUSIBLE.contradicted;

/** Arrays whose power over clear days contradicts the entered orientation. */
export function orientationDay(
  view: DayView,
  curves: ReadonlyMap<string, readonly StoredCurve[]>,
  entries: readonly Entry[],
  notes: Record<string, number>,
  known: readonly Condition[],
): Observation[] {
  const result: Observation[] = [];
  const byArray = groupBy(entries, ({ module }) => module.model.arrayId ?? '');
  for (const array of view.plant.arrays) {
    const note = `plane:${array.id}`;
    if (view.day < (notes[note] ?? 0)) continue;
    const stored = curves.get(array.id) ?? [];
    const own = byArray.get(array.id) ?? [];
    const { tiltDeg, azimuthDeg } = array;
    if (stored.length < ORIENTATION_DAYS || own.length < 2 || tiltDeg === null || azimuthDeg === null)
      continue;
    notes[note] = view.day + NEXT_DAYS.none;
    if (isUneven(own) || own.some(({ reference }) => reference.group.isSlope)) continue;
    const days = stored.map(powerDay);
    const entered = { tiltDeg, azimuthDeg };
    const isReported = known.some((one) => one.subjectId === array.id);
    notes[note] = view.day + NEXT_DAYS.suits;
    const misfit = isReported ? Number.POSITIVE_INFINITY : misfitOf(days, view.plant, entered, LEAST_TURN);
    if (!isReported) notes[implausibleNote(array.id)] = misfit > LOOKS_WORSE ? IMPLAUSIBLE.looksWorse : 0;
    if (!(misfit > LOOKS_WORSE)) continue;
    const estimate = estimateOrientation(days, view.plant, entered);
    if (estimate === null) continue;
    notes[note] = view.day + NEXT_DAYS.poor;
    const isPresent = contradicts(estimate, entered);
    if (isPresent === null) continue;
    notes[implausibleNote(array.id)] = isPresent ? IMPLAUSIBLE.contradicted : 0;
    const apart = turnBetween(estimate.azimuthDeg, azimuthDeg);
    const isDrifting = isPresent && isOnItsWay(apart, notes[`${note}:apart`]);
    notes[`${note}:apart`] = apart;
    const next = isReported && !isDrifting ? NEXT_DAYS.open : NEXT_DAYS.differs;
    notes[note] = view.day + (isPresent ? next : NEXT_DAYS.agrees);
    if (isDrifting) continue;
    const common = {
      cause: 'wrongOrientation' as const,
      scope: 'array' as const,
      subjectId: array.id,
      moduleIds: own.map(({ module }) => module.model.id),
    };
    result.push({
      ...common,
      isPresent,
      probability: 0.85,
      lostWh: 0,
      sinceMs: stored[0]!.startMs,
      evidence: [
        { name: 'azimuth', value: Math.round(estimate.azimuthDeg), unit: 'deg' },
        { name: 'tilt', value: Math.round(estimate.tiltDeg), unit: 'deg' },
      ],
    });
  }
  return result;
}
