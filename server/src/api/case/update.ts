import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { peopleFor } from '../../queries/assignable.ts';
import { changeCase, noteStep } from '../../repositories/cases.ts';
import { activeCase } from './internal/named.ts';

export default handler<typeof cases.update>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await activeCase(call, input.id);
  if (input.title === '') fail('request.invalid', { field: 'title' });
  const assignee =
    input.assigneeUid === undefined || input.assigneeUid === ''
      ? null
      : ((await peopleFor(call, [one.siteId])).find(({ uid }) => uid === input.assigneeUid) ??
        fail('user.unknown'));
  const changed = await changeCase(tx, one, {
    title: input.title,
    note: input.note,
    priority: input.priority,
    dueDay: input.dueDate,
    warrantyUntil: input.warrantyUntil,
    warrantyNote: input.warrantyNote,
    assignedTo: input.assigneeUid === undefined ? undefined : (assignee?.id ?? null),
  });
  const by = { userId: me.userId, now };
  if (changed.includes('assignedTo'))
    await noteStep(tx, one, { ...by, step: 'assigned', detail: { assignee: assignee?.name ?? '' } });
  const values = {
    title: input.title ?? '',
    note: '',
    priority: input.priority ?? '',
    dueDay: input.dueDate ?? null,
    warrantyUntil: input.warrantyUntil ?? null,
    warrantyNote: input.warrantyNote ?? '',
  };
  const others = changed.filter((key) => key !== 'assignedTo');
  if (others.length > 0)
    await noteStep(tx, one, {
      ...by,
      step: 'changed' as const,
      detail: Object.fromEntries(others.map((key) => [key, values[key]])),
    });
  if (input.comment !== '') await noteStep(tx, one, { ...by, step: 'commented', comment: input.comment });
  return {};
});
