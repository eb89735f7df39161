import type { token } from '@helioport/contract/token';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { putCalendarLink } from '../../repositories/calendarLinks.ts';

export default handler<typeof token.calendarCreate>(async ({ input, me, tx, now }) => {
  const { onlyMine } = input;
  const secret = await putCalendarLink(tx, { userId: me.userId, onlyMine, now });
  await writeAudit(tx, me, now, {
    action: 'calendar.create',
    subject: me.email,
    subjectUserId: me.userId,
    detail: { onlyMine },
  });
  return { path: `/calendar/${secret}.ics` };
});
