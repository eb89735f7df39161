// Looks for the beginning of a loss on the modules that have no open finding yet.
import { DAY_MS } from '../../duration.ts';
import type { FindingCause, FindingEvidence } from '../types.ts';
import { addedShade } from './addedShade.ts';
import { type Baseline, baselineBefore, baselineOfRows, baselineRows } from './baseline.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { type Contrast, contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import { type Entry, entryLevels } from './entry.ts';
import { commonLevels, levelAlarm, levelSigma, levelTest } from './level.ts';
import { AFTER_SNOW, isAfterSnow, sunnyDays, tellingDays } from './levelDays.ts';
import { daysShown, isContradicted, isWorthwhile, isWorthwhileSince, lostShare } from './materiality.ts';
import { newShadeProbability, SURE } from './newShade.ts';
import { beginningOf, shadeTest, shadeWindow } from './shade.ts';
import { medianOf } from './stats.ts';
import { dayOfRow, FLAG, flagsAt, narrowAt, SECTORS, sectorLnAt, TRACK_DAYS, type Track } from './track.ts';
import { coursesOf, isSlowDecline } from './trend.ts';

export interface Candidate {
  readonly entry: Entry;
  readonly kind: 'zero' | 'level' | 'shade' | 'lasting';
  readonly cause: FindingCause;
  readonly probability: number;
  readonly sinceMs: number;
  readonly sinceDay: number;
  readonly detectedMs: number;
  readonly window: readonly [number, number] | null;
  /** Negative logarithm. */
  readonly depth: number;
  readonly evidence: FindingEvidence[];
}

/** Start of the local day `days` before the evaluated one, ms UTC, within an hour at changes of the clock. */
export const startOfDay = ({ input, day }: DayView, wanted: number): number =>
  input.startMs - (day - wanted) * DAY_MS;

const rows = new Int32Array(TRACK_DAYS);
/** Good days from which small losses are reported. */
const FEW_DAYS = 9;
/** Days with direct light on which small losses must show: in dull light, modules of different types differ by some percent. */
const SUNNY_DAYS = 2;
/** Standard deviation of a level that is assumed while little is known. */
const GUESS = 0.02;

/** Loss (logarithm) up to which an unknown cause must last, and days that it must: a leaf or a dropping is soon gone. */
const LASTING_DROP = 0.3;
const LASTING_DAYS = 4;

/** Share of the usable light in which a module gave nothing, for a whole day without power. */
const WHOLLY_DARK = 0.97;

/** No power for an hour of good light while the peers work. */
export function zeroCandidate(view: DayView, entry: Entry): Candidate | null {
  const { features } = entry;
  if (entry.reference.strength < 2) return null;
  if (features.zeroFrom < 0) return dimCandidate(view, entry);
  const cause = hasVoltage(entry) ? 'inverterFailure' : 'moduleFailure';
  const { startMs, slotMs } = view.input;
  const isWholeDay = features.dark > WHOLLY_DARK;
  const sinceDay = isWholeDay ? firstDarkDay(entry.module.track) : view.day;
  const sinceMs = isWholeDay ? startOfDay(view, sinceDay) : startMs + features.zeroFrom * slotMs;
  return {
    entry,
    kind: 'zero',
    cause,
    probability: 0.9,
    window: null,
    depth: -3,
    sinceMs,
    sinceDay,
    detectedMs: Math.min(view.endMs, startMs + (features.zeroKnownAt + 1) * slotMs),
    evidence: [
      { name: 'powerRatio', value: 0, unit: 'ratio' },
      {
        name: 'minutesWithoutPower',
        value: Math.round(((features.zeroKnownAt + 1 - features.zeroFrom) * slotMs) / 60_000),
        unit: 'min',
      },
    ],
  };
}

/**
 * First of the days without power that end with the newest one. In dull light, a failure is certain only on a later day,
 * but it began on the first of them.
 */
