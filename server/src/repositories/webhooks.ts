// Tables webhooks and webhook_deliveries: where events of a plant are posted, and what became of each.

import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@helioport/domain/duration';
import type { WebhookEvent } from '@helioport/domain/webhooks';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { retryAt } from '../platform/webhook.ts';

/** Consecutive failed attempts after which a webhook is paused. */
export const FAILURES_MAX = 20;
const KEPT_DAYS = 30;
/** Time that one process has for sending before another one may try. */
const LEASE_MS = 2 * 60_000;

interface Key {
  siteId: number;
  id: number;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Creates a webhook; its key is returned only here. */
export async function createWebhook(
  tx: Tx,
  {
    siteId,
    url,
    events,
    userId,
    now,
  }: { siteId: number; url: string; events: readonly WebhookEvent[]; userId: number; now: number },
): Promise<{ id: number; secret: string }> {
  const secret = newSecret();
  const at = new Date(now);
  const { rows } = await sql<Columns<'webhooks', 'id'>>`
    insert into webhooks (site_id, url, events, secret, since, created_at, created_by)
    values (${siteId}, ${url}, ${[...events]}::text[], ${secret}, ${at}, ${at}, ${userId})
    returning id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`webhook of plant ${siteId} missing after insert`);
  return { id: row.id, secret };
}

/** A change of a webhook by `userId`, with whose permission it is sent from then on. */
export interface WebhookChange extends Key {
  url: string;
  events: readonly WebhookEvent[];
  isActive: boolean;
  userId: number;
  now: number;
}

/** Changes a webhook and ends a pause; returns its new key, '' without one. Undefined: the plant has no such webhook. */
export async function updateWebhook(tx: Tx, change: WebhookChange): Promise<string | undefined> {
  const { siteId, id, url, events, isActive, userId, now } = change;
  const made = newSecret();
  const { rows } = await sql<Columns<'webhooks', 'secret'>>`
    update webhooks w set url = ${url}, events = ${[...events]}::text[], is_active = ${isActive}, created_by = ${userId},
      secret = case when w.url = ${url} then w.secret else ${made} end, paused_at = null, paused = null, failures = 0,
      since = case when w.is_active and w.paused_at is null then w.since else ${new Date(now)} end
    where site_id = ${siteId} and id = ${id} returning w.secret`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const isNew = row.secret === made;
  // Queued events were meant for the previous address.
  if (!isActive || isNew) await cancelDue(tx, { siteId, id }, isActive ? 'address changed' : 'switched off');
  return isNew ? made : '';
}

const cancelDue = (tx: Tx | Db, { siteId, id }: Key, error: string) =>
  sql`
    update webhook_deliveries set due_at = null, error = ${error}
    where site_id = ${siteId} and webhook_id = ${id} and due_at is not null`.execute(tx);

/** Deletes a webhook with its log; undefined if the plant has no such webhook. */
export async function deleteWebhook(tx: Tx, { siteId, id }: Key): Promise<string | undefined> {
  const { rows } = await sql<Columns<'webhooks', 'url'>>`
    delete from webhooks where site_id = ${siteId} and id = ${id} returning url`.execute(tx);
  return rows[0]?.url;
}

/** An event for one webhook. */
export interface NewDelivery {
  siteId: number;
  webhookId: number;
  event: string;
  eventKey: string;
  body: string;
  /** Why it is only logged; '' to send it. */
  error: string;
}

/** Queues events; those that are queued already are left as they are. */
export async function addDeliveries(tx: Tx, list: readonly NewDelivery[], now: number): Promise<void> {
  const column = <K extends keyof NewDelivery>(key: K) => list.map((one) => one[key]);
  await sql`
    insert into webhook_deliveries (site_id, webhook_id, event, event_key, body, error, created_at, due_at)
    select n.*, ${new Date(now)}, case when n.error = '' then ${new Date(now)}::timestamptz end
    from unnest(${column('siteId')}::bigint[], ${column('webhookId')}::bigint[], ${column('event')}::text[],
      ${column('eventKey')}::text[], ${column('body')}::text[], ${column('error')}::text[])
      as n(site_id, webhook_id, event, event_key, body, error)
    join webhooks w on w.site_id = n.site_id and w.id = n.webhook_id
    on conflict do nothing`.execute(tx);
}

/** A due delivery. */
export interface DueDelivery extends Key {
  webhookId: number;
  /** After this one. */
  attempts: number;
  eventKey: string;
  body: string;
  url: string;
  secret: string;
  userId: number | null;
}

/** Takes due deliveries; no other process gets them while the lease runs. */
export async function takeDueDeliveries(db: Db, now: number, limit: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries t set attempts = t.attempts + 1, due_at = ${new Date(now + LEASE_MS)}
    from (
      select site_id, id from webhook_deliveries where due_at <= ${new Date(now)}
      order by due_at limit ${limit} for update skip locked
    ) d, webhooks w
    where t.site_id = d.site_id and t.id = d.id and w.site_id = t.site_id and w.id = t.webhook_id
    returning t.site_id as "siteId", t.id, t.webhook_id as "webhookId", t.attempts, t.event_key as "eventKey", t.body,
      w.url, w.secret, w.created_by as "userId"`.execute(db);
  return rows;
}

/** Result of one attempt. */
export interface Attempt {
  isDelivered: boolean;
  status: number | null;
  durationMs: number | null;
  answer: string;
  error: string;
}

/** Stores the result of an attempt of the queue; returns the number of consecutive failures. */
export async function noteAttempt(
  db: Db | Tx,
  due: Pick<DueDelivery, 'siteId' | 'id' | 'webhookId' | 'attempts'>,
  { isDelivered, status, durationMs, answer, error }: Attempt,
  now: number,
): Promise<number> {
  const at = new Date(now);
  const { rows } = await sql<Columns<'webhooks', 'failures'>>`
    with noted as (
      update webhook_deliveries set attempted_at = ${at}, status = ${status}, duration_ms = ${durationMs},
        answer = ${answer}, error = ${error.slice(0, 300)},
        due_at = ${isDelivered ? null : retryAt(due.attempts, now)},
        delivered_at = case when ${isDelivered} then ${at} else delivered_at end
      where site_id = ${due.siteId} and id = ${due.id}
    )
    update webhooks set failures = case when ${isDelivered} then 0 else failures + 1 end
    where site_id = ${due.siteId} and id = ${due.webhookId} returning failures`.execute(db);
  return rows[0]?.failures ?? 0;
}

/** Stores the result of an attempt that a user requested; a planned next attempt remains. */
export async function noteResent(
  tx: Tx,
  { siteId, id }: Key,
  { isDelivered, status, durationMs, answer, error }: Attempt,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await sql`
    update webhook_deliveries set attempts = attempts + 1, attempted_at = ${at}, status = ${status},
      duration_ms = ${durationMs}, answer = ${answer}, error = ${error.slice(0, 300)},
      due_at = case when ${isDelivered} then null else due_at end,
      delivered_at = case when ${isDelivered} then ${at} else delivered_at end
    where site_id = ${siteId} and id = ${id}`.execute(tx);
}

/** Adds a test and its result to the log. */
export async function addTest(
  tx: Tx,
  { eventKey, body, webhookId, siteId }: Omit<NewDelivery, 'event' | 'error'>,
  { isDelivered, status, durationMs, answer, error }: Attempt,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await sql`
    insert into webhook_deliveries (site_id, webhook_id, event, event_key, body, created_at, attempts, attempted_at,
      delivered_at, status, duration_ms, answer, error)
    values (${siteId}, ${webhookId}, 'test', ${eventKey}, ${body}, ${at}, 1, ${at}, ${isDelivered ? at : null}, ${status},
      ${durationMs}, ${answer}, ${error.slice(0, 300)})
    on conflict do nothing`.execute(tx);
}

/** Stops sending; true for the process that did it. */
export async function pauseWebhook(
  tx: Tx,
  key: Key,
  reason: 'failures' | 'access',
  now: number,
): Promise<boolean> {
  const result = await sql`
    update webhooks set paused_at = ${new Date(now)}, paused = ${reason}
    where site_id = ${key.siteId} and id = ${key.id} and paused_at is null`.execute(tx);
  await cancelDue(tx, key, 'paused');
  return Number(result.numAffectedRows ?? 0) > 0;
}

/** Deletes old deliveries; returns how many. */
export async function deleteOldDeliveries(db: Db, now: number): Promise<number> {
  const result = await sql`
    delete from webhook_deliveries where created_at < ${new Date(now - KEPT_DAYS * DAY_MS)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
