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
import { type SiteFilters, siteConditions, siteRows } from '../../queries/siteFilters.ts';
import { readRank, siteRank } from '../../timeseries/current/state.ts';

export default handler<typeof overview.siteStatusCounts>(async ({ input, me, visible, share, tx, now }) => {
  // State and severity follow from the rank, so that one query serves both counts.
  const filters = { ...input.filters, status: null, state: null, severity: null, verdict: null };
  const counted = await share('siteRanks', filters, () =>
    sql<{ rank: number; count: number }>`
    select ${siteRank(now)} as rank, count(*) as count
    from ${siteRows({ me, visible })} where ${siteConditions(filters, now)} group by 1`.execute(tx),
  );
  const all = counted.rows.map(({ rank, count }): Row => {
    const { reportingRank, severity } = readRank(rank);
    const { state } = reportingStateAt(reportingRank);
    const plant = { state, status: statusOfState(state), severity: severities[severity] ?? 'none' };
    return { ...plant, verdict: levelOfSeverity(plant.severity, isUnregistered(state)), count };
  });
  // Each count ignores the filter by its own values, which a user chooses from it, and follows all others.
  const byState = all.filter(matches(input.filters, ['severity', 'verdict']));
  const bySeverity = all.filter(matches(input.filters, ['status', 'state']));
  const statuses = new Set([0, -1, ...byState.map(({ status }) => status)]);
  return {
    siteCount: sum(byState, () => true),
    statusMap: Object.fromEntries(
      [...statuses].map((code) => [String(code), sum(byState, ({ status }) => status === code)]),
    ),
    stateCounts: countsOf(stateKeys, (key) => sum(byState, ({ state }) => state === key)),
    verdictCounts: countsOf(conditionLevels, (key) => sum(bySeverity, ({ verdict }) => verdict === key)),
    worst: conditionOfMany(byState)?.severity ?? 'none',
    severityCounts: countsOf(severities, (key) => sum(bySeverity, ({ severity }) => severity === key)),
  };
});

interface Row {
  state: StateKey;
  status: number;
  severity: Severity;
  verdict: ConditionLevel;
  count: number;
}

/** Whether a row matches these filters; a filter that is not set matches every row. */
const matches =
  <K extends keyof Row & keyof SiteFilters>(filters: SiteFilters, keys: readonly K[]) =>
  (row: Row): boolean =>
    keys.every((key) => filters[key] === null || filters[key] === row[key]);

const sum = (rows: readonly Row[], isCounted: (row: Row) => boolean): number =>
  rows.reduce((total, row) => total + (isCounted(row) ? row.count : 0), 0);

const countsOf = <K extends string>(keys: readonly K[], count: (key: K) => number): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, count(key)])) as Record<K, number>;
