import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { updateSet } from '../../repositories/parameterSets.ts';
import { demandGoodSet, setToChange } from './internal/parameterSets.ts';

export default handler<typeof configuration.inverterSetEdit>(async (call) => {
  const { input, me, tx, now } = call;
  const { id, ...fields } = input;
  const { companyId } = await setToChange(call, id);
  demandGoodSet(fields);
  const at = new Date(now);
  await updateSet(tx, id, fields, at);
  await writeAudit(tx, me, now, {
    action: 'parameterSet.update',
    subject: fields.name,
    companyId,
    detail: { ...fields.values },
  });
  return {};
});
