import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createSet } from '../../repositories/parameterSets.ts';
import { demandGoodSet } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterSetCreate>(async (call) => {
  const { input, me, tx, now } = call;
  demandGoodSet(input);
  const companyId = me.companyId || null;
  const at = new Date(now);
  const id = await createSet(tx, input, { companyId, userId: me.userId, at });
  await writeAudit(tx, me, now, {
    action: 'parameterSet.create',
    subject: input.name,
    companyId,
    detail: { ...input.values },
  });
  return { id };
});
