import type { auth } from '@helioport/contract/auth';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { ADMINISTRATOR, changeGrants, grantsOf } from '../../repositories/groups.ts';
import { lockMenus } from '../../repositories/menus.ts';
import { demandRole } from './internal/role.ts';
import { withAbove } from './internal/tree.ts';

export default handler<typeof auth.roleMenuDistribution>(async ({ input, me, visible, tx, now }) => {
  demandOperator(me);
  const role = await demandRole(tx, visible, input.role_id);
  const menus = await lockMenus(tx);
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  if (input.menu_ids.some((id) => !byId.has(id))) fail('menu.unknown');

  // A button without its page would be unreachable.
  const wanted = new Set(input.menu_ids.flatMap((id) => withAbove(byId, id)).map((menu) => menu.id));
  const before = await grantsOf(tx, role.id);
  const added = [...wanted].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !wanted.has(id));
  if (role.id === ADMINISTRATOR && removed.length > 0) fail('role.keepsAll');

  const held = await grantsOf(tx, me.groupId);
  const nameOf = (id: number) => byId.get(id)?.title ?? String(id);
  const notHeld = [...added, ...removed].filter((id) => !held.has(id));
  if (notHeld.length > 0) fail('role.notHeld', { names: notHeld.map(nameOf).join(', ') });

  if (added.length + removed.length > 0) {
    await changeGrants(tx, role.id, { added, removed });
    await writeAudit(tx, me, now, {
      action: 'role.distribute',
      subject: role.name,
      detail: { added: added.map(nameOf), removed: removed.map(nameOf) },
    });
  }
  return { menu_ids: [...wanted].sort((a, b) => a - b) };
});
