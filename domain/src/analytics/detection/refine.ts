// Names the cause of an open finding again while more days come in: the first two or three days may all be cloudy.
import { describeLevel } from './candidates.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import { type Entry, entryLevels } from './entry.ts';
import { windowLevel } from './shade.ts';
import { lossWindow } from './shadeCandidates.ts';
import type { OpenFinding } from './state.ts';
import { rowOfDay, SECTORS, TRACK_DAYS } from './track.ts';
import { coursesOf, isSlowDecline } from './trend.ts';

/** Days after the beginning during which the cause may change. */
const OPEN_DAYS = 45;
/** Probability from which another cause takes over. */
const CERTAIN = 0.6;
const RENAMED: ReadonlySet<string> = new Set([
  'bypassDiode',
  'contactResistance',
  'degradation',
  'unknown',
  'newShading',
  'growingShading',
]);
const SHADE: ReadonlySet<string> = new Set(['newShading', 'growingShading']);

/** Cause, probability and evidence of a finding on one module by all days since it began. */
export function refineFinding(view: DayView, finding: OpenFinding, entry: Entry): void {
  const { track, baseline } = entry.module;
  if (!entry.isGood || finding.scope !== 'module' || !RENAMED.has(finding.cause)) return;
  // It was described by as many days when it was found.
  if (finding.isLasting) return;
  if (view.day - finding.sinceDay > OPEN_DAYS || finding.goodDays > 0) return;
  const row = rowOfDay(track, finding.sinceDay);
  if (row < 0) return;
  const described = describeLevel(entry, entryLevels(entry), row);
  const isSlow = described?.isSlow ?? false;
  const contrast = contrastSince(
    track,
    isSlow ? Math.max(row, TRACK_DAYS - 8) : row,
    baseline,
    entry.weights,
  );
  if (contrast.days === 0) return;
  const [best] = causesOfLevel(contrast, isSlow);
  finding.evidence = evidenceOf(contrast);
  if (SHADE.has(best!.cause) && SHADE.has(finding.cause)) {
    refineShade(finding, entry);
    return;
  }
  if (best!.cause === finding.cause) {
    if (!SHADE.has(finding.cause)) finding.probability = best!.probability;
    return;
  }
  if (best!.probability < CERTAIN) return;
  finding.cause = best!.cause;
  finding.probability = best!.probability;
  finding.window = SHADE.has(best!.cause) ? lossWindow(contrast.sectors, entry.weights) : null;
}

/** Days at the beginning and at the end whose losses are compared, and by how much shade must have grown between them. */
const SPAN_DAYS = 7;
const GROWN = 1.8;

/** The window as the newest days show it, and whether it has grown. */
function refineShade(finding: OpenFinding, entry: Entry): void {
  const { track, baseline } = entry.module;
  const first = rowOfDay(track, finding.sinceDay);
  const last = TRACK_DAYS - 12;
  const newest = contrastSince(track, Math.max(first, last), baseline, entry.weights);
  const window = lossWindow(newest.sectors, entry.weights);
  if (window === null) return;
  finding.window = window;
  if (hasCrept(entry, window)) finding.cause = 'growingShading';
  if (last - first < SPAN_DAYS) return;
  const oldest = contrastSince(track, first, baseline, entry.weights, first + SPAN_DAYS);
  let [then, now] = [0, 0];
  for (let sector = 0; sector < SECTORS; sector++) {
    const [before, after] = [oldest.sectors[sector]!, newest.sectors[sector]!];
    if (Number.isNaN(before) || Number.isNaN(after)) continue;
    then += entry.weights[sector]! * Math.max(0, before);
    now += entry.weights[sector]! * Math.max(0, after);
  }
  const hasGrown = now > GROWN * then && newest.days >= 3 && oldest.days >= 2;
  if (hasGrown) finding.cause = 'growingShading';
}

/** Whether the loss in a window came over weeks. Shade is found late while it grows: the days before tell as well. */
function hasCrept({ module, weights }: Entry, window: readonly [number, number]): boolean {
  const { track, baseline } = module;
  const levels = Float64Array.from({ length: TRACK_DAYS }, (_, row) =>
    windowLevel(track, row, baseline, window, weights),
  );
  const courses = coursesOf(levels);
  return courses !== null && isSlowDecline(courses, TRACK_DAYS - 1);
}
