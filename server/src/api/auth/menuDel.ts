import type { auth } from '@helioport/contract/auth';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteMenu, lockMenus, updateMenus } from '../../repositories/menus.ts';
import { demandPlace } from './internal/rules.ts';
import { below } from './internal/tree.ts';

export default handler<typeof auth.menuDel>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const menus = await lockMenus(tx);
  const menu = menus.find((one) => one.id === input.id) ?? fail('menu.unknown');
  const under = below(menus, menu.id);
  if (input.below === 'keep' && under.length > 0) fail('menu.hasBelow', { count: under.length });
  const lifted =
    input.below === 'lift'
      ? under
          .filter((one) => one.parentId === menu.id)
          .map((one) => ({ ...one, parentId: menu.parentId, position: menu.position }))
      : [];
  const deleted = input.below === 'lift' ? [menu] : [menu, ...under];
  const ofTheProduct = deleted.find((one) => one.key !== null);
  if (ofTheProduct) fail('menu.isSystem', { name: ofTheProduct.title });

  for (const one of lifted) demandPlace(menus, one);
  await updateMenus(tx, lifted);
  await deleteMenu(tx, menu.id);
  await writeAudit(tx, me, now, {
    action: 'menu.del',
    subject: menu.title,
    detail: { deleted: deleted.map((one) => one.title), lifted: lifted.map((one) => one.title) },
  });
  return {};
});
