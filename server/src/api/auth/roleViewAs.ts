import type { auth } from '@helioport/contract/auth';
import { sql } from 'kysely';
import { demandOperator } from '../../access/grants.ts';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../records/audit.ts';
import { announceRights } from '../../records/rights.ts';
import { setView } from '../../records/sessions.ts';
import { demandRole } from './parts/role.ts';

const roleViewAs: Handler<typeof auth.roleViewAs> = async ({ input, me, visible, tx, now, origin }) => {
  demandOperator(me);
  const role = await demandRole(tx, visible, input.role_id);
  const companyId = input.company_id || null;
  if (companyId !== null) {
    const { rows } = await sql`select 1 from ${visible.companies} c where c.id = ${companyId}`.execute(tx);
    if (rows.length === 0) fail('company.unknown');
  }
  await setView(tx, origin.token, { groupId: role.id, companyId });
  await announceRights(tx, { userIds: [me.userId] });
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'role.viewAs',
    subject: role.name,
    ...(companyId === null ? {} : { companyId }),
  });
  return {};
};

export default roleViewAs;
