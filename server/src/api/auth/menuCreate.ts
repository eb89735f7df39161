import type { auth } from '@helioport/contract/auth';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createMenu, lockMenus, type Menu } from '../../repositories/menus.ts';
import { demandFreeName, demandPlace } from './internal/rules.ts';

export default handler<typeof auth.menuCreate>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const menus = await lockMenus(tx);
  const menu: Omit<Menu, 'id'> = {
    parentId: input.parent_id || null,
    key: null,
    title: input.title,
    titleLocale: input.titleLocale ?? {},
    icon: input.icon,
    path: input.path,
    params: input.params,
    mode: input.mode,
    componentsTitle: input.mode === 1 ? input.components_title : '',
    position: 0,
  };
  demandPlace(menus, menu);
  demandFreeName(menus, menu);
  const id = await createMenu(tx, menu);
  await writeAudit(tx, me, now, { action: 'menu.create', subject: menu.title, detail: { ...menu, id } });
  return { id };
});
