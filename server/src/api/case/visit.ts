import { CASE_VISITS_MAX, type cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { noteStep, putVisit, setCaseState } from '../../repositories/cases.ts';
import { activeCase } from './internal/named.ts';

export default handler<typeof cases.visit>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await activeCase(call, input.id);
  const day = input.date ?? fail('request.invalid', { field: 'date' });
  const { visitId: id, note, isDone } = input;
  const visitId =
    (await putVisit(tx, one, { id, day, note, isDone, userId: me.userId, most: CASE_VISITS_MAX })) ??
    fail(id === null ? 'case.visitsFull' : 'case.unknown');
  if (id === null && !isDone) await setCaseState(tx, one, 'planned');
  await noteStep(tx, one, {
    step: 'visit',
    userId: me.userId,
    now,
    comment: note,
    detail: { day, done: isDone ? 1 : 0 },
  });
  return { visitId };
});
