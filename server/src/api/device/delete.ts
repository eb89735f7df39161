import type { device } from '@helioport/contract/device';
import type { Handler } from '../../access/handler.ts';
import { deviceToEnd } from '../../reads/deviceToEnd.ts';
import { writeAudit } from '../../records/audit.ts';
import { releaseDevice } from '../../records/claims.ts';
import { forgetCommands } from '../../records/commands.ts';
import { freeInputs } from '../../records/replacements.ts';
import { forgetHistory } from '../../telemetry/keep/forgetDevice.ts';

const remove: Handler<typeof device.delete> = async (call) => {
  const { input, tx, me, now } = call;
  const { id, sn, siteId, sid, companyId, deviceIds } = await deviceToEnd(call, input);
  const days = await forgetHistory(tx, { siteId, deviceIds, now });
  await freeInputs(tx, siteId, id);
  await forgetCommands(tx, siteId, deviceIds);
  await releaseDevice(tx, { siteId, deviceIds });
  await writeAudit(tx, {
    at: new Date(now),
    userId: me.userId,
    action: 'device.del',
    subject: sn,
    siteId,
    ...(companyId === null ? {} : { companyId }),
    detail: { sid, days },
  });
  return {};
};

export default remove;
