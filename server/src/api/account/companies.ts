import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { allOf, contains, orderBy, pageSql } from '../../platform/search.ts';

interface Row {
  companyId: number;
  companyName: string;
  kind: 'operator' | 'distributor' | 'dealer' | 'installer';
  total: number;
}

const companies: Handler<typeof account.companies> = async ({ input, me, tx }) => {
  const { keywords } = input.filters;
  const { rows } = await sql<Row>`
    select c.id as "companyId", c.name as "companyName", c.kind, count(*) over () as total
    from memberships m join companies c on c.id = m.company_id
    where m.user_id = ${me.userId} and ${allOf([keywords && contains(sql`c.name`, keywords)])}
    ${orderBy(input.sort, { companyName: sql`c.name` }, sql`c.name, c.id`)} ${pageSql(input.page)}`.execute(
    tx,
  );
  return {
    list: rows.map(({ total: _, ...row }) => ({ ...row, isCurrent: row.companyId === me.companyId })),
    total: rows[0]?.total ?? 0,
  };
};

export default companies;
