import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { deviceToEnd } from '../../queries/deviceToEnd.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { releaseDevice } from '../../repositories/claims.ts';
import { deleteCommands } from '../../repositories/commands.ts';
import { freeInputs } from '../../repositories/replacements.ts';
import { deleteDeviceHistory } from '../../timeseries/retention/deleteHistory.ts';

export default handler<typeof device.delete>(async (call) => {
  const { input, tx, me, now } = call;
  const { id, sn, siteId, sid, companyId, deviceIds } = await deviceToEnd(call, input);
  const days = await deleteDeviceHistory(tx, { siteId, deviceIds, now });
  await freeInputs(tx, siteId, id);
  await deleteCommands(tx, siteId, deviceIds);
  await releaseDevice(tx, { siteId, deviceIds });
  await writeAudit(tx, me, now, {
    action: 'device.del',
    subject: sn,
    siteId,
    companyId,
    detail: { sid, days },
  });
  return {};
});
