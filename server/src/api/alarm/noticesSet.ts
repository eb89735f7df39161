import { randomBytes } from 'node:crypto';
import type { alarm } from '@helioport/contract/alarm';
import { fleetPage } from '@helioport/contract/grants';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { isHookUrl } from '../../platform/webhook.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { setFleetDigest } from '../../repositories/fleetDigests.ts';
import { noticeSettingsOf, setNoticeSettings } from '../../repositories/notices.ts';

export default handler<typeof alarm.noticesSet>(async ({ input, me, tx, now, services }) => {
  const { renewSecret, fleetDigest, ...wanted } = input;
  const { webhookUrl } = wanted;
  if (webhookUrl !== '' && !isHookUrl(webhookUrl, services.config.allowsPrivateHooks))
    fail('alarm.hookAddress');
  const before = await noticeSettingsOf(tx, me.userId);
  // Each URL gets its own secret: the operator of an earlier URL could otherwise forge requests to the new one.
  const isNew = webhookUrl !== '' && (renewSecret || webhookUrl !== before.webhookUrl);
  const made = isNew ? randomBytes(32).toString('base64url') : '';
  const webhookSecret = webhookUrl === '' ? '' : made || before.webhookSecret;
  await setNoticeSettings(tx, me.userId, { ...wanted, webhookSecret });
  if (fleetDigest !== null && me.pages.has(fleetPage.name))
    await setFleetDigest(tx, { userId: me.userId, isWanted: fleetDigest, now });
  await writeAudit(tx, me, now, {
    action: 'alarm.notices',
    subject: me.email,
    subjectUserId: me.userId,
    detail: { ...wanted, ...(fleetDigest === null ? {} : { fleetDigest }) },
  });
  return { webhookSecret: made };
});
