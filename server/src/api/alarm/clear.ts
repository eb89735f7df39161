import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { takeStep } from '../../timeseries/alarms/steps.ts';
import { namedAlarms } from './internal/named.ts';

export default handler<typeof alarm.clear>(async (call) => {
  const { input, tx, me, now } = call;
  const alarms = await namedAlarms(call, input.alarmIds);
  if (alarms.some(({ isEnded }) => isEnded)) fail('alarm.ended');
  // The next evaluation would raise it again.
  if (alarms.some(({ isSo }) => isSo)) fail('alarm.stillSo');
  await takeStep(tx, alarms, { step: 'clearedByHand', comment: input.comment, userId: me.userId, now });
  return {};
});
