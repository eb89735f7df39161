// Every minute: queues new events of plants with webhooks and sends what is due.
import { inTransaction } from '../platform/db.ts';
import { mailPaused } from '../queries/pausedMail.ts';
import { attemptHook } from '../queries/webhook/attempt.ts';
import { canSee, deliveriesOf, type HookEvent, newHookEvents } from '../queries/webhook/events.ts';
import { writeAudits } from '../repositories/audit.ts';
import {
  addDeliveries,
  type DueDelivery,
  FAILURES_MAX,
  noteAttempt,
  pauseWebhook,
  takeDueDeliveries,
} from '../repositories/webhooks.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'publicUrl' | 'allowsPrivateHooks'>;

const QUEUED_AT_ONCE = 1_000;
const SENT_AT_ONCE = 20;
/** Slow receivers must not hold up other jobs; the rest follows a minute later. */
const BATCHES_MAX = 5;

/** Queues and sends; returns how many events were delivered. */
export async function callWebhooks(parts: Parts, isStopping: () => boolean): Promise<number> {
  await queueEvents(parts);
  let delivered = 0;
  for (let batch = 0; batch < BATCHES_MAX && !isStopping(); batch++) {
    const due = await takeDueDeliveries(parts.db, parts.clock(), SENT_AT_ONCE);
    const sent = await Promise.all(due.map((one) => send(parts, one)));
    delivered += sent.filter(Boolean).length;
    if (due.length < SENT_AT_ONCE) break;
  }
  return delivered;
}

async function queueEvents(parts: Parts): Promise<void> {
  const { db, clock, publicUrl } = parts;
  const now = clock();
  const events = await inTransaction(db, 'read', (tx) => newHookEvents(tx, now, QUEUED_AT_ONCE));
  const groups = new Map<string, HookEvent[]>();
  for (const event of events) {
    const key = `${event.siteId}/${event.userId}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  for (const group of groups.values()) {
    const { isRefused } = await inTransaction(db, 'write', async (tx) => {
      const found = await deliveriesOf(tx, group, { publicUrl, now });
      await addDeliveries(tx, found.deliveries, now);
      return found;
    });
    if (isRefused)
      for (const id of new Set(group.map(({ webhookId }) => webhookId)))
        await pause(parts, { siteId: group[0]!.siteId, id }, 'access');
  }
}

async function send(parts: Parts, due: DueDelivery): Promise<boolean> {
  const { db, clock, log, allowsPrivateHooks } = parts;
  const { siteId, webhookId: id, userId, url, secret, eventKey, body } = due;
  const now = clock();
  const isAllowed =
    userId !== null && (await inTransaction(db, 'read', (tx) => canSee(tx, userId, siteId, now)));
  if (!isAllowed) {
    await pause(parts, { siteId, id }, 'access');
    return false;
  }
  const hook = { url, secret, id: eventKey, body, now, allowsPrivate: allowsPrivateHooks };
  const attempt = await attemptHook(hook, log);
  const failures = await noteAttempt(db, due, attempt, now);
  if (failures >= FAILURES_MAX) await pause(parts, { siteId, id }, 'failures');
  return attempt.isDelivered;
}

const pause = (
  { db, clock, publicUrl }: Parts,
  key: { siteId: number; id: number },
  reason: 'failures' | 'access',
): Promise<void> =>
  inTransaction(db, 'write', async (tx) => {
    const now = clock();
    if (!(await pauseWebhook(tx, key, reason, now))) return;
    // A user without access gets no information about the plant.
    if (reason === 'failures') await mailPaused(tx, { kind: 'webhookPaused', ...key }, { publicUrl, now });
    await writeAudits(tx, [
      {
        at: new Date(now),
        action: 'webhook.pause',
        subject: String(key.id),
        siteId: key.siteId,
        detail: { reason },
      },
    ]);
  });
