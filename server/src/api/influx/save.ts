import type { influx } from '@helioport/contract/influx';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { isHookUrl } from '../../platform/webhook.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { outputTarget, saveOutput } from '../../repositories/influxOutputs.ts';

export default handler<typeof influx.save>(async (call) => {
  const { input, tx, me, now, services } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const { url, org, bucket, isActive } = input;
  if (!isHookUrl(url, services.config.allowsPrivateHooks)) fail('alarm.hookAddress');
  const before = await outputTarget(tx, siteId);
  // The stored token was meant for the previous address.
  const isSameHost = before !== undefined && new URL(before.url).origin === new URL(url).origin;
  const token = input.token ?? (isSameHost ? null : '');
  await saveOutput(tx, { siteId, url, org, bucket, token, isActive, userId: me.ownUserId, now });
  await writeAudit(tx, me, now, {
    action: before ? 'influx.update' : 'influx.create',
    subject: new URL(url).host,
    siteId,
    companyId,
    detail: { sid: input.sid, isActive },
  });
  return {};
});
