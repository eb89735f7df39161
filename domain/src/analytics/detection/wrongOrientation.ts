// Arrays whose power over clear days contradicts the entered orientation.
import { estimateOrientation, misfitOf, type OrientationEstimate } from '../quality/orientation.ts';
import type { Condition, Observation } from './conditions.ts';
import { powerDay, type StoredCurve } from './curves.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { isUneven } from './slopes.ts';
import { groupBy } from './stats.ts';

/** Days of curves from which the orientation is checked. */
const ORIENTATION_DAYS = 24;
/** Days until the next look, which is cheap, and after an estimate, which is not: by its outcome, and while reported. */
const NEXT_DAYS = { none: 8, suits: 8, poor: 8, agrees: 90, differs: 7, open: 60 } as const;
/** Angle between entered and estimated array, difference of the azimuths, and its error: degrees. */
const LEAST_ANGLE = 11;
const LEAST_TURN = 28;
const ERRORS = 3;
/** Largest error of the azimuth, degrees: nearly level arrays have no clear direction. */
const MOST_TURN_ERROR = 8;
/** Error of the azimuth up to which a direction far from the entry contradicts it, the errors it is away, and how much worse. */
const FAR_TURN_ERROR = 11;
const FAR_ERRORS = 6;
const FAR_WORSE = 4;
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

/** Whether an estimate contradicts the entered orientation; null if it is too uncertain to tell. */
export function contradicts(
  estimate: OrientationEstimate,
  entered: { readonly tiltDeg: number; readonly azimuthDeg: number },
): boolean | null {
  const { tiltDeg, azimuthDeg, azimuthErrorDeg, residual, enteredResidual } = estimate;
  if (estimate.sunnyShare < LEAST_SUNNY) return null;
  if (Math.abs(tiltDeg - entered.tiltDeg) > MOST_TILT_APART) return null;
  const apart = turnBetween(azimuthDeg, entered.azimuthDeg);
  const isFar = apart > FAR_ERRORS * azimuthErrorDeg && enteredResidual >= FAR_WORSE * residual;
  if (azimuthErrorDeg > (isFar ? FAR_TURN_ERROR : MOST_TURN_ERROR)) return null;
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
