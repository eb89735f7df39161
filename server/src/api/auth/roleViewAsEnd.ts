import type { auth } from '@helioport/contract/auth';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { announceRights } from '../../repositories/rights.ts';
import { setView } from '../../repositories/sessions.ts';

export default handler<typeof auth.roleViewAsEnd>(async ({ me, tx, now, origin }) => {
  await setView(tx, origin.token, null);
  if (!me.isViewing) return {};
  await announceRights(tx, { userIds: [me.ownUserId] });
  const isPerson = me.userId !== me.ownUserId;
  await writeAudit(tx, { userId: me.ownUserId }, now, {
    ...(isPerson
      ? { action: 'user.viewAsEnd', subject: me.email, subjectUserId: me.userId }
      : { action: 'role.viewAsEnd', subject: me.groupName }),
  });
  return {};
});
