// The texts in which a plant and a person are searched, as the indexes of server/migrations/0120_search.sql spell them.
import { type RawBuilder, sql } from 'kysely';
import { hasWords } from '../platform/search.ts';

type Fragment = RawBuilder<unknown>;

/** Name, number and address of a plant. */
export const siteWords = (s: Fragment): Fragment =>
  sql`${s}.name || ' ' || ${s}.sid || ' ' || ${s}.street || ' ' || ${s}.zip_code || ' ' || ${s}.city`;

/** Email, name and phone number of a person. */
export const userWords = (u: Fragment): Fragment =>
  sql`${u}.email || ' ' || ${u}.contact_person || ' ' || ${u}.contact_number`;

/** Whether a column names a person with these words. Searched in the index of all persons: the rows are limited already. */
export const isPerson = (id: Fragment, text: string): Fragment =>
  sql`${id} in (select u.id from users u where ${hasWords(userWords(sql`u`), text)})`;
