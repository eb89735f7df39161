import type { finding } from '@helioport/contract/finding';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { pageSql } from '../../platform/search.ts';
import { findingConditions, findingOrder } from '../../queries/finding/filters.ts';
import {
  findingColumns,
  findingJoins,
  findingRowOf,
  type StoredFinding,
} from '../../queries/finding/rows.ts';

export default handler<typeof finding.list>(async ({ input, me, visible, tx, now, lan }) => {
  const from = sql`from finding f join ${visible.sites} s on s.id = f.site_id`;
  const order = findingOrder(input);
  const { rows } = await sql<StoredFinding & { total: number }>`
    select ${findingColumns({ visible, me, now })}, f.total
    from (select f.*, count(*) over ()::int as total ${from} where ${findingConditions(input)} ${order} ${pageSql(input.page)}) f
    join ${visible.sites} s on s.id = f.site_id ${findingJoins} ${order}`.execute(tx);
  const { rows: counts } = await sql<{ open: number; faults: number; closed: number }>`
    select (count(*) filter (where f.until_at is null))::int as open,
      (count(*) filter (where f.until_at is null and f.is_fault))::int as faults,
      (count(*) filter (where f.until_at is not null))::int as closed
    ${from} where ${findingConditions(input, { ofAllStates: true })}`.execute(tx);
  const [counted = { open: 0, faults: 0, closed: 0 }] = counts;
  const { state } = input.filters;
  return {
    list: rows.map(({ total: _total, ...row }) => findingRowOf(row, { lan, now })),
    // A page beyond the last one has no row with the total.
    total:
      state === 'open' ? counted.open : state === 'closed' ? counted.closed : counted.open + counted.closed,
    counts: counted,
  };
});
