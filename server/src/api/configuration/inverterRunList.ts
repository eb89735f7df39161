import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { plantParameterButton } from '@helioport/contract/grants';
import { commandStates } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { allOf, contains, pageSql } from '../../platform/search.ts';
import { ms } from '../../reads/found.ts';
import { mayList } from './parts/ofCompanies.ts';

type Answer = OutputOf<typeof configuration.inverterRunList>['list'][number];

const counts = sql.join(
  commandStates.map((state) => sql`${state}::text, count(*) filter (where c.state = ${state})`),
);

const inverterRunList: Handler<typeof configuration.inverterRunList> = async (call) => {
  const { input, me, tx, visible } = call;
  const { filters } = input;
  const maySet = me.buttons.has(plantParameterButton.name) && !me.readsOnly;
  const found = sql`
    from parameter_runs r where ${allOf([
      mayList(me, sql`r.company_id`),
      filters.keywords && contains(sql`r.name`, filters.keywords),
      filters.id != null && sql`r.id = ${filters.id}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Answer>`
    with page as (select r.id ${found} order by r.id desc ${pageSql(input.page)})
    select r.id, r.name, r.set_id as "setId", r.back_of as "backOf",
      coalesce((select u.email from ${visible.users} u where u.id = r.user_id), '') as "userEmail",
      ${ms(sql`r.created_at`)} as "createdAt", n.*
    from page join parameter_runs r on r.id = page.id
    cross join lateral (
      select count(*) as total, json_build_object(${counts}) as counts,
        ${maySet} and coalesce(bool_or(c.state = 'waiting' and c.user_id is distinct from ${me.userId}), false)
          as "mayConfirm",
        ${maySet} and coalesce(bool_or(c.state in ('waiting', 'queued')), false) as "mayWithdraw"
      from parameter_run_devices x join commands c on c.site_id = x.site_id and c.id = x.command_id
      where x.run_id = r.id) n
    order by r.id desc`.execute(tx);
  return {
    list: rows.map((row) => ({ ...row, createdAt: Math.round(row.createdAt) })),
    total: counted.rows[0]?.total ?? 0,
  };
};

export default inverterRunList;
