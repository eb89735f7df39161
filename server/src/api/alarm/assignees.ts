import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { peopleFor } from '../../queries/assignable.ts';
import { namedAlarms } from './internal/named.ts';

const assignees: Handler<typeof alarm.assignees> = async (call) => {
  const alarms = await namedAlarms(call, [call.input.alarmId], false);
  const people = await peopleFor(
    call,
    alarms.map(({ siteId }) => siteId),
  );
  return { list: people.map(({ uid, name }) => ({ uid, name })) };
};

export default assignees;
