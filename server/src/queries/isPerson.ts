// Whom a column names, searched by name, email or phone number.
import { type RawBuilder, sql } from 'kysely';
import { hasWords } from '../platform/search.ts';

/** Whether a column names a person with these words. Searched in the index of all persons: the rows are limited already. */
export const isPerson = (id: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`${id} in (select u.id from users u where ${hasWords(sql`u.words`, text)})`;
