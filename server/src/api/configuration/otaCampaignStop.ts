import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { stopCampaign } from '../../repositories/campaigns.ts';
import { campaignToChange } from './internal/campaigns.ts';

export default handler<typeof configuration.otaCampaignStop>(async (call) => {
  const { input, me, tx, now } = call;
  const { state, name: subject, companyId } = await campaignToChange(call, input.id);
  if (state !== 'running') fail('campaign.notRunning');
  await stopCampaign(tx, input.id, { reason: 'user', userId: me.userId });
  await writeAudit(tx, me, now, { action: 'campaign.stop', subject, companyId });
  return {};
});
