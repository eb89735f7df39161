import type { ParsedOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { companyKinds } from '@helioport/domain/companyKinds';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Visible } from '../../access/visible.ts';
import { allOf, anyOf, hasWords, orderBy, pageSql } from '../../platform/search.ts';
import { companyRows, countsOf } from './internal/companyRows.ts';

type Filters = ParsedOf<typeof user.companyList>['filters'];

const name = sql`lower(c.name)`;
const counts = ['users', 'usersBelow', 'sites', 'sitesBelow'] as const;

export default handler<typeof user.companyList>(async ({ input, me, visible, tx }) => {
  const wanted = sql`where ${conditions(input.filters, visible)}`;
  const order = orderBy(
    input.sort,
    {
      companyName: name,
      kind: sql`array_position(${[...companyKinds]}::text[], c.kind)`,
      manager: sql`lower(m.email)`,
      users: sql`n.users`,
      usersBelow: sql`n."usersBelow"`,
      sites: sql`n.sites`,
      sitesBelow: sql`n."sitesBelow"`,
      createdAt: sql`c.created_at`,
    },
    // By name unless another order is requested.
    input.sort.length === 0 ? sql`${name}, c.id` : sql`c.id`,
  );
  // The counts of all companies are summed only when they are the order; otherwise those of the page.
  const byCount = input.sort.some(({ field }) => (counts as readonly string[]).includes(field));
  const all = sql`select v.id from ${visible.companies} v`;
  const { rows: page } = await sql<{ id: number; total: number }>`
    ${byCount ? sql`with n as (${countsOf(all)})` : sql``}
    select c.id, count(*) over () as total
    from ${visible.companies} c left join users m on m.id = c.manager_id
    ${byCount ? sql`left join n on n.id = c.id` : sql``}
    ${wanted} ${order} ${pageSql(input.page)}`.execute(tx);
  const count = async () => {
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from ${visible.companies} c left join users m on m.id = c.manager_id
      ${wanted}`.execute(tx);
    return counted[0]?.total ?? 0;
  };

  return {
    list: await companyRows(
      tx,
      page.map(({ id }) => id),
      me,
      visible,
    ),
    // A page beyond the last one has no row with the total.
    total: page[0]?.total ?? (await count()),
  };
});

/** Needs `c` = companies and `m` = their managers. */
function conditions({ keywords, kind, parent_id: parentId }: Filters, visible: Visible): RawBuilder<unknown> {
  return allOf([
    keywords && anyOf([hasWords(sql`search_key(c.name)`, keywords), hasWords(sql`m.search_key`, keywords)]),
    kind && sql`c.kind = ${kind}`,
    // A parent company that the caller cannot see is treated as absent, also as the parent of the caller's own company.
    parentId !== null &&
      parentId !== 0 &&
      sql`c.parent_id = ${parentId} and exists (select 1 from ${visible.companies} p where p.id = ${parentId})`,
    parentId === 0 && sql`not exists (select 1 from ${visible.companies} p where p.id = c.parent_id)`,
  ]);
}
