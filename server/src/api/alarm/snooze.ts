import type { alarm } from '@helioport/contract/alarm';
import { HOUR_MS } from '@helioport/domain/duration';
import { handler } from '../../access/handler.ts';
import { actOnActive } from './internal/named.ts';

export default handler<typeof alarm.snooze>((call) => {
  const { alarmIds, hours, comment } = call.input;
  const untilMs = hours === 0 ? null : call.now + hours * HOUR_MS;
  return actOnActive(call, alarmIds, { step: 'snoozed', untilMs }, comment);
});
