import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { sinceText, titleText, whereText } from '../../queries/alarm/mail.ts';
import { notificationOf } from '../../queries/alarm/notification.ts';
import { mailedAlarm } from './internal/mailed.ts';

export default handler<typeof alarm.mailed>(async (call) => {
  const { alarm: found, userId } = await mailedAlarm(call, false);
  const request = { userId, siteId: found.siteId, alarmIds: [found.id], evenMuted: true };
  const notification = await notificationOf(call.tx, request, call.now);
  const notified = notification?.alarms[0];
  if (!notification || !notified) return fail('alarm.unknown');
  return {
    siteName: notification.siteName,
    title: titleText(notified, notification),
    where: whereText(notified, notification),
    since: sinceText(notified, notification),
    explanation: notified.explanation,
    advice: notified.advice,
  };
});
