import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { takeStep } from '../../timeseries/alarms/steps.ts';
import { namedAlarms } from './internal/named.ts';

const comment: Handler<typeof alarm.comment> = async (call) => {
  const { input, tx, me, now } = call;
  const alarms = await namedAlarms(call, [input.alarmId]);
  await takeStep(tx, alarms, { step: 'commented', comment: input.comment, userId: me.userId, now });
  return {};
};

export default comment;
