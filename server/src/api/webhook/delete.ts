import type { webhook } from '@helioport/contract/webhook';
import { handler } from '../../access/handler.ts';
import { fail } from '../../platform/failure.ts';
import { siteToChange } from '../../queries/siteToChange.ts';
import { writeAudit } from '../../repositories/audit.ts';
import { deleteWebhook } from '../../repositories/webhooks.ts';

export default handler<typeof webhook.delete>(async (call) => {
  const { input, tx, me, now } = call;
  const { id: siteId, companyId } = await siteToChange(call, input.sid);
  const url = (await deleteWebhook(tx, { siteId, id: input.id })) ?? fail('webhook.unknown');
  await writeAudit(tx, me, now, {
    action: 'webhook.delete',
    subject: new URL(url).host,
    siteId,
    companyId,
    detail: { sid: input.sid },
  });
  return {};
});