function firstDarkDay(track: Track): number {
  let first = TRACK_DAYS - 1;
  while (
    first > 0 &&
    narrowAt(track, first - 1, 'dark') >= WHOLLY_DARK &&
    (flagsAt(track, first - 1) & FLAG.snow) === 0
  )
    first--;
  return dayOfRow(track, first);
}

/** Days without power after which a module in dim light is taken for failed, and days with power that must be known before. */
const DARK_DAYS = 3;
const WORKING_DAYS = 5;

/** No power on several days although the light of an array that faces away from the sun is never good. */
function dimCandidate(view: DayView, entry: Entry): Candidate | null {
  const { features } = entry;
  const { track } = entry.module;
  if (!(features.dark > WHOLLY_DARK)) return null;
  let [first, dark, working] = [TRACK_DAYS - 1, 0, 0];
  for (let row = TRACK_DAYS - 1; row >= 0; row--) {
    const share = narrowAt(track, row, 'dark');
    if (Number.isNaN(share)) continue;
    if (share < 0.1) working++;
    else if (working > 0 || share < 0.9) continue;
    else [first, dark] = [row, dark + 1];
  }
  if (dark < DARK_DAYS || working < WORKING_DAYS) return null;
  const sinceDay = dayOfRow(track, first);
  return {
    entry,
    kind: 'zero',
    probability: 0.8,
    window: null,
    depth: -3,
    sinceDay,
    cause: 'moduleFailure',
    sinceMs: startOfDay(view, sinceDay),
    detectedMs: view.endMs,
    evidence: [
      { name: 'powerRatio', value: 0, unit: 'ratio' },
      { name: 'days', value: dark, unit: 'days' },
    ],
  };
}

/** Whether the input has voltage while it gives nothing: then the module is well and the device does not convert. */
function hasVoltage({ module, reference, features }: Entry): boolean {
  if (!module.voltageV) return false;
  const ratios: number[] = [];
  for (let slot = features.zeroFrom; slot <= features.zeroKnownAt; slot++)
    ratios.push(module.voltageV[slot]! / reference.voltageV[slot]!);
  return medianOf(ratios) > 0.6;
}

/**
 * A lasting loss of all power, or of so much of it that shade looks the same at first. Where the modules of a group face
 * different directions (`isUneven`), the season moves them apart by up to a fifth: only a larger loss of all light counts.
 */
export function levelCandidate(view: DayView, entry: Entry, isUneven = false): Candidate | null {
  const { module, weights } = entry;
  const { track, baseline } = module;
  if (!entry.isGood || baseline.days < 5) return null;
  const levels = entryLevels(entry);
  const count = baselineRows(track, 0, view.day - 4, rows);
  const sigma = levelSigma(levels, rows, count, GUESS);
  const alarm = levelAlarm(levels, sigma);
  if (alarm === null) return null;
  const isSmall = alarm.drop > -levelTest.largeDrop;
  if (isSmall && isUneven) return null;
  if (isSmall && (baseline.days < FEW_DAYS || sunnyDays(track, weights, alarm.row) < SUNNY_DAYS)) return null;
  if (alarm.days < AFTER_SNOW && isAfterSnow(track, alarm.row)) return null;
  const found = describeLevel(entry, levels, alarm.row);
  if (found === null || isContradicted(lostShare(track, alarm.row, entry), alarm.drop)) return null;
  if (!isSmall && daysShown(track, alarm.row, entry, alarm.drop) < levelTest.fewDays) return null;
  if (!isSmall && tellingDays(track, weights, levels, alarm) < levelTest.fewDays) return null;
  if (found.cause === 'unknown' && alarm.drop > -LASTING_DROP && alarm.days < LASTING_DAYS) return null;
  if (found.cause === 'newShading' || found.cause === 'growingShading')
    return isUneven ? null : windowCandidate(view, entry, lossWindow(found.contrast.sectors, weights));
  return {
    entry,
    kind: 'level',
    window: null,
    depth: alarm.drop,
    sinceDay: found.sinceDay,
    cause: found.cause,
    probability: found.probability,
    sinceMs: startOfDay(view, found.sinceDay),
    detectedMs: view.endMs,
    evidence: evidenceOf(found.contrast),
  };
}

