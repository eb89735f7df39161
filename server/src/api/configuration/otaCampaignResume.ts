import type { configuration } from '@helioport/contract/configuration';
import type { Handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { writeAudit } from '../../records/audit.ts';
import { resumeCampaign } from '../../records/campaigns.ts';
import { campaignToChange } from './parts/campaigns.ts';

const otaCampaignResume: Handler<typeof configuration.otaCampaignResume> = async (call) => {
  const { input, me, tx, now } = call;
  const { state, name: subject, companyId } = await campaignToChange(call, input.id);
  if (state !== 'stopped') fail('campaign.notStopped');
  await resumeCampaign(tx, input.id);
  await writeAudit(tx, {
    ...{ at: new Date(now), userId: me.userId, action: 'campaign.resume', subject },
    ...(companyId === null ? {} : { companyId }),
  });
  return {};
};

export default otaCampaignResume;
