// Opens findings, adds up what they cost and closes them by evidence.
import { DAY_MS } from '../../duration.ts';
import { type Baseline, baselineBefore } from './baseline.ts';
import type { Candidate } from './candidate.ts';
import type { DayView } from './dayView.ts';
import { type Entry, newestLevel } from './entry.ts';
import { withoutLoss } from './lastingLoss.ts';
import { gainOfRow, lossOfRow, lossUnderSnow } from './loss.ts';
import type { OpenFinding } from './state.ts';
import { medianOf } from './stats.ts';
import { addFlags, dayOfRow, FLAG, flagsAt, rowOfDay, sectorLnAt, TRACK_DAYS } from './track.ts';

/** Days with a loss that are remembered for the yearly estimate. */
const RECENT_DAYS = 10;
/** Good days without the loss that close a finding. */
export const CLOSING_DAYS = 2;

/** Loss of one module on one of its rows, Wh. */
function lossOn(entry: Entry, finding: OpenFinding, row: number, normal: Baseline): number {
  const { track, model } = entry.module;
  const isSlow = finding.isLasting === true || SLOW.has(finding.cause);
  const since = Math.max(0, rowOfDay(track, finding.sinceDay));
  // The depth of a window is not the share of the day that it takes.
  const usual = finding.window ? 1 : Math.exp(finding.depth);
  const loss =
    flagsAt(track, row) & FLAG.snow
      ? lossUnderSnow(track, row, normal, { isSlow, since, usual })
      : lossOfRow(track, row, normal, isSlow);
  if (!Number.isFinite(loss)) return 0;
  const lossWh = loss * model.ratedW;
  // Inputs share the limit of their device: what this module leaves of it, others use.
  const weaker = entry.partners.reduce((sum, one) => sum + (one.finding ? 1 : 0), 1);
  const gainedWh = entry.partners.reduce(
    (sum, one) => sum + (one.finding ? 0 : gainOfRow(one.module, row) * one.module.model.ratedW),
    0,
  );
  return lossWh - Math.min(Math.max(0, lossWh), gainedWh / weaker);
}

/** Causes whose loss grows over weeks. */
const SLOW: ReadonlySet<string> = new Set(['degradation', 'growingShading']);

/** The candidate without the days at its beginning that an earlier finding on its module has counted. */
function afterEarlier(candidate: Candidate): Candidate {
  const { track } = candidate.entry.module;
  const first = Math.max(0, rowOfDay(track, candidate.sinceDay));
  let row = TRACK_DAYS - 1;
  while (row >= first && (flagsAt(track, row) & FLAG.counted) === 0) row--;
  if (row < first) return candidate;
  const sinceDay = dayOfRow(track, Math.min(row + 1, TRACK_DAYS - 1));
  return { ...candidate, sinceDay, sinceMs: candidate.sinceMs + (sinceDay - candidate.sinceDay) * DAY_MS };
}

/** Opens a finding on the modules of its candidates. They have the cause and the beginning in common. */
export function openFinding(
  candidates: readonly Candidate[],
  scope: Pick<OpenFinding, 'scope' | 'subjectId' | 'cause' | 'probability' | 'isFault'>,
): OpenFinding {
  const first = afterEarlier(candidates.reduce((a, b) => (b.sinceMs < a.sinceMs ? b : a)));
  const finding: OpenFinding = {
    key: `${scope.scope}:${scope.subjectId ?? ''}:${first.kind}:${first.sinceDay}`,
    ...(first.kind === 'lasting' ? { isLasting: true } : {}),
    ...scope,
    moduleIds: candidates.map(({ entry }) => entry.module.model.id),
    sinceMs: first.sinceMs,
    sinceDay: first.sinceDay,
    detectedMs: Math.max(...candidates.map(({ detectedMs }) => detectedMs)),
    lostWh: 0,
    recentWh: [],
    evidence: first.evidence,
    window: first.window,
    depth: medianOf(candidates.map(({ depth }) => depth)),
    goodDays: 0,
    goodSinceMs: null,
  };
  const byDay = new Map<number, number>();
  for (const { entry } of candidates) {
    const { track } = entry.module;
    const { baseline } = entry.module;
    const normal = finding.isLasting
      ? withoutLoss(baseline, finding.depth)
      : (baselineBefore(track, finding.sinceDay) ?? baseline);
    entry.memory.frozen = normal;
    entry.finding = finding;
    for (let row = Math.max(0, rowOfDay(track, finding.sinceDay)); row < TRACK_DAYS; row++) {
      const isCounted = (flagsAt(track, row) & FLAG.counted) !== 0;
      addFlags(track, row, FLAG.odd | FLAG.counted);
      if (isCounted) continue;
      const day = dayOfRow(track, row);
      byDay.set(day, (byDay.get(day) ?? 0) + lossOn(entry, finding, row, normal));
    }
  }
  for (const loss of byDay.values()) addLoss(finding, loss);
  return finding;
}

