// A loss that was there when the readings of a module began, or that came too slowly for the tests of change. Only the
// other modules of its group show it: the module gives the same smaller share of their power in all directions of the
// sun and without sun, while permanent shade takes direct light at some times of the day only.
import type { Baseline } from './baseline.ts';
import { type Candidate, startOfDay } from './candidate.ts';
import { causesOfLevel, evidenceOf } from './cause.ts';
import { type Contrast, contrastSince } from './contrast.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { sunnyDays } from './levelDays.ts';
import { usable } from './reference.ts';
import { dayOfRow, FLAG, flagsAt, SECTORS, TRACK_DAYS, type Track, wideAt } from './track.ts';

/** Smallest share of the power that is missing: modules of one type differ by some percent all their lives. */
const LEAST_LOSS = 0.15;
/** Good days that must be known, and those with direct light among them. */
const DAYS = 9;
const SUNNY_DAYS = 3;
/** Working members of a group that make one of them the exception, and the largest share of exceptions. */
const LEAST_MEMBERS = 4;
const MOST_WEAK = 1 / 3;
/** Share of a clear day's energy in the sectors that are known. */
const COVERAGE = 0.5;
/** The same where nothing is known about diffuse light. */
const COVERAGE_ALONE = 0.8;
/** Largest part of the loss that is not the same in all sectors (root mean square). */
const NOT_FLAT = 0.2;
/** Largest difference between the losses with and without direct light, as a share of the loss and beyond it. */
const DIFFUSE_SHARE = 0.25;
const DIFFUSE_ERROR = 0.03;
/** Share of the loss that a day must show, and share of the days that must. */
const SHOWN = 0.5;
const MOST_DAYS = 0.8;
const SHADE: ReadonlySet<string> = new Set(['newShading', 'growingShading']);

/** A module that is as good as the others of its group. */
const asOthers: Baseline = {
  days: 0,
  ratio: 0,
  diffuse: 0,
  energy: 0,
  offset: 0,
  voltage: 0,
  slope: 0,
  voltageSlope: 0,
  sectors: new Float64Array(SECTORS),
  counts: new Uint8Array(SECTORS),
};

/**
 * The baseline without a loss of all power (`level`, a negative logarithm) that it contains: what the module would give if
 * it worked as the others do, with its permanent shade.
 */
export const withoutLoss = (baseline: Baseline, level: number): Baseline => ({
  ...baseline,
  ratio: baseline.ratio - level,
  diffuse: baseline.diffuse - level,
  energy: baseline.energy - level,
  voltage: Number.isNaN(baseline.voltage) ? Number.NaN : 0,
  slope: 0,
  voltageSlope: 0,
  sectors: baseline.sectors.map((sector) => sector - level),
});

/** Share of a clear day's energy in sectors that are known. */
function coverageOf({ sectors }: Contrast, weights: Float64Array): number {
  let [known, total] = [0, 0];
  for (let sector = 0; sector < SECTORS; sector++) {
    total += weights[sector]!;
    if (!Number.isNaN(sectors[sector]!)) known += weights[sector]!;
  }
  return total > 0 ? known / total : 0;
}

/** Whether the loss is the same in all light. */
function isUniform(contrast: Contrast, weights: Float64Array): boolean {
  const { loss, direct, diffuse, notFlat } = contrast;
  const coverage = coverageOf(contrast, weights);
  if (!(direct >= LEAST_LOSS && notFlat <= NOT_FLAT && coverage >= COVERAGE)) return false;
  if (Number.isNaN(diffuse)) return coverage >= COVERAGE_ALONE;
  return Math.abs(diffuse - loss) <= DIFFUSE_SHARE * loss + DIFFUSE_ERROR;
}

/** Whether the module is an exception among enough others of its group. */
function isException({ reference }: Entry): boolean {
  const members = usable(reference.group.members);
  const weak = members.filter(({ baseline }) => baseline.ratio < Math.log(1 - LEAST_LOSS / 2));
  return members.length >= LEAST_MEMBERS && weak.length <= MOST_WEAK * members.length;
}

/**
 * First row of those that end with the newest and show a loss (negative logarithm): that of the first readings, unless a
 * good day before was without it. -1 if too few days show it.
 */
function firstRow(track: Track, level: number): number {
  let [good, shown, first, well] = [0, 0, -1, -1];
  for (let row = TRACK_DAYS - 1; row >= 0; row--) {
    const ratio = Math.log(wideAt(track, row, 'ratio'));
    if (!(flagsAt(track, row) & FLAG.good) || Number.isNaN(ratio)) continue;
    good++;
    if (ratio <= SHOWN * level) {
      shown++;
      first = row;
      well = -1;
    } else if (well < 0) well = row;
    if (shown < MOST_DAYS * good) break;
  }
  if (shown < DAYS) return -1;
  for (let row = well + 1; row < first; row++) if (flagsAt(track, row) & FLAG.seen) return row;
  return first;
}

/** A lasting loss of all power in relation to the group. */
export function lastingCandidate(view: DayView, entry: Entry): Candidate | null {
  const { module, weights } = entry;
  const { track, baseline } = module;
  const least = Math.log(1 - LEAST_LOSS);
  if (!entry.isGood || baseline.days < DAYS || baseline.ratio > least) return null;
  // Counters that miss nothing contradict the power in steady light.
  if (baseline.energy > SHOWN * baseline.ratio || !isException(entry)) return null;
  const first = firstRow(track, baseline.ratio);
  if (first < 0 || sunnyDays(track, weights, first) < SUNNY_DAYS) return null;
  const contrast = contrastSince(track, first, asOthers, weights);
  if (!isUniform(contrast, weights)) return null;
  const [best] = causesOfLevel(contrast, false);
  if (SHADE.has(best!.cause)) return null;
  const sinceDay = dayOfRow(track, first);
  return {
    entry,
    sinceDay,
    kind: 'lasting',
    window: null,
    depth: Math.log(1 - contrast.loss),
    cause: best!.cause,
    probability: best!.probability,
    sinceMs: startOfDay(view, sinceDay),
    detectedMs: view.endMs,
    evidence: evidenceOf(contrast),
  };
}