export interface LevelDescription {
  readonly sinceDay: number;
  readonly cause: FindingCause;
  readonly probability: number;
  readonly contrast: Contrast;
  readonly isSlow: boolean;
}

/** Beginning and cause of a loss whose first row is about `row`; null if too little is known from before. */
export function describeLevel(entry: Entry, levels: Float64Array, row: number): LevelDescription | null {
  const { track } = entry.module;
  const courses = coursesOf(levels);
  const isSlow = courses !== null && isSlowDecline(courses, TRACK_DAYS - 1);
  const first = isSlow ? courses.slope.from : row;
  const sinceDay = dayOfRow(track, first);
  // The beginning is known now: what is normal comes from the days before it.
  const before = baselineRows(track, 0, sinceDay - 1, rows);
  if (before < 4) return null;
  const normal = entry.memory.frozen ?? baselineOfRows(track, rows, before);
  // A slow loss is described by its newest days.
  const contrast = contrastSince(
    track,
    isSlow ? Math.max(first, TRACK_DAYS - 8) : first,
    normal,
    entry.weights,
  );
  const [best] = causesOfLevel(contrast, isSlow);
  return { sinceDay, cause: best!.cause, probability: best!.probability, contrast, isSlow };
}

/** The stretch of sectors with the largest loss of energy; null without one. */
export function lossWindow(losses: Float64Array, weights: Float64Array): readonly [number, number] | null {
  let deepest = 0;
  for (const loss of losses) if (loss > deepest) deepest = loss;
  const least = Math.max(0.05, 0.35 * deepest);
  let best: readonly [number, number] | null = null;
  let most = 0;
  for (let first = 0; first < SECTORS; first++) {
    let last = first;
    let lost = 0;
    // A sector without a value does not end the window.
    for (; last < SECTORS && (losses[last]! >= least || (Number.isNaN(losses[last]!) && lost > 0)); last++)
      if (losses[last]! >= least) lost += losses[last]! * weights[last]!;
    if (lost > most) {
      most = lost;
      while (last > first && Number.isNaN(losses[last - 1]!)) last--;
      best = [first, last - 1];
    }
    first = Math.max(first, last);
  }
  return best;
}

/** New shade in a window of the day. `isUneven`: the modules of the group face different directions. */
export function shadeCandidate(view: DayView, entry: Entry, isUneven = false): Candidate | null {
  const { module, weights } = entry;
  if (!entry.isGood || module.baseline.days < 5) return null;
  const { sky } = entry.memory;
  const added = addedShade(module.track, view.plant.latitude, module.baseline, weights, sky);
  const known = added && !isUneven && windowCandidate(view, entry, added.window, { free: added.baseline });
  if (known) return known;
  const levels = commonLevels(module.track, module.baseline, entryLevels(entry));
  const window = shadeWindow(module.track, module.baseline, weights, levels);
  return window === null ? null : windowCandidate(view, entry, window, { isUneven });
}

