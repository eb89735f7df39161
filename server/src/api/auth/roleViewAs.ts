import type { auth } from '@helioport/contract/auth';
import { sql } from 'kysely';
import { demandOperator } from '../../access/grants.ts';
import { type Call, handler } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { announceRights } from '../../repositories/rights.ts';
import { setView } from '../../repositories/sessions.ts';
import { demandRole } from './internal/role.ts';

type ViewAs = Call<typeof auth.roleViewAs>;

export default handler<typeof auth.roleViewAs>(async (call) => {
  const { me, tx, now, input } = call;
  demandOperator(me);
  const seen = input.uid ? await asPerson(call, input.uid) : await asHolder(call);
  await announceRights(tx, { userIds: [me.ownUserId] });
  await writeAudit(tx, { userId: me.ownUserId }, now, { ...seen });
  return {};
});

/** As any holder of the role, in a company. */
async function asHolder({ input, visible, tx, origin }: ViewAs) {
  const role = await demandRole(tx, visible, input.role_id ?? fail('request.invalid', { field: 'role_id' }));
  const companyId = input.company_id || null;
  if (companyId !== null) {
    const { rows } = await sql`select 1 from ${visible.companies} c where c.id = ${companyId}`.execute(tx);
    if (rows.length === 0) fail('company.unknown');
  }
  await setView(tx, origin.token, { groupId: role.id, companyId });
  return { action: 'role.viewAs', subject: role.name, companyId };
}

/** View as this user, in their own company; not allowed if the user sees or may do more than the caller. */
async function asPerson({ me, visible, tx, origin }: ViewAs, uid: string) {
  const { rows } = await sql<Columns<'users', 'id' | 'email' | 'groupId'>>`
    select u.id, u.email, u.group_id as "groupId" from ${visible.users} u where u.uid = ${uid}`.execute(tx);
  const person = rows[0] ?? fail('user.unknown');
  if (person.id === me.ownUserId) fail('role.viewSelf');
  await demandRole(tx, visible, person.groupId);
  await setView(tx, origin.token, { userId: person.id });
  // The viewed user sees the entry in their own audit log.
  return { action: 'user.viewAs', subject: person.email, subjectUserId: person.id };
}
