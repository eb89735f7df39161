import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { peopleFor } from '../../queries/assignable.ts';
import { actOnActive, namedAlarms } from './internal/named.ts';

export default handler<typeof alarm.assign>(async (call) => {
  const { alarmIds, assigneeUid, comment } = call.input;
  const siteIds = assigneeUid === '' ? [] : (await namedAlarms(call, alarmIds)).map(({ siteId }) => siteId);
  const people = assigneeUid === '' ? [] : await peopleFor(call, siteIds);
  const to = people.find(({ uid }) => uid === assigneeUid);
  if (assigneeUid !== '' && !to) fail('user.unknown');
  return await actOnActive(call, alarmIds, { step: 'assigned', toUserId: to?.id ?? null }, comment);
});
