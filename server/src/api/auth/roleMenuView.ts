import type { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';

type Item = OutputOf<typeof auth.roleMenuView>['list'][number];

interface Row extends Omit<Item, 'children'> {
  parentId: number | null;
}

const roleMenuView: Handler<typeof auth.roleMenuView> = async ({ input, me, tx }) => {
  // At login a client may name any role; what it gets is its own. Other roles are the business of administrators.
  const groupId = input.is_login ? me.groupId : (input.role_id ?? me.groupId);
  if (groupId !== me.groupId && me.scope !== 'all') fail('access.denied');
  const { rows } = await sql<Row>`
    select m.id, m.parent_id as "parentId", m.title, m.title_locale as "titleLocale", m.icon, m.path, m.params, m.mode,
      m.components_title
    from group_menus gm join menus m on m.id = gm.menu_id
    where gm.group_id = ${groupId}
    order by m.position, m.id`.execute(tx);
  return { list: treeOf(rows, null) };
};

/** A menu whose parent is not granted stands at the top, so that nothing granted gets lost. */
function treeOf(rows: readonly Row[], parentId: number | null): Item[] {
  const granted = new Set(rows.map((row) => row.id));
  return rows
    .filter((row) =>
      parentId === null ? row.parentId === null || !granted.has(row.parentId) : row.parentId === parentId,
    )
    .map(({ parentId: _, ...item }) => ({ ...item, children: treeOf(rows, item.id) }));
}

export default roleMenuView;
