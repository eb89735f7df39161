import type { configuration } from '@helioport/contract/configuration';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { postpone } from '../../repositories/campaigns.ts';

export default handler<typeof configuration.otaPostpone>(async (call) => {
  const { input, me, tx, now } = call;
  const { sid, sn, campaignId, days } = input;
  const { id: siteId, companyId } = await siteToChange(call, sid);
  const { rows } = await sql<{ deviceId: number; isForced: boolean }>`
    select x.device_id as "deviceId", w.is_forced as "isForced"
    from campaign_devices x join devices d on d.id = x.device_id
    join campaigns c on c.id = x.campaign_id join firmware w on w.id = c.firmware_id
    where x.site_id = ${siteId} and x.campaign_id = ${campaignId} and d.sn = ${sn}`.execute(tx);
  const { deviceId, isForced } = rows[0] ?? fail('campaign.unknown');
  if (isForced) fail('campaign.forced');
  const until = days === 0 ? null : new Date(now + days * DAY_MS);
  if (!(await postpone(tx, { siteId, campaignId, deviceId, until }))) fail('campaign.underWay');
  await writeAudit(tx, me, now, {
    action: 'campaign.postpone',
    subject: sn,
    siteId,
    companyId,
    detail: { days },
  });
  return {};
});
