// Table sessions: logged-in users by the hash of their token. The end of a session is announced, which ends its live
// stream.
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import { announceRights } from './rights.ts';

interface NewSession {
  token: string;
  userId: number;
  companyId: number | null;
  address: string;
  userAgent: string;
  now: number;
  expiresAtMs: number;
}

export async function createSession(tx: Tx, session: NewSession): Promise<void> {
  const at = new Date(session.now);
  await sql`
    insert into sessions (token_hash, user_id, company_id, address, user_agent, created_at, last_seen_at, expires_at)
    values (${hashToken(session.token)}, ${session.userId}, ${session.companyId}, ${session.address.slice(0, 80)},
            ${session.userAgent.slice(0, 300)}, ${at}, ${at}, ${new Date(session.expiresAtMs)})`.execute(tx);
}

/** Ends the session of `token`; an unknown one is no error. */
export async function endSession(tx: Tx, token: string): Promise<void> {
  const { rows } = await sql<Columns<'sessions', 'userId'>>`
    delete from sessions where token_hash = ${hashToken(token)} returning user_id as "userId"`.execute(tx);
  await announceRights(tx, { rows: rows.map((row) => row.userId) });
}

/** Ends a session of this user by its public ID. Returns whether it existed. */
export async function endOwnSession(tx: Tx, userId: number, publicId: string): Promise<boolean> {
  const result = await sql`
    delete from sessions where user_id = ${userId} and public_id = ${publicId}`.execute(tx);
  await announceRights(tx, { rows: [userId] });
  return Number(result.numAffectedRows ?? 0) > 0;
}

/** Ends all sessions of a user except that of `keptToken`, if given; returns their number. */
export async function endSessionsOf(tx: Tx, userId: number, keptToken?: string): Promise<number> {
  const kept = keptToken === undefined ? sql`true` : sql`token_hash <> ${hashToken(keptToken)}`;
  const result = await sql`delete from sessions where user_id = ${userId} and ${kept}`.execute(tx);
  await announceRights(tx, { rows: [userId] });
  return Number(result.numAffectedRows ?? 0);
}

/** Whether the last activity of a session must be updated: at most once a minute. */
export const toTouch = (seenAt: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql`(${seenAt} < ${new Date(now - 60_000)})`;

/** Notes that the session is in use, where that is due. */
export async function touchSession(db: Db, token: string, now: number): Promise<void> {
  await sql`
    update sessions set last_seen_at = ${new Date(now)}
    where token_hash = ${hashToken(token)} and ${toTouch(sql`last_seen_at`, now)}`.execute(db);
}

/** Removes sessions whose time is over; returns how many. */
export async function deleteExpiredSessions(db: Db, now: number): Promise<number> {
  const result = await sql`delete from sessions where expires_at < ${new Date(now)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Perspective of a session: a role, or one user with their current role. */
interface View {
  groupId?: number;
  companyId?: number | null;
  userId?: number;
}

/** Sets the perspective of the session of `token`; null resets it. */
export async function setView(tx: Tx, token: string, view: View | null): Promise<void> {
  const { groupId = null, companyId = null, userId = null } = view ?? {};
  await sql`
    update sessions set view_group_id = ${groupId}, view_company_id = ${companyId}, view_user_id = ${userId}
    where token_hash = ${hashToken(token)}`.execute(tx);
}

/** Sessions that use a company the user no longer belongs to continue with the user's own company. */
export async function bringSessionsHome(tx: Tx, userId: number): Promise<void> {
  await sql`
    update sessions s set company_id = u.company_id
    from users u
    where u.id = s.user_id and u.id = ${userId} and s.company_id is distinct from u.company_id
      and not exists (select 1 from memberships m where m.user_id = u.id and m.company_id = s.company_id)`.execute(
    tx,
  );
}

/** Sessions for one company go on for another. */
export async function moveSessions(tx: Tx, fromCompanyId: number, toCompanyId: number | null): Promise<void> {
  await sql`
    update sessions set company_id = ${toCompanyId} where company_id = ${fromCompanyId}`.execute(tx);
}
