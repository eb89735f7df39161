import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { sinceText, titleText, whereText } from '../../queries/alarm/mail.ts';
import { notificationOf } from '../../queries/alarm/notification.ts';
import { mailedAlarm } from './internal/mailed.ts';

const mailed: Handler<typeof alarm.mailed> = async (call) => {
  const { alarm: found, userId } = await mailedAlarm(call, false);
  const asked = { userId, siteId: found.siteId, alarmIds: [found.id], evenMuted: true };
  const notification = await notificationOf(call.tx, asked, call.now);
  const told = notification?.alarms[0];
  if (!notification || !told) return fail('alarm.unknown');
  return {
    siteName: notification.siteName,
    title: titleText(told, notification),
    where: whereText(told, notification),
    since: sinceText(told, notification),
    explanation: told.explanation,
    advice: told.advice,
  };
};

export default mailed;
