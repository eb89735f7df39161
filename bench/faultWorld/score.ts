// Runs an evaluator over the days of plants and scores its findings.
//
// - Found in time: a finding counts for the fault (match.ts) and was known within the deadline of its cause (causes.ts).
// - Cause right: the last cause of the earliest such finding is that of the fault.
// - False alarms: findings with `isFault` that a healthy plant ever had, per plant-year.
// - Lost energy: relative error of the sum over a fault's findings against the simulated loss, for faults that were found
//   and lost at least 200 Wh.
// - Closed: of faults that ended at least 10 days before the end, found, the finding ended between 3 days before and 8 days
//   after; of faults that last, it is still open.

import type { Finding } from '@helioport/domain/analytics/types';
import { DAY_MS } from '@helioport/domain/duration';
import type { Evaluator } from './evaluator.ts';
import { isRightCause, knownMs, matchFindings, type SeenFinding } from './match.ts';
import type { Fault, PlantSpec } from './model.ts';
import { PlantSimulation } from './simulate.ts';
import { SnowEpisodes } from './snowEpisodes.ts';

const LEAST_LOSS_WH = 200;

/** What became of one fault. */
export interface FaultResult {
  readonly plant: string;
  readonly fault: string;
  readonly cause: string;
  readonly variant: string;
  readonly trueWh: number;
  readonly isFound: boolean;
  /** Found at all, if late. */
  readonly isSeen: boolean;
  readonly named: string | null;
  readonly isNamed: boolean;
  readonly delayDays: number | null;
  readonly estimatedWh: number | null;
  /** Null where nothing was lost or nothing was found. */
  readonly lossError: number | null;
  readonly duplicates: number;
  /** Null where it does not apply. */
  readonly isClosed: boolean | null;
  readonly isKeptOpen: boolean | null;
}

export interface FalseAlarm {
  readonly plant: string;
  readonly isHealthy: boolean;
  readonly oddities: readonly string[];
  readonly finding: Pick<
    Finding,
    'key' | 'scope' | 'subjectId' | 'cause' | 'probability' | 'isFault' | 'lostWh'
  >;
  readonly sinceDay: number;
  readonly knownDay: number;
}

export interface PlantResult {
  readonly plant: string;
  readonly isHealthy: boolean;
  readonly years: number;
  readonly faults: readonly FaultResult[];
  /** Findings that count for no fault and no snow. */
  readonly others: readonly FalseAlarm[];
  /** Share of the energy that the rating of the devices cut off, and whether a finding calls it clipping. */
  readonly clippedRatio: number;
  readonly isClippingNoted: boolean;
  readonly moduleDays: number;
  readonly evaluateMs: number;
}

/** Runs one plant through an evaluator. */
export function runPlant(spec: PlantSpec, evaluator: Evaluator): PlantResult {
  const simulation = new PlantSimulation(spec);
  const plant = evaluator(spec.model);
  const seen = new Map<string, SeenFinding>();
  const trueWh = new Float64Array(spec.faults.length);
  const snow = new SnowEpisodes(spec);
  let evaluateMs = 0;
  let clippedWh = 0;
  let totalWh = 0;
  let endMs = 0;
  let startMs = Number.NaN;
  for (let day = simulation.next(); day; day = simulation.next()) {
    const { input, truth } = day;
    if (Number.isNaN(startMs)) startMs = input.startMs;
    endMs = input.startMs + input.slots * input.slotMs;
    for (let i = 0; i < trueWh.length; i++) trueWh[i]! += truth.lostWh[i]!;
    snow.add(input.startMs, endMs, truth);
    clippedWh += truth.clippedWh;
    totalWh += truth.totalWh;
    const before = performance.now();
    const findings = plant.day(input);
    evaluateMs += performance.now() - before;
    for (const finding of findings)
      seen.set(finding.key, { finding, seenMs: seen.get(finding.key)?.seenMs ?? endMs });
  }
  const episodes = snow.faults();
  const scored = spec.isHealthy ? [] : snow.scored(episodes);
  const faults = [...spec.faults, ...episodes.map(({ fault }) => fault)];
  const losses = [...trueWh, ...episodes.map(({ lostWh }) => lostWh)];
  const { byFault, others } = matchFindings(spec.model, faults, [...seen.values()]);
  const dayOf = (ms: number) => Math.round((10 * (ms - startMs)) / DAY_MS) / 10;
  return {
    plant: spec.id,
    isHealthy: spec.isHealthy,
    years: spec.days / 365.25,
    faults: faults.flatMap((fault, i) =>
      i < spec.faults.length || scored.includes(fault)
        ? [faultResult(spec.id, fault, losses[i]!, byFault[i]!, endMs)]
        : [],
    ),
    others: others.map((one) => ({
      plant: spec.id,
      isHealthy: spec.isHealthy,
      oddities: spec.oddities,
      finding: briefly(one.finding),
      sinceDay: dayOf(one.finding.sinceMs),
      knownDay: dayOf(knownMs(one)),
    })),
    clippedRatio: clippedWh / Math.max(1, totalWh + clippedWh),
    isClippingNoted: [...seen.values()].some(
      ({ finding }) => finding.cause === 'clipping' && !finding.isFault,
    ),
    moduleDays: spec.modules.length * spec.days,
    evaluateMs,
  };
}

const briefly = ({ key, scope, subjectId, cause, probability, isFault, lostWh }: Finding) => ({
  key,
  scope,
  subjectId,
  cause,
  probability,
  isFault,
  lostWh: Math.round(lostWh),
});

function faultResult(
  plant: string,
  fault: Fault,
  trueWh: number,
  findings: readonly SeenFinding[],
  endMs: number,
): FaultResult {
  const first = findings[0];
  const delayDays = first ? (knownMs(first) - fault.sinceMs) / DAY_MS : null;
  const isFound = delayDays !== null && delayDays <= fault.deadlineDays;
  const estimatedWh = first ? findings.reduce((sum, { finding }) => sum + finding.lostWh, 0) : null;
  const isLossy = trueWh >= LEAST_LOSS_WH && estimatedWh !== null;
  const ended = fault.untilMs !== null && fault.untilMs < endMs - 10 * DAY_MS ? fault.untilMs : null;
  const last = findings.at(-1)?.finding;
  return {
    plant,
    fault: fault.id,
    cause: fault.cause,
    variant: fault.variant,
    trueWh: Math.round(trueWh),
    isFound,
    isSeen: first !== undefined,
    named: first?.finding.cause ?? null,
    isNamed: isFound && first !== undefined && isRightCause(fault, first.finding.cause),
    delayDays: delayDays === null ? null : Math.round(10 * delayDays) / 10,
    estimatedWh: estimatedWh === null ? null : Math.round(estimatedWh),
    lossError: isLossy ? Math.abs(estimatedWh - trueWh) / trueWh : null,
    duplicates: Math.max(0, findings.length - 1),
    isClosed:
      ended === null || !last
        ? null
        : last.untilMs !== null && last.untilMs >= ended - 3 * DAY_MS && last.untilMs <= ended + 8 * DAY_MS,
    isKeptOpen: fault.untilMs !== null || !last ? null : last.untilMs === null,
  };
}
