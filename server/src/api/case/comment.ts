import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { noteStep } from '../../repositories/cases.ts';
import { anyCase } from './internal/named.ts';

export default handler<typeof cases.comment>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await anyCase(call, input.id);
  await noteStep(tx, one, { step: 'commented', userId: me.userId, now, comment: input.comment });
  return {};
});
