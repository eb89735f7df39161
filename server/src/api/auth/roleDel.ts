import type { auth } from '@helioport/contract/auth';
import { sql } from 'kysely';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteGroup } from '../../repositories/groups.ts';
import { handOverRole } from '../../repositories/users.ts';
import { demandRole } from './internal/role.ts';

/** Role for closed accounts if the role has no other users to reassign. */
const END_USER = 26;

export default handler<typeof auth.roleDel>(async ({ input, me, visible, tx, now }) => {
  demandOperator(me);
  const role = await demandRole(tx, visible, input.id);
  if (role.isSystem) fail('role.isSystem');
  const { rows } = await sql<{ holders: number }>`
    select count(*) as holders from users where group_id = ${role.id} and cancelled_at is null`.execute(tx);
  const holders = rows[0]?.holders ?? 0;
  const successor = input.handOverTo ? await demandRole(tx, visible, input.handOverTo) : undefined;
  if (successor?.id === role.id || (holders > 0 && !successor)) fail('role.hasHolders', { count: holders });

  const handedOver = await handOverRole(tx, role.id, successor?.id ?? END_USER);
  await deleteGroup(tx, role.id);
  await writeAudit(tx, me, now, {
    action: 'role.del',
    subject: role.name,
    detail: { id: role.id, handedOver, ...(successor ? { handOverTo: successor.name } : {}) },
  });
  return {};
});
