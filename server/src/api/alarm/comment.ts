import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { takeStep } from '../../timeseries/alarms/steps.ts';
import { namedAlarms } from './internal/named.ts';

export default handler<typeof alarm.comment>(async (call) => {
  const { input, tx, me, now } = call;
  const alarms = await namedAlarms(call, [input.alarmId]);
  await takeStep(tx, alarms, { step: 'commented', comment: input.comment, userId: me.userId, now });
  return {};
});
