import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { unrestrict } from '../../repositories/serials.ts';
import { serialToLift } from './internal/serialToRestrict.ts';

export default handler<typeof device.removeBlack>(async (call) => {
  const { input, tx, me, now } = call;
  const { sn, siteId, companyId } = await serialToLift(call, input);
  const changed = await unrestrict(tx, [sn]);
  if (changed.length === 0) return {};
  await writeAudit(tx, me, now, {
    action: 'device.removeBlack',
    subject: sn,
    ...(siteId === null ? {} : { siteId }),
    companyId,
  });
  return {};
});
