// The one line of a plant, from its one status: which sentence, how severe, of what.
import { type Condition, type ConditionFacts, plantCondition, type Severity } from './condition.ts';
import { localDay } from './periods.ts';
import { isLive, isUnregistered } from './state.ts';
import {
  type FoundTrouble,
  summaryOfIssue,
  type TroubleKey,
  type Verdict,
  type VerdictKey,
  type VerdictLevel,
} from './verdict.ts';

export interface VerdictFacts extends Omit<ConditionFacts, 'open' | 'hasReported'> {
  readonly timeZone: string;
  /** Newest reading by which the state was evaluated, ms. */
  readonly lastReportAtMs: number | null;
  /** Whether the alarm of its own communication loss is open. */
  readonly isSilent: boolean;
  /** The worst other open alarms of the plant; null: none. */
  readonly found: FoundTrouble | null;
}

/** The status of a plant by what is stored of it. */
export const conditionOfPlant = (facts: VerdictFacts): Condition => {
  const { grade, statusBits, lastReportAtMs, isSilent, found } = facts;
  const facing = { grade, statusBits, hasReported: lastReportAtMs !== null };
  const byOthers = plantCondition({ ...facing, open: found?.key ?? null });
  return isSilent && !isLive(grade.state) ? plantCondition({ ...facing, open: 'plantSilent' }) : byOthers;
};

/** The level of a severity; a coarser scale. */
export function levelOfSeverity(severity: Severity, isUnregistered: boolean): VerdictLevel {
  if (severity === 'critical' || severity === 'major') return 'bad';
  if (severity === 'none') return isUnregistered ? 'none' : 'good';
  return 'notice';
}

const levelOf = ({ severity, state }: Condition): VerdictLevel =>
  levelOfSeverity(severity, isUnregistered(state));

/** Verdict of a plant, from its condition. */
export function verdictOf(facts: VerdictFacts): Verdict {
  const condition = conditionOfPlant(facts);
  const { lastReportAtMs, timeZone, found } = facts;
  const summary = (key: VerdictKey, sinceDay: string | null = null): Verdict => ({
    ...{ level: levelOf(condition), key, count: 0, behind: 0, sinceDay, sns: [], code: null },
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
      const key: VerdictKey | undefined = summaryOfIssue[found.key as TroubleKey];
      return { ...summary(key ?? 'faults', sinceDay), count, behind, sns, code: key ? null : found.key };
    }
    case 'criticalFault':
    case 'fault':
      return summary('alert');
    default:
      return summary('allWell');
  }
}
