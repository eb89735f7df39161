import type { auth } from '@helioport/contract/auth';
import type { ParsedOf } from '@helioport/contract/endpoint';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { lockMenus, type Menu, updateMenus } from '../../repositories/menus.ts';
import { demandFreeName, demandPlace } from './internal/rules.ts';

export default handler<typeof auth.menuUpdate>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const menus = await lockMenus(tx);
  const before = menus.find((menu) => menu.id === input.id) ?? fail('menu.unknown');
  const after = changed(before, input, menus);
  if (before.key !== null && isOfTheProduct(before, after)) fail('menu.isSystem', { name: before.title });
  demandPlace(menus, after);
  demandFreeName(menus, after);
  await updateMenus(tx, [after]);
  await writeAudit(tx, me, now, {
    action: 'menu.update',
    subject: before.title,
    detail: { before, after },
  });
  return {};
});

function changed(before: Menu, input: ParsedOf<typeof auth.menuUpdate>, menus: readonly Menu[]): Menu {
  const parentId = input.parent_id === 0 ? null : (input.parent_id ?? before.parentId);
  const siblings = menus.filter((menu) => menu.parentId === parentId);
  return {
    ...before,
    parentId,
    // Elsewhere it becomes the last child.
    position:
      parentId === before.parentId
        ? before.position
        : Math.max(-1, ...siblings.map((one) => one.position)) + 1,
    title: input.title ?? before.title,
    titleLocale: input.titleLocale ?? before.titleLocale,
    icon: input.icon ?? before.icon,
    path: input.path ?? before.path,
    params: input.params ?? before.params,
    componentsTitle: before.mode === 1 ? (input.components_title ?? before.componentsTitle) : '',
  };
}

/** True if a property used by code changed: its path, or the name used by grants. */
const isOfTheProduct = (before: Menu, after: Menu): boolean =>
  after.path !== before.path ||
  after.componentsTitle !== before.componentsTitle ||
  (before.mode !== 1 && after.title !== before.title);
