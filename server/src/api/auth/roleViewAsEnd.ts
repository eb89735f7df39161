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
  const entry = isPerson
    ? ({ action: 'user.viewAsEnd', subject: me.email, subjectUserId: me.userId } as const)
    : ({ action: 'role.viewAsEnd', subject: me.groupName } as const);
  await writeAudit(tx, { userId: me.ownUserId }, now, entry);
  return {};
});
