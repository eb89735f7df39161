import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { plantParameterButton } from '@helioport/contract/grants';
import { commandStates } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, contains, pageSql } from '../../platform/search.ts';
import { type ApprovalObstacle, approvalObstacles, refusalText } from '../../queries/command/approval.ts';
import { ms } from '../../queries/found.ts';
import { mayListRun } from './internal/ofCompanies.ts';

type Answer = OutputOf<typeof configuration.inverterRunList>['list'][number];

interface Row extends Omit<Answer, 'mayConfirm' | 'confirmRefusal'> {
  /** Whose requests wait for a second approval. */
  requesters: number[];
  /** Whether some of them belong to deleted accounts. */
  hasDeletedRequesters: boolean;
}

const counts = sql.join(
  commandStates.map((state) => sql`${state}::text, count(*) filter (where c.state = ${state})`),
);

export default handler<typeof configuration.inverterRunList>(async (call) => {
  const { input, me, tx, visible, lan } = call;
  const { filters } = input;
  const maySet = me.buttons.has(plantParameterButton.name) && !me.readsOnly;
  const found = sql`
    from parameter_runs r where ${allOf([
      mayListRun(me, visible.editableSites),
      filters.keywords && contains(sql`r.name`, filters.keywords),
      filters.id != null && sql`r.id = ${filters.id}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Row>`
    with page as (select r.id ${found} order by r.id desc ${pageSql(input.page)})
    select r.id, r.name, r.set_id as "setId", r.back_of as "backOf",
      coalesce((select u.email from ${visible.users} u where u.id = r.user_id), '') as "userEmail",
      ${ms(sql`r.created_at`)} as "createdAt", n.*
    from page join parameter_runs r on r.id = page.id
    cross join lateral (
      select count(*) as total, json_build_object(${counts}) as counts,
        coalesce(bool_or(c.state = 'waiting' and c.user_id is null), false) as "hasDeletedRequesters",
        coalesce(array_agg(distinct c.user_id) filter (where c.state = 'waiting' and c.user_id is not null),
          '{}'::bigint[]) as requesters,
        ${maySet} and coalesce(bool_or(c.state in ('waiting', 'queued')), false) as "mayWithdraw"
      from parameter_run_devices x join ${visible.sites} s on s.id = x.site_id join commands c on c.site_id = x.site_id and c.id = x.command_id
      where x.run_id = r.id) n
    order by r.id desc`.execute(tx);
  const waitsFor = ({ requesters, hasDeletedRequesters }: Row) => [
    ...requesters,
    ...(hasDeletedRequesters ? [null] : []),
  ];
  const pendingRequesters = rows.flatMap(waitsFor);
  const obstacles =
    maySet && pendingRequesters.length > 0
      ? await approvalObstacles(tx, me.userId, pendingRequesters)
      : new Map<number | null, ApprovalObstacle>();
  return {
    list: rows.map((row) => {
      const { requesters: _requesters, hasDeletedRequesters: _hasDeletedRequesters, ...shown } = row;
      const ids = maySet ? waitsFor(row) : [];
      const mayConfirm = ids.some((id) => !obstacles.has(id));
      const [obstacle] = mayConfirm ? [] : ids.flatMap((id) => obstacles.get(id) ?? []);
      return {
        ...shown,
        createdAt: Math.round(row.createdAt),
        mayConfirm,
        confirmRefusal: refusalText(lan, obstacle),
      };
    }),
    total: counted.rows[0]?.total ?? 0,
  };
});
