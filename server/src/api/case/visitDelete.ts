import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deleteVisit, noteStep } from '../../repositories/cases.ts';
import { activeCase } from './internal/named.ts';

export default handler<typeof cases.visitDelete>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await activeCase(call, input.id);
  if (!(await deleteVisit(tx, one, input.visitId))) fail('case.unknown');
  await noteStep(tx, one, { step: 'visit', userId: me.userId, now, detail: { removed: 1 } });
  return {};
});
