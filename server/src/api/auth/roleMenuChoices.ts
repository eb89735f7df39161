import type { auth } from '@helioport/contract/auth';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { itemOf, type MenuRow, menuColumns, treeOf } from './internal/tree.ts';

export default handler<typeof auth.roleMenuChoices>(async ({ input, me, tx }) => {
  if (me.scope !== 'all') fail('access.denied');
  const role = await sql`select 1 from groups where id = ${input.role_id}`.execute(tx);
  if (role.rows.length === 0) fail('role.unknown');
  const { rows } = await sql<MenuRow & { isHeld: boolean; isGranted: boolean }>`
    select ${sql.raw(menuColumns)},
      exists (select 1 from group_menus gm where gm.group_id = ${me.groupId} and gm.menu_id = m.id) as "isHeld",
      exists (select 1 from group_menus gm where gm.group_id = ${input.role_id} and gm.menu_id = m.id) as "isGranted"
    from menus m order by m.position, m.id`.execute(tx);
  return {
    list: treeOf(rows, (row) => ({ ...itemOf(row), isHeld: row.isHeld })),
    granted: rows.filter((row) => row.isGranted).map((row) => row.id),
  };
});
