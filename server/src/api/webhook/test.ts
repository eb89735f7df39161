import { randomUUID } from 'node:crypto';
import type { webhook } from '@helioport/contract/webhook';
import { type EarlyCall, withPreparation } from '../../access/handler.ts';
import { attemptHook } from '../../queries/webhook/attempt.ts';
import { webhookOf } from '../../queries/webhook/ofPlant.ts';
import { type Attempt, addTest } from '../../repositories/webhooks.ts';

interface Sent {
  eventKey: string;
  body: string;
  attempt: Attempt;
}

async function prepare(call: EarlyCall<typeof webhook.test>): Promise<Sent> {
  const { input, now, services } = call;
  const { plant, url, secret } = await webhookOf(call, input);
  const eventKey = `test-${randomUUID()}`;
  const { sid, timezone: timeZone } = plant;
  const body = JSON.stringify({ version: 1, id: eventKey, event: 'test', at: now, plant: { sid, timeZone } });
  const { allowsPrivateHooks: allowsPrivate } = services.config;
  return {
    eventKey,
    body,
    attempt: await attemptHook({ url, secret, id: eventKey, body, now, allowsPrivate }),
  };
}

export default withPreparation<typeof webhook.test, Sent>(prepare, async (call, { attempt, ...sent }) => {
  const { input, tx, now } = call;
  const { plant } = await webhookOf(call, input);
  await addTest(tx, { siteId: plant.id, webhookId: input.id, ...sent }, attempt, now);
  return attempt;
});
