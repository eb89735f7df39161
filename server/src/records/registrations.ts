// Table users, as far as people enter themselves there: end users whose address is still to be confirmed.
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../platform/db.ts';
import { forgetPerson } from './audit.ts';

/** The group of everybody who registers himself; no other can be asked for. */
const END_USER = 26;

export interface Registration {
  uid: string;
  email: string;
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
  now: number;
}

/**
 * Enters a person. An account that was never confirmed and never used is written anew, so that the last one who
 * registers an address has the password; any other account stays as it is and gives undefined.
 */
export async function register(tx: Tx, person: Registration): Promise<number | undefined> {
  const at = new Date(person.now);
  const { rows } = await sql<{ id: number }>`
    insert into users (uid, email, password_hash, group_id, contact_person, contact_number, country_code, state_code,
                       state_name, city, street, is_business, language_code, brand_id, created_at)
    values (${person.uid}, ${person.email}, ${person.passwordHash}, ${END_USER}, ${person.contactPerson},
            ${person.contactNumber}, ${person.countryCode}, ${person.stateCode}, ${person.stateName}, ${person.city},
            ${person.street}, ${person.isBusiness}, ${person.languageCode}, ${person.brandId}, ${at})
    on conflict (lower(email)) do update set
      password_hash = excluded.password_hash, contact_person = excluded.contact_person,
      contact_number = excluded.contact_number, country_code = excluded.country_code,
      state_code = excluded.state_code, state_name = excluded.state_name, city = excluded.city,
      street = excluded.street, is_business = excluded.is_business, language_code = excluded.language_code,
      brand_id = excluded.brand_id, created_at = excluded.created_at
    where users.email_verified_at is null and users.last_sign_in_at is null and not users.is_blocked
      and users.cancelled_at is null
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Days after which an account that was never confirmed and never used makes room. */
const UNCONFIRMED_DAYS = 7;

/** Removes accounts that nobody confirmed, used or gave anything, with their addresses; returns how many. */
export async function deleteUnconfirmed(db: Db, now: number): Promise<number> {
  const before = new Date(now - UNCONFIRMED_DAYS * 86_400_000);
  return inTransaction(db, 'write', async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from users u
      where email_verified_at is null and last_sign_in_at is null and cancelled_at is null and created_at < ${before}
        and not exists (select 1 from sites s where s.owner_id = u.id or s.installer_id = u.id)
        and not exists (select 1 from site_shares x where x.user_id = u.id)
        and not exists (select 1 from users c where c.parent_id = u.id)
        and not exists (select 1 from memberships m where m.user_id = u.id)
      order by id limit 1000 for update skip locked`.execute(tx);
    for (const { id } of rows) await forgetPerson(tx, id);
    await sql`delete from users where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
    return rows.length;
  });
}
