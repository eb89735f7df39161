import type { site } from '@helioport/contract/site';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { endOffer } from '../../repositories/siteOffers.ts';
import { siteToOffer } from './internal/assign.ts';

export default handler<typeof site.handOverCancel>(async (call) => {
  const { input, tx, me, now } = call;
  const plant = await siteToOffer(call, input.sid);
  const email = await endOffer(tx, plant.id);
  if (email === undefined) return {};
  await writeAudit(tx, me, now, {
    action: 'site.offerEnd',
    subject: plant.sid,
    siteId: plant.id,
    companyId: plant.companyId,
    detail: { email },
  });
  return {};
});
