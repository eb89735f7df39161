import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { restrict } from '../../repositories/serials.ts';
import { restrictorOf, serialToRestrict } from './internal/serialToRestrict.ts';

export default handler<typeof device.joinBlack>(async (call) => {
  const { input, tx, me, now } = call;
  const { sn, siteId, companyId } = await serialToRestrict(call, input);
  const changed = await restrict(tx, { sns: [sn], reason: input.reason, companyId: restrictorOf(me), now });
  if (changed.length === 0) return {};
  await writeAudit(tx, me, now, {
    action: 'device.joinBlack',
    subject: sn,
    ...(siteId === null ? {} : { siteId }),
    companyId,
    detail: { reason: input.reason },
  });
  return {};
});
