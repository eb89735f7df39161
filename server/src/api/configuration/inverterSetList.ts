import type { configuration } from '@helioport/contract/configuration';
import type { OutputOf } from '@helioport/contract/endpoint';
import { plantParameterButton } from '@helioport/contract/grants';
import { entriesOf, touchesProtection } from '@helioport/domain/parameters';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, contains, pageSql } from '../../platform/search.ts';
import { modelTitle } from '../../queries/firmwareModel.ts';
import { ms } from '../../queries/found.ts';
import { mayList } from './internal/ofCompanies.ts';

type Answer = OutputOf<typeof configuration.inverterSetList>['list'][number];

interface Row extends Omit<Answer, 'values' | 'modelTitle' | 'isProtection' | 'mayChange'> {
  values: Record<string, number>;
}

export default handler<typeof configuration.inverterSetList>(async ({ input, me, tx, lan }) => {
  const { filters } = input;
  const found = sql`
    from parameter_sets p where ${allOf([
      mayList(me, sql`p.company_id`),
      filters.keywords && contains(sql`p.name`, filters.keywords),
      filters.id != null && sql`p.id = ${filters.id}`,
    ])}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(tx);
  const { rows } = await sql<Row>`
    with page as (select p.id ${found} order by p.name, p.id ${pageSql(input.page)})
    select p.id, p.name, p.model, p.grid_code as "gridCode", p."values", coalesce(c.name, '') as "companyName",
      (select count(*) from parameter_runs r where r.set_id = p.id and r.back_of is null) as runs,
      ${ms(sql`p.updated_at`)} as "updatedAt"
    from page join parameter_sets p on p.id = page.id left join companies c on c.id = p.company_id
    order by p.name, p.id`.execute(tx);
  return {
    list: rows.map(({ values, ...row }) => ({
      ...row,
      modelTitle: row.model === '' ? '' : modelTitle(row.model, lan),
      values: entriesOf(values).map(([{ key, unit }, value]) => ({ key, unit, value })),
      isProtection: touchesProtection(values),
      mayChange: me.buttons.has(plantParameterButton.name) && !me.readsOnly,
    })),
    total: counted.rows[0]?.total ?? 0,
  };
});
