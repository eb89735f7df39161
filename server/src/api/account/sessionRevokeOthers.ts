import type { account } from '@helioport/contract/account';
import type { Handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endSessionsOf } from '../../repositories/sessions.ts';

const sessionRevokeOthers: Handler<typeof account.sessionRevokeOthers> = async ({ me, tx, now, origin }) => {
  const ended = await endSessionsOf(tx, me.userId, origin.token);
  await writeAudit(tx, me, now, {
    action: 'account.sessionRevokeOthers',
    subject: me.email,
    detail: { ended },
  });
  return { ended };
};

export default sessionRevokeOthers;
