// Looks for the beginning of a loss of all power on the modules that have no open finding yet.
import type { FindingCause } from '../types.ts';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { type Candidate, startOfDay } from './candidate.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { type Contrast, contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import { type Entry, entryLevels } from './entry.ts';
import { levelAlarm, levelSigma, levelTest } from './level.ts';
import { AFTER_SNOW, isAfterSnow, sunnyDays, tellingDays } from './levelDays.ts';
import { daysShown, isContradicted, lostShare } from './materiality.ts';
import { lossWindow, windowCandidate } from './shadeCandidates.ts';
import { medianOf } from './stats.ts';
import { dayOfRow, FLAG, flagsAt, narrowAt, TRACK_DAYS, type Track } from './track.ts';
import { coursesOf, isSlowDecline } from './trend.ts';

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
