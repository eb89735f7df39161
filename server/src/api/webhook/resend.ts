import type { webhook } from '@helioport/contract/webhook';
import { sql } from 'kysely';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import type { Columns } from '../../platform/databaseTypes.ts';
import { fail } from '../../platform/failure.ts';
import { attemptHook } from '../../queries/webhook/attempt.ts';
import { webhookOf } from '../../queries/webhook/ofPlant.ts';
import { type Attempt, noteResent } from '../../repositories/webhooks.ts';

async function prepare(call: EarlyCall<typeof webhook.resend>): Promise<Attempt> {
  const { input, now, services } = call;
  const { plant, url, secret } = await webhookOf(call, input);
  const { rows } = await sql<Columns<'webhook_deliveries', 'eventKey' | 'body'>>`
    select event_key as "eventKey", body from webhook_deliveries
    where site_id = ${plant.id} and webhook_id = ${input.id} and id = ${input.deliveryId}`.execute(call.tx);
  const { eventKey, body } = rows[0] ?? fail('webhook.unknown');
  const { allowsPrivateHooks: allowsPrivate } = services.config;
  return await attemptHook({ url, secret, id: eventKey, body, now, allowsPrivate });
}

export default withPreparation<typeof webhook.resend, Attempt>(prepare, async (call, attempt) => {
  const { input, tx, now } = call;
  const { plant } = await webhookOf(call, input);
  await noteResent(tx, { siteId: plant.id, id: input.deliveryId }, attempt, now);
  return attempt;
});
