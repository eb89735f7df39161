// Looks for the beginning of a loss on the modules that have no open finding yet.
import type { FindingCause, FindingEvidence } from '../types.ts';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import { type Entry, entryLevels } from './entry.ts';
import { levelAlarm, levelSigma } from './level.ts';
import { newShadeProbability, shadeWindow } from './shade.ts';
import { theilSen } from './stats.ts';
import { dayOfRow, TRACK_DAYS } from './track.ts';

export interface Candidate {
  readonly entry: Entry;
  readonly kind: 'zero' | 'level' | 'shade';
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
  input.startMs - (day - wanted) * 86_400_000;

const rows = new Int32Array(TRACK_DAYS);
/** Standard deviation of a level that is assumed while little is known. */
const GUESS = 0.02;

/** No power for an hour of good light while the peers work. */
export function zeroCandidate(view: DayView, entry: Entry): Candidate | null {
  const { features } = entry;
  if (features.zeroFrom < 0 || entry.reference.strength < 2) return null;
  const { startMs, slotMs } = view.input;
  const isWholeDay = features.dark > 0.97;
  const sinceMs = isWholeDay ? startMs : startMs + features.zeroFrom * slotMs;
  return {
    ...{ entry, kind: 'zero', cause: 'moduleFailure', probability: 0.9, window: null, depth: -3 },
    sinceMs,
    sinceDay: view.day,
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

/** A lasting loss of all power. */
export function levelCandidate(view: DayView, entry: Entry): Candidate | null {
  const { module, weights } = entry;
  const { track, baseline } = module;
  if (!entry.isGood || baseline.days < 5) return null;
  const levels = entryLevels(entry);
  const count = baselineRows(track, 0, view.day - 4, rows);
  const sigma = levelSigma(levels, rows, count, GUESS);
  const alarm = levelAlarm(levels, sigma);
  if (alarm === null) return null;
  // The beginning is known now: what is normal comes from the days before it.
  const sinceDay = dayOfRow(track, alarm.row);
  const before = baselineRows(track, 0, sinceDay - 1, rows);
  if (before < 4) return null;
  const normal = baselineOfRows(track, rows, before);
  const contrast = contrastSince(track, alarm.row, normal, weights);
  const [best] = causesOfLevel(contrast, trendOf(levels, alarm.row));
  return {
    ...{ entry, kind: 'level', window: null, depth: alarm.drop, sinceDay },
    cause: best!.cause,
    probability: best!.probability,
    sinceMs: startOfDay(view, sinceDay),
    detectedMs: view.endMs,
    evidence: evidenceOf(contrast),
  };
}

/** 1 if the level sinks slowly, 0 if it stepped down at the row. */
function trendOf(levels: Float64Array, row: number): number {
  const x: number[] = [];
  const y: number[] = [];
  for (let i = 0; i < levels.length; i++)
    if (!Number.isNaN(levels[i]!)) {
      x.push(i);
      y.push(levels[i]!);
    }
  const line = theilSen(x, y);
  if (line === null || line.slope >= 0) return 0;
  const before = y.filter((_value, i) => x[i]! < row);
  const after = y.filter((_value, i) => x[i]! >= row);
  const mean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [low, high] = [mean(after), mean(before)];
  const stepError = y.reduce((sum, value, i) => sum + Math.abs(value - (x[i]! >= row ? low : high)), 0);
  const lineError = y.reduce(
    (sum, value, i) => sum + Math.abs(value - line.intercept - line.slope * x[i]!),
    0,
  );
  return lineError < 0.8 * stepError ? 1 : 0;
}

/** New shade in a window of the day. */
export function shadeCandidate(view: DayView, entry: Entry): Candidate | null {
  const { module, weights } = entry;
  const { track, baseline } = module;
  if (!entry.isGood || baseline.days < 5) return null;
  const levels = entryLevels(entry);
  const window = shadeWindow(track, baseline, weights, levels);
  if (window === null) return null;
  const probability = newShadeProbability(window, view.plant.latitude, (row) => dayOfRow(track, row));
  if (probability < 0.6) return null;
  const sinceDay = dayOfRow(track, window.row);
  return {
    ...{ entry, kind: 'shade', cause: 'newShading', probability, sinceDay, depth: window.depth },
    sinceMs: startOfDay(view, sinceDay),
    detectedMs: view.endMs,
    window: [window.firstSector, window.lastSector],
    evidence: [
      { name: 'windowLoss', value: Number((1 - Math.exp(window.depth)).toFixed(3)), unit: 'ratio' },
      { name: 'dayLoss', value: Number(window.loss.toFixed(3)), unit: 'ratio' },
      { name: 'days', value: window.days, unit: 'days' },
    ],
  };
}
