// Table calendar_links: the secret address of a user's maintenance calendar, looked up by its hash at every request.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import { toTouch } from './sessions.ts';

/** Creates the link of a user in place of an earlier one; its token is returned only here. */
export async function putCalendarLink(
  tx: Tx,
  { userId, onlyMine, now }: { userId: number; onlyMine: boolean; now: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into calendar_links (user_id, token_hash, only_mine, created_at)
    values (${userId}, ${hashToken(token)}, ${onlyMine}, ${new Date(now)})
    on conflict (user_id) do update set token_hash = excluded.token_hash, only_mine = excluded.only_mine,
      created_at = excluded.created_at, last_used_at = null`.execute(tx);
  return token;
}

/** Deletes the link of a user; false if there was none. */
export async function deleteCalendarLink(tx: Tx, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from calendar_links where user_id = ${userId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** The user of a token and what their calendar contains; undefined for an unknown token. */
export async function calendarOfToken(
  db: Db | Tx,
  token: string,
): Promise<{ userId: number; onlyMine: boolean } | undefined> {
  const { rows } = await sql<Columns<'calendar_links', 'userId' | 'onlyMine'>>`
    select user_id as "userId", only_mine as "onlyMine" from calendar_links
    where token_hash = ${hashToken(token)}`.execute(db);
  return rows[0];
}

/** Notes that the calendar of a user was read, at most once a minute. */
export async function touchCalendarLink(db: Db, userId: number, now: number): Promise<void> {
  await sql`
    update calendar_links set last_used_at = ${new Date(now)}
    where user_id = ${userId} and coalesce(${toTouch(sql`last_used_at`, now)}, true)`.execute(db);
}
