import type { token } from '@helioport/contract/token';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteCalendarLink } from '../../repositories/calendarLinks.ts';

export default handler<typeof token.calendarRevoke>(async ({ me, tx, now }) => {
  if (!(await deleteCalendarLink(tx, me.userId))) return fail('token.unknown');
  await writeAudit(tx, me, now, { action: 'calendar.revoke', subject: me.email, subjectUserId: me.userId });
  return {};
});
