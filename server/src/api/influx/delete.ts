import type { influx } from '@helioport/contract/influx';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteOutput } from '../../repositories/influxOutputs.ts';

export default handler<typeof influx.delete>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const url = (await deleteOutput(tx, siteId)) ?? fail('influx.none');
  await writeAudit(tx, me, now, {
    action: 'influx.delete',
    subject: new URL(url).host,
    siteId,
    companyId,
    detail: { sid: input.sid },
  });
  return {};
});
