// Table access_tokens: tokens with which programs call the API as a user. A token is looked up by its hash at every call,
// so that revoking takes effect with the next one.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hashToken, newAccessToken } from '../platform/token.ts';
import { toTouch } from './sessions.ts';

interface NewAccessToken {
  userId: number;
  companyId: number | null;
  name: string;
  canWrite: boolean;
  /** Null: all plants of the user. */
  siteIds: readonly number[] | null;
  now: number;
  expiresAtMs: number | null;
}

/** Creates a token, which is returned only here. */
export async function createAccessToken(
  tx: Tx,
  { userId, companyId, name, canWrite, siteIds, now, expiresAtMs }: NewAccessToken,
): Promise<{ id: number; token: string }> {
  const token = newAccessToken();
  const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs);
  const { rows } = await sql<Columns<'access_tokens', 'id'>>`
    insert into access_tokens (user_id, company_id, name, token_hash, can_write, site_ids, created_at, expires_at)
    values (${userId}, ${companyId}, ${name}, ${hashToken(token)}, ${canWrite},
      ${siteIds === null ? null : [...siteIds]}::bigint[], ${new Date(now)}, ${expiresAt})
    returning id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`Access token of user ${userId} missing after insert`);
  return { id: row.id, token };
}

/** Deletes a token of a user and returns its name; undefined if the user has no such token. */
export async function deleteAccessToken(tx: Tx, userId: number, id: number): Promise<string | undefined> {
  const { rows } = await sql<Columns<'access_tokens', 'name'>>`
    delete from access_tokens where id = ${id} and user_id = ${userId} returning name`.execute(tx);
  return rows[0]?.name;
}

/** Notes that a token is in use, where that is due. */
export async function touchAccessToken(db: Db, id: number, now: number): Promise<void> {
  await sql`
    update access_tokens set last_used_at = ${new Date(now)}
    where id = ${id} and coalesce(${toTouch(sql`last_used_at`, now)}, true)`.execute(db);
}
