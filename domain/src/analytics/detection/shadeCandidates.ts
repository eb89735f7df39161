// Looks for the beginning of shade on the modules that have no open finding yet.
import { addedShade } from './addedShade.ts';
import { type Baseline, baselineBefore } from './baseline.ts';
import { type Candidate, startOfDay } from './candidate.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import { type Entry, entryLevels } from './entry.ts';
import { commonLevels, levelTest } from './level.ts';
import { isWorthwhile, isWorthwhileSince, lostShare } from './materiality.ts';
import { newShadeProbability, SURE } from './newShade.ts';
import { beginningOf, shadeTest, shadeWindow } from './shade.ts';
import { medianOf } from './stats.ts';
import { dayOfRow, SECTORS, sectorLnAt, TRACK_DAYS } from './track.ts';

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

/**
 * Shade, or a loss that grows with the power, in a window of the day; null if it is not clear enough. `free`: what was normal
 * where the window is known to have been free.
 */
export function windowCandidate(
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
