// Table push_browsers: browsers that receive push notifications.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import { newPushKeys, type PushKeys } from '../platform/push.ts';
import { settingOrNew } from './settings.ts';

/** A browser at its push service, with its keys (RFC 8291) in base64url. */
export interface PushBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** VAPID keys of the installation, generated once; without them, all browser subscriptions are lost. */
export const pushKeys = (db: Db | Tx): Promise<PushKeys> => settingOrNew(db, 'push.keys', newPushKeys);

/** Most browsers per user; the oldest are removed. */
const MOST = 20;

/** Subscribes this browser for a user; replaces a subscription of another user. */
export async function addPushBrowser(
  tx: Tx,
  userId: number,
  { endpoint, p256dh, auth, userAgent, at }: PushBrowser & { userAgent: string; at: Date },
): Promise<void> {
  await sql`
    insert into push_browsers (user_id, endpoint, p256dh, auth, user_agent, created_at)
    values (${userId}, ${endpoint}, ${p256dh}, ${auth}, ${userAgent}, ${at})
    on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
      user_agent = excluded.user_agent, created_at = excluded.created_at`.execute(tx);
  await sql`
    delete from push_browsers where user_id = ${userId} and id not in (
      select id from push_browsers where user_id = ${userId} order by id desc limit ${MOST})`.execute(tx);
}

/** Removes a browser of a user; false if it is not theirs. */
export async function endPushBrowser(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from push_browsers where user_id = ${userId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Browsers of a user. */
export async function pushBrowsersOf(tx: Tx | Db, userId: number): Promise<(PushBrowser & { id: number })[]> {
  const { rows } = await sql<PushBrowser & { id: number }>`
    select id, endpoint, p256dh, auth from push_browsers where user_id = ${userId} order by id`.execute(tx);
  return rows;
}

/** Deletes browsers whose subscriptions have ended. */
export async function dropPushBrowsers(db: Tx | Db, ids: readonly number[]): Promise<void> {
  await sql`delete from push_browsers where id = any(${[...ids]}::bigint[])`.execute(db);
}
