import type { gateway } from '@helioport/contract/gateway';
import { isGateway } from '@helioport/domain/deviceKinds';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { findOfKind } from '../../queries/command/settings.ts';
import { devicesOfPlant } from '../../queries/findDevice.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { setBehind } from '../../repositories/gateways.ts';

export default handler<typeof gateway.behindSet>(async (call) => {
  const { input, tx, me, now } = call;
  const { id, sn, sid } = await findOfKind(call, input, isGateway);
  const site = await siteToChange(call, sid);
  const wanted = new Set(input.sns);
  const chosen = (await devicesOfPlant(call, site.id)).filter(({ found }) => wanted.has(found.sn));
  if (chosen.length < wanted.size) fail('device.unknown');
  // A gateway forwards data of devices, never of another gateway.
  if (chosen.some(({ kind }) => isGateway(kind))) fail('machine.otherKind');
  const deviceIds = chosen.map(({ found }) => found.id);
  if (!(await setBehind(tx, { siteId: site.id, gatewayId: id, deviceIds }))) return {};
  await writeAudit(tx, me, now, {
    action: 'device.behind',
    subject: sn,
    siteId: site.id,
    companyId: site.companyId,
    detail: { devices: chosen.length },
  });
  return {};
});
