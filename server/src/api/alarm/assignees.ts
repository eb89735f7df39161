import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { namedAlarms } from './internal/named.ts';
import { peopleFor } from './internal/people.ts';

const assignees: Handler<typeof alarm.assignees> = async (call) => {
  const alarms = await namedAlarms(call, [call.input.alarmId], false);
  const people = await peopleFor(call, alarms);
  return { list: people.map(({ uid, name }) => ({ uid, name })) };
};

export default assignees;
