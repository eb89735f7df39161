import type { ParsedOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { type RawBuilder, sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { type PersonRow, personAnswer, personColumns } from './rows.ts';
import { roleTitle } from './titles.ts';

type Filters = ParsedOf<typeof user.list>['filters'];

// Written as the indexes are, which are there for search and order.
const email = sql`lower(u.email)`;
const person = sql`lower(u.contact_person)`;

const list: Handler<typeof user.list> = async ({ input, visible, tx, lan }) => {
  const wanted = sql`from ${visible.users} u where ${conditions(input.filters)}`;
  // Joins that the order does not need are dropped by the planner, since they are on unique keys.
  const order = orderBy(
    input.sort,
    {
      email,
      contactPerson: person,
      groupName: roleTitle(lan),
      companyName: sql`lower(c.name)`,
      country: sql`u.country_code`,
      city: sql`lower(u.city)`,
      status: sql`u.is_blocked`,
      createdAt: sql`u.created_at`,
      lastSignInAt: sql`u.last_sign_in_at`,
    },
    sql`u.id`,
  );
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${wanted}`.execute(tx);
  // Which people first, then what is shown of them: only the few of the page are looked at closely.
  const { rows: page } = await sql<{ id: number }>`
    select u.id
    from ${visible.users} u join groups g on g.id = u.group_id left join ${visible.companies} c on c.id = u.company_id
    where ${conditions(input.filters)} ${order} ${pageSql(input.page)}`.execute(tx);
  const ids = sql`${page.map(({ id }) => id)}::bigint[]`;
  const { rows } = await sql<PersonRow>`
    select ${personColumns(visible, lan)}
    from users u join groups g on g.id = u.group_id left join ${visible.companies} c on c.id = u.company_id
    where u.id = any(${ids}) order by array_position(${ids}, u.id)`.execute(tx);
  return { list: rows.map((row) => personAnswer(row, lan)), total: counted[0]?.total ?? 0 };
};

/** Needs `u` = users. */
function conditions(asked: Filters): RawBuilder<unknown> {
  const { keywords, email: part, group_id: groupId, company_id: companyId, state, city, status } = asked;
  return allOf([
    keywords && anyOf([contains(email, keywords), contains(person, keywords)]),
    part && contains(email, part),
    groupId !== null && sql`u.group_id = ${groupId}`,
    companyId !== null && inCompany(companyId, asked.with_below === true),
    asked.country_code && sql`u.country_code = upper(${asked.country_code})`,
    state && anyOf([sql`u.state_code = upper(${state})`, contains(sql`u.state_name`, state)]),
    city && contains(sql`u.city`, city),
    asked.is_business !== null && sql`u.is_business = ${asked.is_business}`,
    status === 'active' && sql`not u.is_blocked`,
    status === 'blocked' && sql`u.is_blocked`,
    asked.created_start_date && sql`u.created_at >= ${asked.created_start_date}::date`,
    asked.created_end_date && sql`u.created_at < ${asked.created_end_date}::date + 1`,
  ]);
}

function inCompany(companyId: number, withBelow: boolean): RawBuilder<unknown> {
  if (companyId === 0) return sql`u.company_id is null`;
  if (!withBelow) return sql`u.company_id = ${companyId}`;
  return sql`u.company_id in (
    with recursive below as (
      select ${companyId}::bigint as id
      union select k.id from companies k join below b on k.parent_id = b.id
    )
    select id from below)`;
}

export default list;
