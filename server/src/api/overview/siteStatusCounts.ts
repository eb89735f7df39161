import type { overview } from '@helioport/contract/overview';
import { conditionOfMany, severities } from '@helioport/domain/condition';
import { conditionLevels } from '@helioport/domain/conditionSummary';
import { levelOfSeverity } from '@helioport/domain/plantCondition';
import { isUnregistered, reportingStateAt, stateKeys, statusOfState } from '@helioport/domain/state';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { siteConditions, siteRows } from '../../queries/siteFilters.ts';
import { readRank, siteRank } from '../../timeseries/current/state.ts';

export default handler<typeof overview.siteStatusCounts>(async ({ input, me, visible, share, tx, now }) => {
  // The chips choose among states, so they count what the other filters leave.
  const filters = { ...input.filters, status: null, state: null, severity: null, verdict: null };
  const counted = await share('siteRanks', filters, () =>
    sql<{ rank: number; count: number }>`
    select ${siteRank(now)} as rank, count(*) as count
    from ${siteRows({ me, visible })} where ${siteConditions(filters, now)} group by 1`.execute(tx),
  );
  const rows = counted.rows.map(({ rank, count }) => ({ ...readRank(rank), count }));
  type Row = (typeof rows)[number];
  const sum = (of: (row: Row) => boolean) =>
    rows.reduce((total, row) => total + (of(row) ? row.count : 0), 0);
  const stateOf = ({ reportingRank }: Row) => reportingStateAt(reportingRank).state;
  const levelOfRow = (row: Row) =>
    levelOfSeverity(severities[row.severity] ?? 'none', isUnregistered(stateOf(row)));
  const seen = new Set([0, -1, ...rows.map((row) => statusOfState(stateOf(row)))]);
  return {
    siteCount: sum(() => true),
    statusMap: Object.fromEntries(
      [...seen].map((code) => [String(code), sum((row) => statusOfState(stateOf(row)) === code)]),
    ),
    stateCounts: countsOf(stateKeys, (key) => sum((row) => stateOf(row) === key)),
    verdictCounts: countsOf(conditionLevels, (key) => sum((row) => levelOfRow(row) === key)),
    worst:
      conditionOfMany(rows.map((row) => ({ severity: severities[row.severity] ?? 'none' })))?.severity ??
      'none',
    severityCounts: countsOf(severities, (key) => sum((row) => severities[row.severity] === key)),
  };
});

const countsOf = <K extends string>(keys: readonly K[], count: (key: K) => number): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, count(key)])) as Record<K, number>;
