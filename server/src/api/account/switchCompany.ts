import type { account } from '@helioport/contract/account';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endSession } from '../../repositories/sessions.ts';
import { beginSession } from './internal/beginSession.ts';

export default handler<typeof account.switchCompany>(async ({ input, me, tx, now, lan, origin }) => {
  const { companyId } = input;
  const { rows } = await sql`
    select 1 from memberships where user_id = ${me.userId} and company_id = ${companyId}`.execute(tx);
  if (rows.length === 0) fail('company.unknown');
  await endSession(tx, origin.token);
  await writeAudit(tx, me, now, { action: 'account.switchCompany', subject: me.email, companyId });
  const user = { id: me.userId, uid: me.uid, email: me.email };
  return beginSession(tx, { user, companyId, origin, now, lan });
});
