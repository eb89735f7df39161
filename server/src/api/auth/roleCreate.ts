import type { auth } from '@helioport/contract/auth';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { changeGrants, createGroup, grantsOf } from '../../repositories/groups.ts';
import { demandRole } from './internal/role.ts';

export default handler<typeof auth.roleCreate>(async ({ input, me, visible, tx, now }) => {
  demandOperator(me);
  const { name, scope, readsOnly, copyOf } = input;
  // The caller must be allowed to assign the template role, so all copied permissions are the caller's own.
  const model = copyOf ? await demandRole(tx, visible, copyOf) : undefined;
  const createdAt = new Date(now);
  const titleLocale = input.titleLocale ?? {};
  const id =
    (await createGroup(tx, { name, titleLocale, scope, readsOnly, createdAt })) ?? fail('role.nameTaken');
  if (model) await changeGrants(tx, id, { added: [...(await grantsOf(tx, model.id))], removed: [] });
  await writeAudit(tx, me, now, {
    action: 'role.create',
    subject: name,
    detail: { id, scope, readsOnly, ...(model ? { copyOf: model.name } : {}) },
  });
  return { id };
});
