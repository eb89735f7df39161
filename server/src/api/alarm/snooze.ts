import type { alarm } from '@helioport/contract/alarm';
import { HOUR_MS } from '@helioport/domain/duration';
import type { Handler } from '../../access/handler.ts';
import { actOnActive } from './internal/named.ts';

const snooze: Handler<typeof alarm.snooze> = (call) => {
  const { alarmIds, hours, comment } = call.input;
  const untilMs = hours === 0 ? null : call.now + hours * HOUR_MS;
  return actOnActive(call, alarmIds, { step: 'snoozed', untilMs }, comment);
};

export default snooze;
