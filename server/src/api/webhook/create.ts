import { WEBHOOKS_MAX, type webhook } from '@helioport/contract/webhook';
import { sql } from 'kysely';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { isHookUrl } from '../../platform/webhook.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { createWebhook } from '../../repositories/webhooks.ts';

export default handler<typeof webhook.create>(async (call) => {
  const { input, tx, me, now, services } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const { url, events } = input;
  if (!isHookUrl(url, services.config.allowsPrivateHooks)) fail('alarm.hookAddress');
  // Concurrent calls wait here, so that the limit holds.
  await sql`select from sites where id = ${siteId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhooks where site_id = ${siteId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= WEBHOOKS_MAX) fail('webhook.tooMany');
  const created = await createWebhook(tx, { siteId, url, events, userId: me.ownUserId, now });
  await writeAudit(tx, me, now, {
    action: 'webhook.create',
    subject: new URL(url).host,
    siteId,
    companyId,
    detail: { sid: input.sid, events },
  });
  return created;
});