function windowCandidate(
  view: DayView,
  entry: Entry,
  sectors: readonly [number, number] | null,
  { free = null, isUneven = false }: { free?: Baseline | null; isUneven?: boolean } = {},
): Candidate | null {
  const { track } = entry.module;
  const baseline = free ?? entry.module.baseline;
  if (sectors === null) return null;
  const window = {
    firstSector: sectors[0],
    lastSector: sectors[1],
    ...beginningOf(track, baseline, sectors, entry.weights),
  };
  if (Number.isNaN(window.depth)) return null;
  // A loss that grows with the power is deepest at noon, too.
  const contrast = contrastSince(track, window.row, baseline, entry.weights);
  const [best] = causesOfLevel(contrast, window.isSlow);
  const isShade = best!.cause === 'newShading' || best!.cause === 'growingShading';
  if (!isShade && contrast.days < levelTest.days) return null;
  const isNew =
    free === null
      ? newShadeProbability(window, view.plant.latitude, (row) => dayOfRow(track, row))
      : ADDED_PROBABILITY;
  const share = windowShare(entry, sectors, baseline);
  const isSure = isNew >= SURE && share >= SMALL_SHARE;
  const isCostly = share >= COSTLY_SHARE && window.depth < COSTLY_DEPTH;
  if (isUneven && !(isShade && isCostly)) return null;
  const isClear = isSure || isCostly || (share >= LARGE_SHARE && isNew >= LEAST_PROBABILITY);
  const isKnown = baseline.days >= SHADE_DAYS && window.days >= shadeTest.days;
  if (isShade && !(isClear && isKnown)) return null;
  // Another direction of the module darkens places of the sky as well, but takes no energy from it.
  const isSlow = best!.cause === 'growingShading';
  if (
    free !== null &&
    !isWorthwhileSince(entry, window.row, baselineBefore(track, dayOfRow(track, window.row)), isSlow)
  )
    return null;
  // Shade that is certain and large may have no energies yet; energies that are complete contradict every shade.
  const isLarge = isShade && isSure && share >= LARGE_SHARE;
  const hasCost = isWorthwhile(track, window.row, entry);
  if (!hasCost && !(isLarge && Number.isNaN(lostShare(track, window.row, entry)))) return null;
  const sinceDay = dayOfRow(track, window.row);
  return {
    entry,
    sinceDay,
    depth: window.depth,
    cause: best!.cause,
    kind: isShade ? 'shade' : 'level',
    probability: isShade
      ? Math.max(isNew, isCostly ? COSTLY_PROBABILITY : 0) * best!.probability
      : best!.probability,
    sinceMs: startOfDay(view, sinceDay),
    detectedMs: view.endMs,
    window: isShade ? sectors : null,
    evidence: isShade
      ? [
          { name: 'windowLoss', value: Number((1 - Math.exp(window.depth)).toFixed(3)), unit: 'ratio' },
          { name: 'days', value: window.days, unit: 'days' },
        ]
      : evidenceOf(contrast),
  };
}

/** Share of a clear day's energy that the window loses on its newest sunny days. */
function windowShare(
  { module: { track }, weights }: Entry,
  [first, last]: readonly [number, number],
  baseline: Baseline,
): number {
  let [lost, total] = [0, 0];
  for (let sector = 0; sector < SECTORS; sector++) {
    total += weights[sector]! * Math.exp(baseline.sectors[sector]! || 0);
    if (sector < first || sector > last) continue;
    const values: number[] = [];
    for (let row = TRACK_DAYS - 1; row >= TRACK_DAYS - 25 && values.length < 3; row--) {
      const value = sectorLnAt(track, row, sector);
      if (!Number.isNaN(value)) values.push(value);
    }
    const now = medianOf(values);
    const before = Math.exp(baseline.sectors[sector]!);
    if (!Number.isNaN(now + before)) lost += weights[sector]! * (before - Math.exp(now));
  }
  return total > 0 ? lost / total : 0;
}

/** Probability that shade is new where the sun was seen when it was lower. */
const ADDED_PROBABILITY = 0.9;
/** Probability below which shade is taken for one that was always there. */
const LEAST_PROBABILITY = 0.6;
/** Windows that lose less must be certain: the season brings permanent shade back in small steps. Shares of a clear day. */
const LARGE_SHARE = 0.1;
const SMALL_SHARE = 0.05;
/**
 * Modules are not mounted where an obstacle takes so much of a clear day: darker shade with a larger share is new, although
 * the season could have brought the sun behind something that was always there.
 */
const COSTLY_SHARE = 0.2;
const COSTLY_DEPTH = -0.9;
const COSTLY_PROBABILITY = 0.65;
/** Good days that must be known before. */
const SHADE_DAYS = 14;
