// Whom a column names, searched by name, email or phone number.
import { type RawBuilder, sql } from 'kysely';
import { hasWords } from '../platform/search.ts';

/**
 * Whether a column refers to a user who matches the text. Uses the search index of all users, because the rows are
 * already limited.
 */
export const isPerson = (id: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${id} in (select u.id from users u where ${hasWords(sql`u.search_key`, text)})`;
