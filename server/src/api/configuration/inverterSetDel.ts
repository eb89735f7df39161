import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteSet } from '../../repositories/parameterSets.ts';
import { setToChange } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterSetDel>(async (call) => {
  const { input, me, tx, now } = call;
  const { name: subject, companyId } = await setToChange(call, input.id);
  await deleteSet(tx, input.id);
  await writeAudit(tx, me, now, { action: 'parameterSet.del', subject, companyId });
  return {};
});
