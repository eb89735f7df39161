import type { account } from '@helioport/contract/account';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endOwnSession } from '../../repositories/sessions.ts';

export default handler<typeof account.sessionRevoke>(async ({ input, me, tx, now }) => {
  if (!(await endOwnSession(tx, me.userId, input.id))) fail('session.unknown');
  await writeAudit(tx, me, now, { action: 'account.sessionRevoke', subject: me.email });
  return {};
});