/** Causes that explain a difference of modules without a loss: both produce what their arrays offer. */
export const LOSSLESS: ReadonlySet<string> = new Set(['swappedModules']);

function addLoss(finding: OpenFinding, loss: number): void {
  if (LOSSLESS.has(finding.cause)) return;
  finding.lostWh += loss;
  finding.recentWh = [...finding.recentWh, Math.round(loss * 10) / 10].slice(-RECENT_DAYS);
}

/** Whether a module is as good as before its finding; null if the day cannot tell. */
function isRecovered(entry: Entry, finding: OpenFinding): boolean | null {
  const { track } = entry.module;
  const normal = entry.memory.frozen ?? entry.module.baseline;
  if (!entry.isGood) return null;
  if (finding.window) {
    const [first, last] = finding.window;
    const deltas: number[] = [];
    for (let sector = first; sector <= last; sector++)
      deltas.push(sectorLnAt(track, TRACK_DAYS - 1, sector) - normal.sectors[sector]!);
    const level = medianOf(deltas);
    return Number.isNaN(level) ? null : level > 0.3 * finding.depth;
  }
  const level = newestLevel(entry);
  return Number.isNaN(level) ? null : level > Math.max(0.4 * finding.depth, -0.06) || level > -0.02;
}

export interface Closed {
  readonly finding: OpenFinding;
  readonly untilMs: number;
  readonly recoveredWhPerDay: number | null;
}

/** Adds the newest day to an open finding; tells if it ends with it. */
export function updateFinding(view: DayView, finding: OpenFinding, entries: readonly Entry[]): Closed | null {
  let loss = 0;
  let known = 0;
  let recovered = 0;
  for (const entry of entries) {
    addFlags(entry.module.track, TRACK_DAYS - 1, FLAG.odd | FLAG.counted);
    loss += lossOn(entry, finding, TRACK_DAYS - 1, entry.memory.frozen ?? entry.module.baseline);
    const state = isRecovered(entry, finding);
    if (state === null) continue;
    known++;
    if (state) recovered++;
  }
  const isGood = known > 0 && recovered === known;
  if (known > 0 && !isGood) {
    finding.goodDays = 0;
    finding.goodSinceMs = null;
  }
  if (isGood) {
    finding.goodDays++;
    finding.goodSinceMs ??= view.input.startMs;
  } else if (finding.goodDays === 0) addLoss(finding, loss);
  if (finding.goodDays < CLOSING_DAYS) return null;
  for (const entry of entries) {
    entry.memory.frozen = null;
    entry.finding = null;
  }
  return {
    finding,
    untilMs: finding.goodSinceMs ?? view.input.startMs,
    recoveredWhPerDay: recoveredPerDay(finding),
  };
}

/** Mean loss of the newest days with the loss, Wh a day. */
export function recoveredPerDay({ recentWh }: OpenFinding): number | null {
  if (recentWh.length === 0) return null;
  return Math.max(0, recentWh.reduce((sum, loss) => sum + loss, 0) / recentWh.length);
}
