// Table users (and memberships): who exists. Addresses are compared without case.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { fail } from '../platform/failure.ts';
import { takeInvitations } from './shares.ts';
import { deleteTries } from './signInTries.ts';

export interface User
  extends Columns<
    'users',
    | 'id'
    | 'uid'
    | 'email'
    | 'passwordHash'
    | 'groupId'
    | 'companyId'
    | 'isBlocked'
    | 'languageCode'
    | 'brandId'
    | 'contactPerson'
  > {
  isEmailVerified: boolean;
  /** Part of the demo data. */
  isDemo: boolean;
}

const columns = sql`id, uid, email, password_hash as "passwordHash", group_id as "groupId", company_id as "companyId",
  is_blocked as "isBlocked", is_demo as "isDemo", email_verified_at is not null as "isEmailVerified", language_code as "languageCode", brand_id as "brandId",
  contact_person as "contactPerson"`;

/** The living account of an address. */
export async function findUser(tx: Tx, email: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${columns} from users where lower(email) = ${email.trim().toLowerCase()} and cancelled_at is null`.execute(
    tx,
  );
  return rows[0];
}

/** The living account of a number. */
export async function findUserById(tx: Tx, userId: number): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${columns} from users where id = ${userId} and cancelled_at is null`.execute(tx);
  return rows[0];
}

/**
 * The living account of a number, locked for the length of the transaction. Other rows may go on referring to it, for
 * example audit lines.
 */
export async function lockUser(tx: Tx, userId: number): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${columns} from users where id = ${userId} and cancelled_at is null for no key update`.execute(tx);
  return rows[0];
}

/** Locks an account whose password was checked before; fails if the password has changed since. */
export async function lockSameUser(tx: Tx, checked: User): Promise<User> {
  const user = await lockUser(tx, checked.id);
  return user?.passwordHash === checked.passwordHash ? user : fail('session.expired');
}

/** Records a login. */
export async function noteSignIn(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`
    update users set last_sign_in_at = ${new Date(now)}
    where id = ${userId}`.execute(tx);
}

/** Sets a password and clears failed attempts. `byMail`: set through a link in an email, which confirms the address. */
export async function setPassword(
  tx: Tx,
  userId: number,
  password: { hash: string; byMail: boolean; now: number },
): Promise<void> {
  const verifiedAt = password.byMail ? new Date(password.now) : null;
  const { rows } = await sql<Columns<'users', 'email'>>`
    update users set password_hash = ${password.hash}, invited_at = null,
      email_verified_at = coalesce(email_verified_at, ${verifiedAt}),
      email_proven_at = coalesce(${verifiedAt}, email_proven_at)
    where id = ${userId} returning email`.execute(tx);
  for (const { email } of rows) await deleteTries(tx, email);
  if (password.byMail) await takeInvitations(tx, userId);
}

/** Records that an invitation is pending. */
export async function noteInvited(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`update users set invited_at = ${new Date(now)} where id = ${userId}`.execute(tx);
}

export async function confirmEmail(tx: Tx, userId: number, now: number): Promise<void> {
  await sql`
    update users set email_verified_at = coalesce(email_verified_at, ${new Date(now)}), email_proven_at = ${new Date(now)}
    where id = ${userId}`.execute(tx);
  await takeInvitations(tx, userId);
}

export interface NewUser {
  uid: string;
  email: string;
  passwordHash: string;
  groupId: number;
  companyId?: number | null;
  parentId?: number | null;
  /** Who sets the account up; absent for the installation itself. */
  createdBy?: number;
  contactPerson?: string;
  countryCode?: string;
  stateCode?: string;
  stateName?: string;
  city?: string;
  isCompanyOwner?: boolean;
  languageCode?: number;
  brandId?: number;
  createdAt: Date;
}

/**
 * Creates an account and, with a company, its membership. Returns its ID, or undefined if the address is in use. The
 * creator vouches for the address, which is confirmed only by an emailed link; users who register themselves use
 * `register`.
 */
export async function createUser(tx: Tx, user: NewUser): Promise<number | undefined> {
  const { rows } = await sql<Columns<'users', 'id'>>`
    insert into users (uid, email, password_hash, group_id, company_id, parent_id, contact_person, country_code,
                       state_code, state_name, city, is_company_owner, language_code, brand_id, created_at,
                       email_verified_at, created_by, address_by, role_by)
    values (${user.uid}, ${user.email}, ${user.passwordHash}, ${user.groupId}, ${user.companyId ?? null},
            ${user.parentId ?? null}, ${user.contactPerson ?? ''}, ${user.countryCode ?? ''}, ${user.stateCode ?? ''},
            ${user.stateName ?? ''}, ${user.city ?? ''}, ${user.isCompanyOwner ?? false}, ${user.languageCode ?? 6},
            ${user.brandId ?? 0}, ${user.createdAt}, ${user.createdAt}, ${user.createdBy ?? null},
            ${user.createdBy ?? null}, ${user.createdBy ?? null})
    on conflict do nothing
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id !== undefined && user.companyId) {
    await sql`insert into memberships (user_id, company_id) values (${id}, ${user.companyId})`.execute(tx);
  }
  return id;
}

/** Assigns another role to all users with a role, including closed accounts; returns the number of active ones. */
export async function handOverRole(tx: Tx, fromGroupId: number, toGroupId: number): Promise<number> {
  const { rows } = await sql<{ isLiving: boolean }>`
    update users set group_id = ${toGroupId} where group_id = ${fromGroupId}
    returning cancelled_at is null as "isLiving"`.execute(tx);
  return rows.filter((row) => row.isLiving).length;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Four random letters or digits, the suffix of user and plant IDs. */
export const fourRandom = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => letters.charAt(byte % letters.length)).join(
    '',
  );

/** A user id `YYYYMMDDHHMMSS_XXXX`. */
export function newUid(now: number): string {
  const stamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14);
  return `${stamp}_${fourRandom()}`;
}
