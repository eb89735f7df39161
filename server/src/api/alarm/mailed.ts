import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { sinceText, titleText, whereText } from '../../queries/alarm/mail.ts';
import { tellingOf } from '../../queries/alarm/told.ts';
import { mailedAlarm } from './internal/mailed.ts';

const mailed: Handler<typeof alarm.mailed> = async (call) => {
  const { alarm: found, userId } = await mailedAlarm(call, false);
  const asked = { userId, siteId: found.siteId, alarmIds: [found.id], evenMuted: true };
  const telling = await tellingOf(call.tx, asked, call.now);
  const told = telling?.alarms[0];
  if (!telling || !told) return fail('alarm.unknown');
  return {
    siteName: telling.siteName,
    title: titleText(told, telling),
    where: whereText(told, telling),
    since: sinceText(told, telling),
    explanation: told.explanation,
    advice: told.advice,
  };
};

export default mailed;
