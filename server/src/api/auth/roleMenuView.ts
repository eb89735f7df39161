import type { auth } from '@helioport/contract/auth';
import { languageByCode } from '@helioport/domain/languages';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import { roleNameOf } from '../../access/me.ts';
import { fail } from '../../platform/failure.ts';
import { itemOf, type MenuRow, menuColumns, treeOf } from './internal/tree.ts';

const roleMenuView: Handler<typeof auth.roleMenuView> = async ({ input, me, tx, lan }) => {
  // At login a client may name any role; what it gets is its own. Other roles are the business of administrators.
  const isLogin = input.is_login ?? (!input.role_id || me.scope !== 'all');
  const groupId = isLogin ? me.groupId : input.role_id || me.groupId;
  if (groupId !== me.groupId && me.scope !== 'all') fail('role.unknown');
  // Who looks through the eyes of a role has no right that is not his own as well.
  const isMine = sql`exists (
    select 1 from group_menus own where own.group_id = ${me.ownGroupId} and own.menu_id = m.id)`;
  const { rows } = await sql<MenuRow>`
    select ${sql.raw(menuColumns)} from group_menus gm join menus m on m.id = gm.menu_id
    where gm.group_id = ${groupId} and ${me.isViewing ? isMine : sql`true`}
    order by m.position, m.id`.execute(tx);
  const webCode = languageByCode(lan)?.webCode ?? 'en';
  const list = treeOf(rows, (row) => {
    const item = itemOf(row);
    if (!input.ownTitles) return item;
    const { title, titleLocale } = item;
    return { ...item, titleLocale: { [webCode]: titleLocale[webCode] ?? titleLocale.en ?? title } };
  });
  if (!me.isViewing) return { list };

  const company = await sql<{ name: string }>`select name from companies where id = ${me.companyId}`.execute(
    tx,
  );
  return {
    list,
    viewAs: {
      id: me.groupId,
      name: roleNameOf(me, lan),
      companyName: company.rows[0]?.name ?? '',
      ...(me.userId === me.ownUserId ? {} : { email: me.email }),
    },
  };
};

export default roleMenuView;
