import type { device } from '@helioport/contract/device';
import { handler } from '../../access/handler.ts';
import { checkedZone } from '../../platform/places.ts';
import { findDevice } from '../../queries/findDevice.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { changeSite } from '../../repositories/sites.ts';
import { rezoneSite } from '../../timeseries/retention/move.ts';
import { holdRollUps } from '../../timeseries/rollup/rollup.ts';

export default handler<typeof device.changeTimezone>(async (call) => {
  const { input, tx, me, now } = call;
  const { sn, sid } = await findDevice(call, input);
  const plant = await siteToChange(call, sid);
  const timezone = checkedZone(input.timezone);
  await holdRollUps(tx, plant.id);
  const { before, after } = await changeSite(tx, plant.id, { timezone });
  if (!('timezone' in after)) return {};
  await rezoneSite(tx, { siteId: plant.id, timeZone: timezone, now });
  await writeAudit(tx, me, now, {
    action: 'device.changeTimezone',
    subject: sn,
    siteId: plant.id,
    companyId: plant.companyId,
    detail: { sid, timezone: { from: before.timezone, to: after.timezone } },
  });
  return {};
});
