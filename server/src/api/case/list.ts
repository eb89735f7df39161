import type { cases } from '@helioport/contract/case';
import type { ParsedOf } from '@helioport/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, hasWords, orderBy, pageSql } from '../../platform/search.ts';
import { todaySql } from '../../timeseries/query/priceOn.ts';
import { caseColumns, caseJoins, caseRowOf, type StoredCase } from './internal/row.ts';

type CaseListInput = ParsedOf<typeof cases.list>;

export default handler<typeof cases.list>(async ({ input, me, visible, tx, now }) => {
  const from = sql`from cases c join ${visible.sites} s on s.id = c.site_id ${caseJoins(visible)}`;
  const { rows } = await sql<StoredCase & { total: number }>`
    select ${caseColumns(visible, now)}, count(*) over ()::int as total
    ${from} where ${conditions(input, me.userId, now)} ${order(input.sort)} ${pageSql(input.page)}`.execute(
    tx,
  );
  const isOverdue = sql`c.due_day < ${todaySql(now)}`;
  const { rows: counts } = await sql<{ active: number; mine: number; overdue: number; verifying: number }>`
    select count(*)::int as active, (count(*) filter (where c.assigned_to = ${me.userId}))::int as mine,
      (count(*) filter (where ${isOverdue}))::int as overdue,
      (count(*) filter (where c.state = 'verifying'))::int as verifying
    from cases c join ${visible.sites} s on s.id = c.site_id where c.closed_at is null`.execute(tx);
  const total =
    rows[0]?.total ??
    (
      await sql<{ total: number }>`
        select count(*)::int as total ${from} where ${conditions(input, me.userId, now)}`.execute(tx)
    ).rows[0]?.total ??
    0;
  return {
    list: rows.map(({ total: _total, ...row }) => caseRowOf(row)),
    total,
    counts: counts[0] ?? { active: 0, mine: 0, overdue: 0, verifying: 0 },
  };
});

function conditions({ filters }: CaseListInput, userId: number, now: number): RawBuilder<unknown> {
  const { keywords, sid, state, priority, cause, mine, overdue } = filters;
  const assignee = filters.assignee_uid;
  const [, number] = /^(?:c-?)?(\d{1,12})$/i.exec(keywords) ?? [];
  return allOf([
    keywords &&
      anyOf([
        contains(sql`c.title`, keywords),
        hasWords(sql`s.search_key`, keywords),
        ...(number === undefined ? [] : [sql`c.id = ${Number(number)}`]),
      ]),
    sid && sql`s.sid = ${sid}`,
    state && (state === 'active' ? sql`c.closed_at is null` : sql`c.state = ${state}`),
    priority !== null && sql`c.priority = ${priority}`,
    cause !== null && sql`i.cause = ${cause}`,
    assignee &&
      (assignee === 'none'
        ? sql`c.assigned_to is null`
        : sql`c.assigned_to = (select u.id from users u where u.uid = ${assignee})`),
    mine === true && sql`c.assigned_to = ${userId}`,
    overdue === true && sql`c.closed_at is null and c.due_day < ${todaySql(now)}`,
  ]);
}

const byPriority = sql`array_position(array['high', 'normal', 'low'], c.priority)`;

const order = (sort: CaseListInput['sort']): RawBuilder<unknown> =>
  orderBy(
    sort,
    {
      dueDay: sql`c.due_day`,
      priority: byPriority,
      createdAt: sql`c.created_at`,
      changedAt: sql`c.changed_at`,
      riskMoney: sql`i.risk_wh`,
      siteName: sql`lower(s.name)`,
      state: sql`array_position(array['open', 'planned', 'verifying', 'closed'], c.state)`,
    },
    sort.length === 0
      ? sql`c.closed_at desc nulls first, c.due_day nulls last, ${byPriority}, i.risk_wh desc, c.id desc`
      : sql`c.id desc`,
  );
