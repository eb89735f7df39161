import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { actOnStanding } from './internal/named.ts';

const snooze: Handler<typeof alarm.snooze> = (call) => {
  const { alarmIds, hours, comment } = call.input;
  const untilMs = hours === 0 ? null : call.now + hours * 3_600_000;
  return actOnStanding(call, alarmIds, { step: 'snoozed', untilMs }, comment);
};

export default snooze;
