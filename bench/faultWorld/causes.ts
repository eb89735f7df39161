// How often each cause occurs among a hundred faults, and when it must have been found. Frequencies lean on field
// statistics (IEA PVPS T13-01:2014; Jordan, Silverman, Wohlgemuth, Kurtz, Prog. Photovolt. 25 (2017), 318-326), with every
// cause present often enough to be scored.
import type { FindingCause } from '@helioport/domain/analytics/types';

export interface CauseRule {
  readonly cause: FindingCause;
  /** Of a hundred faults. */
  readonly count: number;
  /** Days after onset by which a finding counts as in time. */
  readonly deadlineDays: number;
}

export const causeRules: readonly CauseRule[] = [
  { cause: 'moduleFailure', count: 10, deadlineDays: 5 },
  { cause: 'bypassDiode', count: 10, deadlineDays: 10 },
  { cause: 'inverterFailure', count: 8, deadlineDays: 5 },
  { cause: 'contactResistance', count: 8, deadlineDays: 21 },
  { cause: 'newShading', count: 11, deadlineDays: 21 },
  { cause: 'growingShading', count: 5, deadlineDays: 60 },
  { cause: 'soiling', count: 8, deadlineDays: 35 },
  { cause: 'snow', count: 4, deadlineDays: 4 },
  { cause: 'thermalDerating', count: 5, deadlineDays: 21 },
  { cause: 'curtailment', count: 5, deadlineDays: 14 },
  { cause: 'communication', count: 6, deadlineDays: 4 },
  { cause: 'clock', count: 5, deadlineDays: 21 },
  { cause: 'wrongOrientation', count: 4, deadlineDays: 60 },
  { cause: 'swappedModules', count: 4, deadlineDays: 45 },
  { cause: 'degradation', count: 4, deadlineDays: 75 },
  { cause: 'unknown', count: 3, deadlineDays: 21 },
];

export const deadlineOf = (cause: FindingCause): number =>
  causeRules.find((rule) => rule.cause === cause)?.deadlineDays ?? 30;

/** Causes of so many faults: shares rounded so that they add up, the frequent ones first. */
export function causesFor(count: number): FindingCause[] {
  const all = causeRules.flatMap(({ cause, count: of100 }) => Array.from({ length: of100 }, () => cause));
  return Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]!);
}
