import type { cases } from '@helioport/contract/case';
import { handler } from '../../access/handler.ts';
import { closeCase, noteStep, refreshCaseCounts } from '../../repositories/cases.ts';
import { activeCase } from './internal/named.ts';

export default handler<typeof cases.close>(async (call) => {
  const { input, tx, me, now } = call;
  const one = await activeCase(call, input.id);
  const { outcome, comment } = input;
  await closeCase(tx, one, outcome, now);
  await noteStep(tx, one, { step: 'closed', userId: me.userId, now, comment, detail: { outcome } });
  await refreshCaseCounts(tx, [one.siteId]);
  return {};
});
