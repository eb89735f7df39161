import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endPushBrowser } from '../../repositories/pushes.ts';

export default handler<typeof alarm.noticesPushEnd>(async ({ input, me, tx, now }) => {
  if (!(await endPushBrowser(tx, me.userId, input.id))) fail('alarm.noBrowser');
  await writeAudit(tx, me, now, { action: 'alarm.pushEnd', subject: me.email, subjectUserId: me.userId });
  return {};
});
