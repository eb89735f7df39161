import type { configuration } from '@helioport/contract/configuration';
import { campaignLimits } from '@helioport/domain/campaigns';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { reachedBy } from '../../queries/campaign/reach.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createCampaign } from '../../repositories/campaigns.ts';
import { holdDevices } from '../../repositories/commands.ts';
import { firmwareToRollOut } from './internal/campaigns.ts';

export default handler<typeof configuration.otaCampaignCreate>(async (call) => {
  const { input, me, tx, now } = call;
  const { filters, ...fields } = input;
  const firmware = await firmwareToRollOut(call, input.firmwareId);
  const findDevices = () => reachedBy(call, firmware, filters, campaignLimits.devices);
  await holdDevices(
    tx,
    (await findDevices()).map(({ deviceId }) => deviceId),
  );
  // Repeated under the lock, so that no other campaign includes the same devices.
  const devices = await findDevices();
  if (devices.length === 0) fail('campaign.nobody');
  if (devices.length > campaignLimits.devices)
    fail('campaign.tooMany', { max: String(campaignLimits.devices) });
  const companyId = me.companyId || null;
  const at = new Date(now);
  const id = await createCampaign(tx, { ...fields, companyId, userId: me.userId }, devices, { at });
  await writeAudit(tx, me, now, {
    action: 'campaign.create',
    subject: input.name,
    companyId,
    detail: { model: firmware.model, version: firmware.version, devices: devices.length },
  });
  return { id };
});
