import type { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { roleTitle } from './internal/role.ts';

type Role = OutputOf<typeof auth.roleList>['list'][number];

interface Row extends Omit<Role, 'createdAt'> {
  createdAt: Date;
}

const columns = {
  id: sql`r.id`,
  name: sql`r.name`,
  scope: sql`array_position(array['own', 'company', 'all'], r.scope)`,
  holders: sql`r.holders`,
  createdAt: sql`r."createdAt"`,
};

export default handler<typeof auth.roleList>(async ({ input, me, visible, tx, lan }) => {
  const { keywords, scope, is_system: isSystem } = input.filters;
  const wanted = allOf([
    keywords !== '' &&
      anyOf([contains(sql`r.name`, keywords), contains(sql`r."titleLocale"::text`, keywords)]),
    scope !== '' && sql`r.scope = ${scope}`,
    isSystem !== null && sql`r."isSystem" = ${isSystem}`,
  ]);
  // Administrators see every role, also those with more permissions than their own; others see those they may assign.
  const from = me.scope === 'all' ? sql`groups` : visible.assignableRoles;
  const roles = sql`
    with r as (
      select g.id, g.name, ${roleTitle(lan)} as title, g.title_locale as "titleLocale", g.scope,
        g.reads_only as "readsOnly", g.is_system as "isSystem", g.created_at as "createdAt",
        (select count(*) from users u where u.group_id = g.id and u.cancelled_at is null) as holders
      from ${from} g
    )`;
  const { rows } = await sql<Row>`
    ${roles} select * from r where ${wanted} ${orderBy(input.sort, columns, sql`r.id`)} ${pageSql(input.page)}`.execute(
    tx,
  );
  const { rows: counted } = await sql<{ total: number }>`
    ${roles} select count(*) as total from r where ${wanted}`.execute(tx);
  return {
    list: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    total: counted[0]?.total ?? 0,
  };
});
