import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { noteStep, refreshCaseCounts, setCaseState } from '../../repositories/cases.ts';
import { anyCase } from './internal/named.ts';

export default handler<typeof cases.reopen>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await anyCase(call, input.id);
  if (!one.isClosed) fail('case.notClosed');
  await setCaseState(tx, one, 'open');
  await noteStep(tx, one, { step: 'reopened', userId: me.userId, now, comment: input.comment });
  await refreshCaseCounts(tx, [one.siteId]);
  return {};
});
