import type { overview } from '@helioport/contract/overview';
import { demandOperator } from '../../access/grants.ts';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { setRetention as keepFor, retentionOf } from '../../timeseries/retention/retention.ts';

export default handler<typeof overview.setRetention>(async ({ input, me, tx, now }) => {
  demandOperator(me);
  const { years } = input;
  const { years: before } = await retentionOf(tx);
  if (before === years) return {};
  await keepFor(tx, years);
  await writeAudit(tx, me, now, {
    action: 'retention.update',
    subject: '',
    detail: { before: { keptYears: before }, after: { keptYears: years } },
  });
  return {};
});
