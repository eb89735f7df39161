import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { noteStep, setCaseState } from '../../repositories/cases.ts';
import { activeCase } from './internal/named.ts';

export default handler<typeof cases.repaired>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await activeCase(call, input.id);
  await setCaseState(tx, one, 'verifying');
  await noteStep(tx, one, { step: 'repaired', userId: me.userId, now, comment: input.comment });
  return {};
});
