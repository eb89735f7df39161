// Tables site_shares and site_invitations: users with access to a plant in addition to its owner and company, and
// invitations that apply once an account confirms its email address.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';
import { writeAudits } from './audit.ts';
import { announceRights } from './rights.ts';

interface Right {
  mayEdit: boolean;
  /** null: it has no end. */
  endsAt: Date | null;
}

export interface Shares {
  people: readonly (Right & { userId: number })[];
  /** Email addresses, in lower case, without an account. */
  invited: readonly (Right & { email: string })[];
}

export interface SharesChange {
  /** Accounts whose permission changed, including those that lost it. */
  changed: number[];
  /** Accounts among them that did not see it before. */
  added: number[];
  /** Addresses that were not invited before. */
  invited: string[];
  isSame: boolean;
}

/**
 * Sets the users with whom a plant is shared. `known`: addresses in lower case that the caller saw; other existing
 * shares stay, because another user may just have added them. Absent: all other shares are removed.
 */
export async function setShares(
  tx: Tx,
  siteId: number,
  shares: Shares,
  { now, known = null }: { now: number; known?: readonly string[] | null },
): Promise<SharesChange> {
  const { people, invited } = shares;
  const mayGo = known === null ? null : [...known];
  const ids = people.map(({ userId }) => userId);
  const removed = await sql<Columns<'site_shares', 'userId'>>`
    delete from site_shares where site_id = ${siteId} and user_id <> all(${ids}::bigint[])
      and (${mayGo}::text[] is null
        or user_id in (select id from users where lower(email) = any(${mayGo}::text[])))
    returning user_id as "userId"`.execute(tx);
  const changed = await sql<{ userId: number; isNew: boolean }>`
    insert into site_shares as s (site_id, user_id, may_edit, ends_at)
    select ${siteId}, * from unnest(${ids}::bigint[], ${people.map((one) => one.mayEdit)}::boolean[],
      ${people.map((one) => one.endsAt)}::timestamptz[])
    on conflict (site_id, user_id) do update set may_edit = excluded.may_edit, ends_at = excluded.ends_at
    where (s.may_edit, s.ends_at) is distinct from (excluded.may_edit, excluded.ends_at)
    returning user_id as "userId", xmax = 0 as "isNew"`.execute(tx);
  const emails = invited.map(({ email }) => email);
  const uninvited = await sql`
    delete from site_invitations where site_id = ${siteId} and email <> all(${emails}::text[])
      and (${mayGo}::text[] is null or email = any(${mayGo}::text[])) returning 1`.execute(tx);
  const requests = await sql<{ email: string; isNew: boolean }>`
    insert into site_invitations as s (site_id, email, may_edit, ends_at, invited_at)
    select ${siteId}, t.*, ${new Date(now)} from unnest(${emails}::text[],
      ${invited.map((one) => one.mayEdit)}::boolean[], ${invited.map((one) => one.endsAt)}::timestamptz[]) as t
    on conflict (site_id, email) do update set may_edit = excluded.may_edit, ends_at = excluded.ends_at
    where (s.may_edit, s.ends_at) is distinct from (excluded.may_edit, excluded.ends_at)
    returning email, xmax = 0 as "isNew"`.execute(tx);
  return {
    changed: [...removed.rows, ...changed.rows].map(({ userId }) => userId),
    added: changed.rows.filter(({ isNew }) => isNew).map(({ userId }) => userId),
    invited: requests.rows.filter(({ isNew }) => isNew).map(({ email }) => email),
    isSame: [removed, changed, uninvited, requests].every(({ rows }) => rows.length === 0),
  };
}

/** With how many a plant is shared, invited ones among them. */
export async function countShares(tx: Tx, siteId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from site_shares where site_id = ${siteId})
      + (select count(*) from site_invitations where site_id = ${siteId}) as count`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Shares a plant with a user for viewing or editing; replaces an existing permission. */
export async function shareSite(tx: Tx, siteId: number, userId: number, mayEdit: boolean): Promise<void> {
  await sql`
    insert into site_shares (site_id, user_id, may_edit) values (${siteId}, ${userId}, ${mayEdit})
    on conflict (site_id, user_id) do update set may_edit = excluded.may_edit, ends_at = null`.execute(tx);
}

/** Removes the share of a user who now owns the plant. */
export async function unshare(tx: Tx, siteId: number, userId: number): Promise<void> {
  await sql`delete from site_shares where site_id = ${siteId} and user_id = ${userId}`.execute(tx);
}

/** Converts the invitations of this account's email address into shares, once an email has confirmed it. */
export async function takeInvitations(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql`
    with taken as (
      delete from site_invitations where email = (select lower(email) from users where id = ${userId})
      returning site_id, may_edit, ends_at
    )
    insert into site_shares (site_id, user_id, may_edit, ends_at)
    select t.site_id, ${userId}, t.may_edit, t.ends_at from taken t
    join sites s on s.id = t.site_id and s.owner_id is distinct from ${userId}
    on conflict (site_id, user_id) do nothing returning 1`.execute(tx);
  if (rows.length > 0) await announceRights(tx, { rows: [userId] });
}

/** Deletes expired shares, with an audit entry per plant; returns their number. They no longer granted access. */
export const deleteEndedShares = (db: Db, now: number): Promise<number> =>
  inTransaction(db, 'write', async (tx) => {
    const at = new Date(now);
    const { rows } = await sql<
      Columns<'sites', 'sid' | 'companyId'> & { siteId: number; userId: number | null; email: string }
    >`
      with people as (delete from site_shares where ends_at <= ${at} returning site_id, user_id),
      invited as (delete from site_invitations where ends_at <= ${at} returning site_id, email)
      select s.id as "siteId", s.sid, s.company_id as "companyId", u.id as "userId", u.email
      from people p join sites s on s.id = p.site_id join users u on u.id = p.user_id
      union all
      select s.id, s.sid, s.company_id, null, i.email from invited i join sites s on s.id = i.site_id`.execute(
      tx,
    );
    await writeAudits(
      tx,
      rows.map(({ siteId, sid, companyId, userId, email }) => ({
        at,
        action: 'site.shareEnded',
        subject: sid,
        siteId,
        detail: { email },
        companyId,
        ...(userId === null ? {} : { subjectUserId: userId }),
      })),
    );
    return rows.length;
  });
