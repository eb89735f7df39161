import type { ParsedOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { type RawBuilder, sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, hasWords, orderBy, pageSql } from '../../platform/search.ts';
import { companyAndBelow } from '../../queries/companyTree.ts';
import { roleTitle } from '../../queries/titles.ts';
import { type PersonRow, personAnswer, personColumns } from './internal/rows.ts';

type Filters = ParsedOf<typeof user.list>['filters'];

export default handler<typeof user.list>(async ({ input, me, visible, tx, lan }) => {
  const where = sql`where ${conditions(input.filters)}`;
  const sortFields = new Set(input.sort.map(({ field }) => field));
  // Names are sorted once, not per user: users are ordered by the resulting positions.
  const roles = sql`(select g.id, row_number() over (order by ${roleTitle(lan)}, g.id) as place from groups g)`;
  const companies = sql`(
    select id, row_number() over (order by lower(name), id) as place from ${visible.companies} k)`;
  const order = orderBy(
    input.sort,
    {
      email: sql`lower(u.email)`,
      contactPerson: sql`lower(u.contact_person)`,
      groupName: sql`g.place`,
      companyName: sql`c.place`,
      country: sql`u.country_code`,
      city: sql`lower(u.city)`,
      status: sql`u.is_blocked`,
      createdAt: sql`u.created_at`,
      lastSignInAt: sql`u.last_sign_in_at`,
    },
    sql`u.id`,
  );
  // All users are counted and sorted by separate indexes; a filtered part is counted while reading.
  const isPart = me.scope !== 'all' || Object.values(input.filters).some((one) => one !== '' && one !== null);
  const { rows: page } = await sql<{ id: number; total: number | null }>`
    select u.id, ${isPart ? sql`count(*) over ()` : sql`null::bigint`} as total
    from ${visible.users} u
    ${sortFields.has('groupName') ? sql`left join ${roles} g on g.id = u.group_id` : sql``}
    ${sortFields.has('companyName') ? sql`left join ${companies} c on c.id = u.company_id` : sql``}
    ${where} ${order} ${pageSql(input.page)}`.execute(tx);
  const count = async () => {
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from ${visible.users} u ${where}`.execute(tx);
    return counted[0]?.total ?? 0;
  };
  const total = page[0]?.total ?? (await count());
  // Details are read for the users on the page only.
  const ids = sql`${page.map(({ id }) => id)}::bigint[]`;
  const { rows } = await sql<PersonRow>`
    select ${personColumns(visible, lan)}
    from users u join groups g on g.id = u.group_id left join ${visible.companies} c on c.id = u.company_id
    where u.id = any(${ids}) order by array_position(${ids}, u.id)`.execute(tx);
  return { list: rows.map((row) => personAnswer(row, lan)), total };
});

/** Needs `u` = users. */
function conditions(filters: Filters): RawBuilder<unknown> {
  const { keywords, email: part, group_id: groupId, company_id: companyId, state, city, status } = filters;
  return allOf([
    keywords && hasWords(sql`u.search_key`, keywords),
    part && contains(sql`u.email`, part),
    groupId !== null && sql`u.group_id = ${groupId}`,
    companyId !== null && inCompany(companyId, filters.with_below === true),
    filters.country_code && sql`u.country_code = upper(${filters.country_code})`,
    state && anyOf([sql`u.state_code = upper(${state})`, contains(sql`u.state_name`, state)]),
    city && contains(sql`u.city`, city),
    filters.is_business !== null && sql`u.is_business = ${filters.is_business}`,
    status === 'active' && sql`not u.is_blocked`,
    status === 'blocked' && sql`u.is_blocked`,
    filters.created_start_date && sql`u.created_at >= ${filters.created_start_date}::date`,
    filters.created_end_date && sql`u.created_at < ${filters.created_end_date}::date + 1`,
  ]);
}

function inCompany(companyId: number, withBelow: boolean): RawBuilder<unknown> {
  if (companyId === 0) return sql`u.company_id is null`;
  return sql`u.company_id in ${companyAndBelow(companyId, withBelow)}`;
}
