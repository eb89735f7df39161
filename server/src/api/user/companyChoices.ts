import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, hasWords, pageSql } from '../../platform/search.ts';
import { pathSql } from './internal/company.ts';

type Choice = OutputOf<typeof user.companyChoices>['list'][number];

export default handler<typeof user.companyChoices>(async ({ input, visible, tx }) => {
  const { keywords, kind } = input.filters;
  const name = sql`lower(c.name)`;
  const wanted = sql`
    from ${visible.companies} c
    where ${allOf([keywords && hasWords(sql`search_key(c.name)`, keywords), kind && sql`c.kind = ${kind}`])}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${wanted}`.execute(tx);
  const { rows: list } = await sql<Choice>`
    select c."companyId", c."companyName", c.kind, ${pathSql(visible)} as path from (
      select c.id as "companyId", c.name as "companyName", c.kind, c.parent_id ${wanted}
      order by ${name}, c.id ${pageSql(input.page)}
    ) c order by lower(c."companyName"), c."companyId"`.execute(tx);
  return { list, total: counted[0]?.total ?? 0 };
});
