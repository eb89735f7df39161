import type { configuration } from '@helioport/contract/configuration';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { resumeCampaign } from '../../repositories/campaigns.ts';
import { campaignToChange } from './internal/campaigns.ts';

export default handler<typeof configuration.otaCampaignResume>(async (call) => {
  const { input, me, tx, now } = call;
  const { state, name: subject, companyId } = await campaignToChange(call, input.id);
  if (state !== 'stopped') fail('campaign.notStopped');
  await resumeCampaign(tx, input.id);
  await writeAudit(tx, me, now, { action: 'campaign.resume', subject, companyId });
  return {};
});
