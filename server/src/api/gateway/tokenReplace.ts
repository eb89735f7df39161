import type { gateway } from '@helioport/contract/gateway';
import type { Handler } from '../../access/handler.ts';
import { deviceKeyOf, keyHolder } from '../../reads/deviceKey.ts';
import { writeAudit } from '../../records/audit.ts';
import { replaceKey } from '../../records/deviceKeys.ts';

const tokenReplace: Handler<typeof gateway.tokenReplace> = async (call) => {
  const { input, tx, me, now, services } = call;
  const { id, sn, siteId, companyId } = await keyHolder(call, input);
  const keyNumber = await replaceKey(tx, id);
  await writeAudit(tx, {
    ...{ at: new Date(now), userId: me.userId, action: 'device.keyReplace', subject: sn, siteId },
    ...(companyId === null ? {} : { companyId }),
  });
  return deviceKeyOf(services, { sn, keyNumber });
};

export default tokenReplace;
