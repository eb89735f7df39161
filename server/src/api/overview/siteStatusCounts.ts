import type { overview } from '@helioport/contract/overview';
import { conditionOfMany, type Severity, severities } from '@helioport/domain/condition';
import { type ConditionLevel, conditionLevels } from '@helioport/domain/conditionSummary';
import { levelOfSeverity } from '@helioport/domain/plantCondition';
import {
  isUnregistered,
  reportingStateAt,
  type StateKey,
  stateKeys,
  statusOfState,
} from '@helioport/domain/state';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { siteConditions, siteRows } from '../../queries/siteFilters.ts';
import { readRank, siteRank } from '../../timeseries/current/state.ts';

export default handler<typeof overview.siteStatusCounts>(async ({ input, me, visible, share, tx, now }) => {
  // State and severity follow from the rank, so that one query serves both counts.
  const filters = { ...input.filters, status: null, state: null, severity: null, verdict: null };
  const counted = await share('siteRanks', filters, () =>
    sql<{ rank: number; count: number }>`
    select ${siteRank(now)} as rank, count(*) as count
    from ${siteRows({ me, visible })} where ${siteConditions(filters, now)} group by 1`.execute(tx),
  );
  const all = counted.rows.map(rowOf);
  // Each count ignores the filter by its own values, which a user chooses from it, and follows all others.
  const { status, state, severity, verdict: level } = input.filters;
  const byState = all.filter((row) => matches(severity, row.severity) && matches(level, row.level));
  const bySeverity = all.filter((row) => matches(status, row.status) && matches(state, row.state));
  const statuses = new Set([0, -1, ...byState.map((row) => row.status)]);
  return {
    siteCount: sum(byState, () => true),
    statusMap: Object.fromEntries(
      [...statuses].map((code) => [String(code), sum(byState, (row) => row.status === code)]),
    ),
    stateCounts: countsOf(stateKeys, (key) => sum(byState, (row) => row.state === key)),
    verdictCounts: countsOf(conditionLevels, (key) => sum(bySeverity, (row) => row.level === key)),
    worst: conditionOfMany(byState)?.severity ?? 'none',
    severityCounts: countsOf(severities, (key) => sum(bySeverity, (row) => row.severity === key)),
  };
});

interface Row {
  state: StateKey;
  status: number;
  severity: Severity;
  level: ConditionLevel;
  count: number;
}

function rowOf({ rank, count }: { rank: number; count: number }): Row {
  const { reportingRank, severity: place } = readRank(rank);
  const { state } = reportingStateAt(reportingRank);
  const severity = severities[place] ?? 'none';
  const level = levelOfSeverity(severity, isUnregistered(state));
  return { state, status: statusOfState(state), severity, level, count };
}

/** A filter that is not set matches every value. */
const matches = <V>(filter: V | null, value: V): boolean => filter === null || filter === value;

const sum = (rows: readonly Row[], isCounted: (row: Row) => boolean): number =>
  rows.reduce((total, row) => total + (isCounted(row) ? row.count : 0), 0);

const countsOf = <K extends string>(keys: readonly K[], count: (key: K) => number): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, count(key)])) as Record<K, number>;
