// Table users, as far as end users register themselves: accounts whose address is still to be confirmed.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';
import { anonymizeUser } from './audit.ts';

/** The group of all who register themselves; no other can be requested. */
const END_USER = 26;

/** What the confirmation of a registration makes of the account. */
export interface Registration {
  passwordHash: string;
  contactPerson: string;
  contactNumber: string;
  countryCode: string;
  stateCode: string;
  stateName: string;
  city: string;
  street: string;
  isBusiness: boolean;
  languageCode: number;
  brandId: number;
}

export interface NewPerson {
  uid: string;
  email: string;
  registration: Registration;
  now: number;
}

const noProfile = {
  contactPerson: '',
  contactNumber: '',
  countryCode: '',
  stateCode: '',
  stateName: '',
  city: '',
  street: '',
  isBusiness: false,
};

/**
 * Returns the account for a registration: a new one, or an unchanged one that was never confirmed and never used.
 * Undefined for any other account. A new unconfirmed account has a password, so that login can report its state, but no
 * profile.
 */
export async function register(
  tx: Tx,
  person: NewPerson,
  { waitsForConfirmation }: { waitsForConfirmation: boolean },
): Promise<{ userId: number; isNew: boolean } | undefined> {
  const { uid, email, registration, now } = person;
  const row = waitsForConfirmation ? { ...registration, ...noProfile } : registration;
  const added = await sql<Columns<'users', 'id'>>`
    insert into users (uid, email, password_hash, group_id, contact_person, contact_number, country_code, state_code,
                       state_name, city, street, is_business, language_code, brand_id, created_at)
    values (${uid}, ${email}, ${row.passwordHash}, ${END_USER}, ${row.contactPerson}, ${row.contactNumber},
            ${row.countryCode}, ${row.stateCode}, ${row.stateName}, ${row.city}, ${row.street}, ${row.isBusiness},
            ${row.languageCode}, ${row.brandId}, ${new Date(now)})
    on conflict (lower(email)) do nothing
    returning id`.execute(tx);
  if (added.rows[0]) return { userId: added.rows[0].id, isNew: true };
  const { rows } = await sql<Columns<'users', 'id'>>`
    select id from users
    where lower(email) = ${email.toLowerCase()} and email_verified_at is null and last_sign_in_at is null
      and not is_blocked and cancelled_at is null
    for no key update`.execute(tx);
  return rows[0] && { userId: rows[0].id, isNew: false };
}

/** Completes the account of a confirmed registration; false if it is already in use, with its own password. */
export async function completeRegistration(tx: Tx, userId: number, one: Registration): Promise<boolean> {
  const { rows } = await sql`
    update users set password_hash = ${one.passwordHash}, contact_person = ${one.contactPerson},
      contact_number = ${one.contactNumber}, country_code = ${one.countryCode}, state_code = ${one.stateCode},
      state_name = ${one.stateName}, city = ${one.city}, street = ${one.street}, is_business = ${one.isBusiness},
      language_code = ${one.languageCode}, brand_id = ${one.brandId}
    where id = ${userId} and email_verified_at is null and last_sign_in_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Days after which an account that was never confirmed and never used is deleted. */
const UNCONFIRMED_DAYS = 7;

/** Accounts `u` that were never confirmed or used and own, manage or share nothing. */
const isUnused = sql`email_verified_at is null and last_sign_in_at is null and cancelled_at is null
  and not exists (select 1 from sites s where s.owner_id = u.id or s.installer_id = u.id)
  and not exists (select 1 from site_shares x where x.user_id = u.id)
  and not exists (select 1 from users c where c.parent_id = u.id)
  and not exists (select 1 from memberships m where m.user_id = u.id)`;

/** Removes unconfirmed, unused accounts without an open link after seven days; returns how many. */
export async function deleteUnconfirmed(db: Db, now: number): Promise<number> {
  const before = new Date(now - UNCONFIRMED_DAYS * DAY_MS);
  return inTransaction(db, 'write', async (tx) => {
    const { rows } = await sql<Columns<'users', 'id'>>`
      select id from users u
      where ${isUnused} and created_at < ${before}
        and not exists (select 1 from mail_links l
          where l.user_id = u.id and l.used_at is null and l.expires_at > ${new Date(now)})
      order by id limit 1000 for update skip locked`.execute(tx);
    for (const { id } of rows) await anonymizeUser(tx, id);
    await sql`delete from users where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
    return rows.length;
  });
}

/**
 * Removes an unconfirmed registration of this address, so that an invitation can take its place: anyone can register any
 * address, and only an email proves whose it is. An account that was invited or created by a user stays.
 */
export async function replaceUnconfirmed(tx: Tx, email: string): Promise<void> {
  const { rows } = await sql<Columns<'users', 'id'>>`
    select id from users u
    where lower(email) = ${email.toLowerCase()} and ${isUnused} and not is_blocked
      and parent_id is null and created_by is null
    for update`.execute(tx);
  for (const { id } of rows) await anonymizeUser(tx, id);
  await sql`delete from users where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
}
