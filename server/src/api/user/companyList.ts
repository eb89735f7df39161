import type { OutputOf, ParsedOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { companyKinds } from '@helioport/domain/companyKinds';
import { type RawBuilder, sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import type { Visible } from '../../access/visible.ts';
import { allOf, anyOf, hasWords, orderBy, pageSql } from '../../platform/search.ts';
import { pathSql } from './parts/company.ts';

type Company = OutputOf<typeof user.companyList>['list'][number];
type Filters = ParsedOf<typeof user.companyList>['filters'];

interface Row extends Omit<Company, 'createdAt' | 'isOwn' | 'mayDelete'> {
  createdAt: Date;
}

const name = sql`lower(c.name)`;
const counts = ['users', 'usersBelow', 'sites', 'sitesBelow'] as const;

const companyList: Handler<typeof user.companyList> = async ({ input, me, visible, tx }) => {
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
    // Without a wish by name, which is how people look for a company.
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

  const ids = sql`${page.map(({ id }) => id)}::bigint[]`;
  const { rows } = await sql<Row>`
    with n as (${countsOf(sql`select unnest(${ids}) as id`)})
    select c.id as "companyId", c.name as "companyName", c.kind, coalesce(p.id, 0) as "parentId",
      coalesce(p.name, '') as "parentName", ${pathSql(visible)} as path, coalesce(m.uid, '') as "managerUid",
      coalesce(m.contact_person, '') as "managerName", coalesce(m.email, '') as "managerEmail",
      (select count(*) from companies k where k.parent_id = c.id) as children, n."companiesBelow", n.users,
      n."usersBelow", n.sites, n."sitesBelow", c.created_at as "createdAt",
      exists (select 1 from ${visible.editableCompanies} e where e.id = c.id) as "mayEdit"
    from companies c join n on n.id = c.id left join ${visible.companies} p on p.id = c.parent_id
    left join users m on m.id = c.manager_id
    where c.id = any(${ids}) order by array_position(${ids}, c.id)`.execute(tx);
  return {
    list: rows.map(({ createdAt, ...row }) => {
      const isOwn = row.companyId === me.companyId;
      const mayDelete = row.mayEdit && (me.scope === 'all' || !isOwn);
      return { ...row, createdAt: createdAt.getTime(), isOwn, mayDelete };
    }),
    // Beyond the last page there is no row that could say it.
    total: page[0]?.total ?? (await count()),
  };
};

/** Needs `c` = companies and `m` = their managers. */
function conditions({ keywords, kind, parent_id: parentId }: Filters, visible: Visible): RawBuilder<unknown> {
  return allOf([
    keywords && anyOf([hasWords(sql`folded(c.name)`, keywords), hasWords(sql`m.words`, keywords)]),
    kind && sql`c.kind = ${kind}`,
    // A company above that the caller cannot see is not there for him, not even as the one above his own.
    parentId !== null &&
      parentId !== 0 &&
      sql`c.parent_id = ${parentId} and exists (select 1 from ${visible.companies} p where p.id = ${parentId})`,
    parentId === 0 && sql`not exists (select 1 from ${visible.companies} p where p.id = c.parent_id)`,
  ]);
}

/**
 * People, plants and companies of the companies whose `id` the query gives: their own, and with all below. The tree is
 * as deep as there are kinds, which bounds the recursion much cheaper than looking for repetitions would.
 */
const countsOf = (wanted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive below as (
    select w.id as top, w.id, 1 as level from (${wanted}) w
    union all
    select b.top, k.id, b.level + 1 from companies k join below b on k.parent_id = b.id
    where b.level < ${companyKinds.length}
  ),
  each as materialized (
    select k.id,
      (select count(*) from users u where u.company_id = k.id and u.cancelled_at is null) as users,
      (select count(*) from sites s where s.company_id = k.id) as sites
    from (select distinct id from below) k
  )
  select b.top as id, max(e.users) filter (where e.id = b.top) as users, sum(e.users)::bigint as "usersBelow",
    max(e.sites) filter (where e.id = b.top) as sites, sum(e.sites)::bigint as "sitesBelow",
    count(*) - 1 as "companiesBelow"
  from below b join each e on e.id = b.id group by b.top`;

export default companyList;
