import type { auth } from '@helioport/contract/auth';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { lockMenus, updateMenus } from '../../repositories/menus.ts';
import { demandPlace } from './internal/rules.ts';

export default handler<typeof auth.menuSort>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const menus = await lockMenus(tx);
  const parentId = input.parent_id || null;
  const named = [...new Set(input.ids)].map(
    (id) => menus.find((menu) => menu.id === id) ?? fail('menu.unknown'),
  );
  const others = menus.filter((menu) => menu.parentId === parentId && !named.includes(menu));
  const after = [...named, ...others].map((menu, position) => ({ ...menu, parentId, position }));
  for (const menu of after) demandPlace(menus, menu);

  const moved = after.filter((menu) => {
    const before = menus.find((one) => one.id === menu.id);
    return before?.parentId !== menu.parentId || before.position !== menu.position;
  });
  if (moved.length === 0) return {};
  await updateMenus(tx, moved);
  await writeAudit(tx, me, now, {
    action: 'menu.sort',
    subject: menus.find((menu) => menu.id === parentId)?.title ?? '',
    detail: { order: after.map((menu) => menu.title) },
  });
  return {};
});
