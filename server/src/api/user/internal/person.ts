// The user named by a call, with permission checks.
import { type RawBuilder, sql } from 'kysely';
import type { Me } from '../../../access/me.ts';
import type { Visible } from '../../../access/visible.ts';
import type { Columns } from '../../../platform/databaseTypes.ts';
import type { Tx } from '../../../platform/db.ts';
import { fail } from '../../../platform/failure.ts';

export interface Person
  extends Columns<
    'users',
    | 'id'
    | 'uid'
    | 'email'
    | 'contactPerson'
    | 'languageCode'
    | 'brandId'
    | 'groupId'
    | 'companyId'
    | 'isBlocked'
    | 'isBusiness'
  > {
  groupName: string;
  scope: 'all' | 'company' | 'own';
  companyName: string;
  hasSignedIn: boolean;
  /** See {@link awaitsInvitation}. */
  awaitsInvitation: boolean;
  /** The caller administers the account. */
  mayEdit: boolean;
}

/**
 * Whether an account, aliased u, needs an invitation to get its first password: an invitation is pending, or another
 * user created the account and its address is not proven. Users who registered themselves have a password.
 */
export const awaitsInvitation: RawBuilder<boolean> = sql`(u.last_sign_in_at is null and (u.invited_at is not null
  or u.email_verified_at is null or (u.created_by is not null and u.email_proven_at is null)))`;

/** The user, locked; fails if the caller does not see or administer the account. */
export const demandEditable = (tx: Tx, visible: Visible, uid: string): Promise<Person> =>
  demandOneOf(tx, visible, uid, visible.editableUsers);

/** The user, locked; fails if the caller may not send the invitation again. */
export const demandInvitable = (tx: Tx, visible: Visible, uid: string): Promise<Person> =>
  demandOneOf(tx, visible, uid, visible.invitableUsers);

/** The user, locked; fails if the caller does not see the account. */
export const demandVisible = (tx: Tx, visible: Visible, uid: string): Promise<Person> =>
  demandOneOf(tx, visible, uid, visible.users);

async function demandOneOf(
  tx: Tx,
  visible: Visible,
  uid: string,
  allowed: RawBuilder<unknown>,
): Promise<Person> {
  const { rows } = await sql<Person>`
    select u.id, u.uid, u.email, u.contact_person as "contactPerson", u.language_code as "languageCode",
      u.brand_id as "brandId", u.group_id as "groupId", g.name as "groupName", g.scope, u.company_id as "companyId",
      coalesce(c.name, '') as "companyName", u.is_blocked as "isBlocked", u.is_business as "isBusiness",
      u.last_sign_in_at is not null as "hasSignedIn", ${awaitsInvitation} as "awaitsInvitation",
      exists (select 1 from ${visible.editableUsers} e where e.id = u.id) as "mayEdit"
    from users u join groups g on g.id = u.group_id left join companies c on c.id = u.company_id
    where u.uid = ${uid} and u.id in (select a.id from ${allowed} a)
    for no key update of u`.execute(tx);
  if (rows[0]) return rows[0];
  const seen = await sql`select 1 from ${visible.users} u where u.uid = ${uid}`.execute(tx);
  return fail(seen.rows.length > 0 ? 'user.notEditable' : 'user.unknown');
}

export type NewOwner = Columns<
  'users',
  'id' | 'uid' | 'email' | 'contactPerson' | 'languageCode' | 'brandId'
>;

/** An active user visible to the caller, by email address, locked: takes over from `leavingId`. */
export async function requireNewOwner(
  tx: Tx,
  visible: Visible,
  leavingId: number,
  email: string,
): Promise<NewOwner> {
  const { rows } = await sql<NewOwner>`
    select u.id, u.uid, u.email, u.contact_person as "contactPerson", u.language_code as "languageCode",
      u.brand_id as "brandId"
    from users u
    where lower(u.email) = ${email} and u.id <> ${leavingId} and not u.is_blocked
      and u.email_verified_at is not null
      and u.id in (select v.id from ${visible.users} v)
    for no key update of u`.execute(tx);
  return rows[0] ?? fail('account.successorUnknown', { email });
}

/**
 * Whether the account belongs to its user by use: permissions on plants derive from an owner who has logged in, so the
 * companies that manage the plants cannot lock them out.
 */
export const isHisOwn = (person: Pick<Person, 'scope' | 'hasSignedIn'>, me: Me): boolean =>
  me.scope !== 'all' && person.scope === 'own' && person.hasSignedIn;

/** A new password can be requested by email, so only administrators may change the address of an account in use. */
export const mayChangeEmail = (person: Pick<Person, 'hasSignedIn'>, me: Me): boolean =>
  me.scope === 'all' || !person.hasSignedIn;
