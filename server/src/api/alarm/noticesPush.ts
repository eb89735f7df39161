import type { alarm } from '@helioport/contract/alarm';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { arePushKeys } from '../../platform/push.ts';
import { isHookUrl } from '../../platform/webhook.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { addPushBrowser } from '../../repositories/pushes.ts';

export default handler<typeof alarm.noticesPush>(async (call) => {
  const { input, me, tx, now, origin, services } = call;
  if (!isHookUrl(input.endpoint, services.config.allowsPrivateHooks) || !arePushKeys(input))
    fail('alarm.pushAddress');
  const at = new Date(now);
  await addPushBrowser(tx, me.userId, { ...input, userAgent: origin.userAgent, at });
  await writeAudit(tx, me, now, { action: 'alarm.push', subject: me.email, subjectUserId: me.userId });
  return {};
});
