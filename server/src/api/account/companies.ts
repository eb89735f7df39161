import type { account } from '@helioport/contract/account';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, contains, orderBy, pageSql } from '../../platform/search.ts';

type Row = OutputOf<typeof account.companies>['list'][number];

export default handler<typeof account.companies>(async ({ input, me, tx }) => {
  const { keywords } = input.filters;
  const found = sql`
    memberships m join companies c on c.id = m.company_id
    where m.user_id = ${me.userId} and ${allOf([keywords && contains(sql`c.name`, keywords)])}`;
  const { rows } = await sql<Row>`
    select c.id as "companyId", c.name as "companyName", c.kind, c.id = ${me.companyId} as "isCurrent"
    from ${found}
    ${orderBy(input.sort, { companyName: sql`c.name` }, sql`c.name, c.id`)} ${pageSql(input.page)}`.execute(
    tx,
  );
  const counted = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(tx);
  return { list: rows, total: counted.rows[0]?.total ?? 0 };
});
