// A company as lists and its page show it.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { companyKinds } from '@helioport/domain/companyKinds';
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Tx } from '../../../platform/db.ts';
import { pathSql } from './company.ts';

type Company = OutputOf<typeof user.companyList>['list'][number];

interface Row extends Omit<Company, 'createdAt' | 'isOwn' | 'mayDelete'> {
  createdAt: Date;
}

/** The companies with these ids, in their order. The caller has found them among the visible ones. */
export async function companyRows(
  tx: Tx,
  wanted: readonly number[],
  me: Me,
  visible: Visible,
): Promise<Company[]> {
  const ids = sql`${[...wanted]}::bigint[]`;
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
  return rows.map(({ createdAt, ...row }) => {
    const isOwn = row.companyId === me.companyId;
    const mayDelete = row.mayEdit && (me.scope === 'all' || !isOwn);
    return { ...row, createdAt: createdAt.getTime(), isOwn, mayDelete };
  });
}

/**
 * Numbers of users, plants and child companies of the companies whose `id` the query returns: their own, and including
 * all below. The depth of the tree is limited by the company types, which bounds the recursion more cheaply than cycle
 * detection.
 */
export const countsOf = (wanted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
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
