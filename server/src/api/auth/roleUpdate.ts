import type { auth } from '@helioport/contract/auth';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { ADMINISTRATOR, type Group, updateGroup } from '../../repositories/groups.ts';
import { demandRole } from './internal/role.ts';

export default handler<typeof auth.roleUpdate>(async ({ input, me, visible, tx, now }) => {
  demandOperator(me);
  const before = await demandRole(tx, visible, input.id);
  const after: Group = {
    ...before,
    name: input.name ?? before.name,
    titleLocale: input.titleLocale ?? before.titleLocale,
    scope: input.scope ?? before.scope,
    readsOnly: input.readsOnly ?? before.readsOnly,
  };
  if (before.id === ADMINISTRATOR && (after.scope !== 'all' || after.readsOnly)) fail('role.keepsAll');
  if (!(await updateGroup(tx, after))) fail('role.nameTaken');
  await writeAudit(tx, me, now, { action: 'role.update', subject: before.name, detail: { before, after } });
  return {};
});
