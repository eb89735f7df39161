// Table users: profile data that users edit themselves.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

/** Changes of users to their own profile; undefined and null leave a field unchanged. */
export interface ProfileChange {
  contactPerson?: string | null | undefined;
  contactNumber?: string | null | undefined;
  countryCode?: string | null | undefined;
  stateCode?: string | null | undefined;
  stateName?: string | null | undefined;
  city?: string | null | undefined;
  street?: string | null | undefined;
  zip?: string | null | undefined;
  languageCode?: number | null | undefined;
  timeFormat?: '12' | '24' | null | undefined;
  numberFormat?: string | null | undefined;
  temperatureUnit?: 'Celsius' | 'Fahrenheit' | null | undefined;
}

const columnOf = {
  contactPerson: 'contact_person',
  contactNumber: 'contact_number',
  countryCode: 'country_code',
  stateCode: 'state_code',
  stateName: 'state_name',
  city: 'city',
  street: 'street',
  zip: 'zip_code',
  languageCode: 'language_code',
  timeFormat: 'time_format',
  numberFormat: 'number_format',
  temperatureUnit: 'temperature_unit',
} as const satisfies Record<keyof ProfileChange, string>;

/** Writes the fields that are given; returns their names. */
export async function changeProfile(tx: Tx, userId: number, change: ProfileChange): Promise<string[]> {
  const given = (Object.keys(columnOf) as (keyof ProfileChange)[]).filter((field) => change[field] != null);
  if (given.length === 0) return [];
  const sets = given.map((field) => sql`${sql.ref(columnOf[field])} = ${change[field]}`);
  await sql`update users set ${sql.join(sets)} where id = ${userId}`.execute(tx);
  return given;
}

/** Sets the user's image, or removes it with null. */
export async function setAvatar(tx: Tx, userId: number, hash: string | null): Promise<void> {
  await sql`update users set avatar_hash = ${hash} where id = ${userId}`.execute(tx);
}
