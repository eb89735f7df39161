import type { account } from '@helioport/contract/account';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endSessionsOf } from '../../repositories/sessions.ts';

export default handler<typeof account.sessionRevokeOthers>(async ({ me, tx, now, origin }) => {
  const ended = await endSessionsOf(tx, me.userId, origin.token);
  await writeAudit(tx, me, now, {
    action: 'account.sessionRevokeOthers',
    subject: me.email,
    detail: { ended },
  });
  return { ended };
});
