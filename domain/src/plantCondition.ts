// The one line of a plant, from its one status: which sentence, how severe, of what.
import { type Condition, type ConditionFacts, plantCondition, type Severity } from './condition.ts';
import {
  type ConditionLevel,
  type ConditionSummary,
  type ConditionSummaryKey,
  type IssueKey,
  summaryOfIssue,
  type WorstAlarm,
} from './conditionSummary.ts';
import { localDay } from './periods.ts';
import { isLive, isUnregistered } from './state.ts';

export interface PlantConditionFacts extends Omit<ConditionFacts, 'open' | 'hasReported'> {
  readonly timeZone: string;
  /** Newest reading by which the state was evaluated, ms. */
  readonly lastReportAtMs: number | null;
  /** Whether the alarm of its own communication loss is open. */
  readonly isSilent: boolean;
  /** The worst other open alarms of the plant; null: none. */
  readonly found: WorstAlarm | null;
}

/** The status of a plant by what is stored of it. */
export const conditionOfPlant = (facts: PlantConditionFacts): Condition => {
  const { reportingState, statusBits, lastReportAtMs, isSilent, found } = facts;
  const facing = { reportingState, statusBits, hasReported: lastReportAtMs !== null };
  const byOthers = plantCondition({ ...facing, open: found?.key ?? null });
  return isSilent && !isLive(reportingState.state)
    ? plantCondition({ ...facing, open: 'plantSilent' })
    : byOthers;
};

/** The level of a severity; a coarser scale. */
export function levelOfSeverity(severity: Severity, isUnregistered: boolean): ConditionLevel {
  if (severity === 'critical' || severity === 'major') return 'bad';
  if (severity === 'none') return isUnregistered ? 'none' : 'good';
  return 'notice';
}

/**
 * The API filter of a severity as shown: plants without devices and uncommissioned ones have severity `none` but are not
 * shown as operating normally, so that these are found by their level.
 */
export const filterOfSeverity = (severity: Severity): { severity: Severity } | { verdict: ConditionLevel } =>
  severity === 'none' ? { verdict: levelOfSeverity('none', false) } : { severity };

const levelOf = ({ severity, state }: Condition): ConditionLevel =>
  levelOfSeverity(severity, isUnregistered(state));

/** Verdict of a plant, from its condition. */
export function conditionSummaryOf(facts: PlantConditionFacts): ConditionSummary {
  const condition = conditionOfPlant(facts);
  const { lastReportAtMs, timeZone, found } = facts;
  const summary = (key: ConditionSummaryKey, sinceDay: string | null = null): ConditionSummary => ({
    level: levelOf(condition),
    key,
    count: 0,
    behind: 0,
    sinceDay,
    sns: [],
    code: null,
  });
  switch (condition.key) {
    case 'unregistered':
      return summary('uncommissioned');
    case 'neverReported':
      return summary('neverReported');
    case 'silent':
    case 'offline':
      return summary('plantSilent', lastReportAtMs === null ? null : localDay(lastReportAtMs, timeZone));
    case 'criticalAlarm':
    case 'majorAlarm':
    case 'minorAlarm': {
      if (found === null) return summary('allWell');
      const { count, behind, sinceDay, sns } = found;
      const key: ConditionSummaryKey | undefined = summaryOfIssue[found.key as IssueKey];
      return { ...summary(key ?? 'faults', sinceDay), count, behind, sns, code: key ? null : found.key };
    }
    case 'criticalFault':
    case 'fault':
      return summary('alert');
    default:
      return summary('allWell');
  }
}
