import type { alarm } from '@helioport/contract/alarm';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { peopleFor } from '../../queries/assignable.ts';
import { actOnActive, namedAlarms } from './internal/named.ts';

const assign: Handler<typeof alarm.assign> = async (call) => {
  const { alarmIds, assigneeUid, comment } = call.input;
  const siteIds = assigneeUid === '' ? [] : (await namedAlarms(call, alarmIds)).map(({ siteId }) => siteId);
  const people = assigneeUid === '' ? [] : await peopleFor(call, siteIds);
  const to = people.find(({ uid }) => uid === assigneeUid);
  if (assigneeUid !== '' && !to) fail('user.unknown');
  return await actOnActive(call, alarmIds, { step: 'assigned', toUserId: to?.id ?? null }, comment);
};

export default assign;
