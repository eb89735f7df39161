import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { peopleFor } from '../../queries/assignable.ts';
import { namedAlarms } from './internal/named.ts';

export default handler<typeof alarm.assignees>(async (call) => {
  const alarms = await namedAlarms(call, [call.input.alarmId], false);
  const people = await peopleFor(
    call,
    alarms.map(({ siteId }) => siteId),
  );
  return { list: people.map(({ uid, name }) => ({ uid, name })) };
});
