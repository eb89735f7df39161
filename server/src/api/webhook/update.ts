import type { webhook } from '@helioport/contract/webhook';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { isHookUrl } from '../../platform/webhook.ts';
import { webhookOf } from '../../queries/webhook/ofPlant.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { updateWebhook } from '../../repositories/webhooks.ts';

export default handler<typeof webhook.update>(async (call) => {
  const { input, tx, me, now, services } = call;
  const { plant } = await webhookOf(call, input);
  const { id, url, events, isActive } = input;
  if (!isHookUrl(url, services.config.allowsPrivateHooks)) fail('alarm.hookAddress');
  const change = { siteId: plant.id, id, url, events, isActive, userId: me.ownUserId, now };
  const secret = (await updateWebhook(tx, change)) ?? fail('webhook.unknown');
  await writeAudit(tx, me, now, {
    action: 'webhook.update',
    subject: new URL(url).host,
    siteId: plant.id,
    companyId: plant.companyId,
    detail: { sid: input.sid, events, isActive },
  });
  return { secret };
});
