import type { OutputOf } from '@helioport/contract/endpoint';
import type { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { allOf, anyOf, contains, orderBy, pageSql } from '../../platform/search.ts';
import { menuTitle, roleTitle } from '../../queries/titles.ts';

type Group = OutputOf<typeof user.groupAccess>['list'][number];
type Access = Group['pages'][number];

interface Grant extends Access {
  groupId: number;
  mode: 1 | 2 | 3;
}

export default handler<typeof user.groupAccess>(async ({ input, visible, tx, lan }) => {
  const { keywords, scope, access } = input.filters;
  const title = roleTitle(lan);
  const wanted = allOf([
    keywords && anyOf([contains(title, keywords), contains(sql`g.name`, keywords)]),
    scope && sql`g.scope = ${scope}`,
    access &&
      sql`exists (
        select 1 from group_menus gm join menus m on m.id = gm.menu_id
        where gm.group_id = g.id and ${access} in (m.title, m.components_title))`,
  ]);
  const order = orderBy(
    input.sort,
    {
      groupId: sql`g.id`,
      groupName: title,
      scope: sql`array_position(array['own', 'company', 'all'], g.scope)`,
      members: sql`coalesce(n.members, 0)`,
    },
    sql`g.id`,
  );
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from groups g where ${wanted}`.execute(tx);
  const { rows } = await sql<Omit<Group, 'pages' | 'buttons' | 'modules'>>`
    select g.id as "groupId", ${title} as "groupName", g.scope, g.reads_only as "readsOnly",
      g.is_system as "isSystem", coalesce(n.members, 0) as members, coalesce(n.blocked, 0) as blocked
    from groups g
    left join (
      select u.group_id, count(*) as members, count(*) filter (where u.is_blocked) as blocked
      from ${visible.users} u group by u.group_id) n on n.group_id = g.id
    where ${wanted} ${order} ${pageSql(input.page)}`.execute(tx);
  const { rows: grants } = await sql<Grant>`
    select gm.group_id as "groupId", m.mode, ${menuTitle(lan)} as title,
      case m.mode when 1 then m.components_title else m.title end as name
    from group_menus gm join menus m on m.id = gm.menu_id
    where gm.group_id = any(${rows.map((row) => row.groupId)}::int[]) and (m.mode <> 1 or m.components_title <> '')
    order by m.parent_id nulls first, m.position, m.id`.execute(tx);
  return {
    list: rows.map((row) => {
      const held = (mode: Grant['mode']) =>
        grants
          .filter((grant) => grant.groupId === row.groupId && grant.mode === mode)
          .map((grant) => ({ name: grant.name, title: grant.title }));
      return { ...row, pages: held(1), buttons: held(2), modules: held(3) };
    }),
    total: counted[0]?.total ?? 0,
  };
});
