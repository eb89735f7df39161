import type { account } from '@helioport/contract/account';
import type { Handler } from '../../access/handler.ts';
import { writeAudit } from '../../records/audit.ts';
import { endSessionsOf } from '../../records/sessions.ts';

const sessionRevokeOthers: Handler<typeof account.sessionRevokeOthers> = async ({ me, tx, now, origin }) => {
  const ended = await endSessionsOf(tx, me.userId, origin.token);
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'account.sessionRevokeOthers',
    subject: me.email,
    detail: { ended },
  });
  return { ended };
};

export default sessionRevokeOthers;
