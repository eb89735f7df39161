// Names the cause of an open finding again while more days come in: the first two or three days may all be cloudy.
import { describeLevel, lossWindow } from './candidates.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import { type Entry, entryLevels } from './entry.ts';
import type { OpenFinding } from './state.ts';
import { rowOfDay, TRACK_DAYS } from './track.ts';

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
  if (best!.cause === finding.cause) {
    if (!SHADE.has(finding.cause)) finding.probability = best!.probability;
    return;
  }
  if (best!.probability < CERTAIN) return;
  finding.cause = best!.cause;
  finding.probability = best!.probability;
  finding.window = SHADE.has(best!.cause) ? lossWindow(contrast.sectors, entry.weights) : null;
}
