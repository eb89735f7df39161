import type { device } from '@helioport/contract/device';
import { canonicalSn } from '@helioport/domain/deviceIdentity';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { deviceToEnd } from '../../queries/deviceToEnd.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { clearFirstSeen } from '../../repositories/claims.ts';
import { deleteDeviceHistory } from '../../timeseries/retention/deleteHistory.ts';

export default handler<typeof device.deleteHistory>(async (call) => {
  const { input, tx, me, now } = call;
  const { sn, siteId, sid, companyId, deviceIds } = await deviceToEnd(call, input);
  if (canonicalSn(input.typed) !== sn) fail('device.snDiffers', { sn });
  const days = await deleteDeviceHistory(tx, { siteId, deviceIds, now });
  await clearFirstSeen(tx, deviceIds);
  await writeAudit(tx, me, now, {
    action: 'device.deleteHistory',
    subject: sn,
    siteId,
    companyId,
    detail: { sid, days },
  });
  return { sid, days };
});
