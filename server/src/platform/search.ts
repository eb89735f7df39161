// Building blocks of list queries: search texts, conditions and orders from the request.
import { searchKey, searchWords } from '@helioport/domain/searchKey';
import { type RawBuilder, sql } from 'kysely';

type Fragment = RawBuilder<unknown>;

/** A text as a pattern that means itself. */
const itself = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Whether a column contains a text, in any case of letters; the text means itself, not a pattern. */
export const contains = (column: Fragment, text: string): Fragment =>
  sql`${column} ilike ${`%${itself(text)}%`}`;

/** Whether a column begins with a text, in any case of letters. */
export const begins = (column: Fragment, text: string): Fragment =>
  sql`${column} ilike ${`${itself(text)}%`}`;

/** Whether a normalized text (`sites.search_key`, `users.search_key`, `search_key(…)`) contains every entered word. */
export const hasWords = (words: Fragment, text: string): Fragment =>
  allOf(searchWords(text).map((word) => sql`${words} like ${`%${itself(word)}%`}`));

/** Whether a normalized text starts with the entered one. */
export const beginsWith = (words: Fragment, text: string): Fragment =>
  sql`starts_with(${words}, ${searchKey(text.trim())})`;

/** All conditions that are set; `false`, `null` and '' are skipped. */
export function allOf(conditions: readonly (Fragment | false | null | '')[]): Fragment {
  const active = conditions.filter((one): one is Fragment => one !== false && one !== null && one !== '');
  return active.length === 0 ? sql`true` : sql`(${sql.join(active, sql` and `)})`;
}

export const anyOf = (conditions: readonly Fragment[]): Fragment =>
  sql`(${sql.join([...conditions], sql` or `)})`;

/** The requested order, each field by its column, followed by `last` so that pages never overlap. */
export function orderBy<F extends string>(
  sort: readonly { field: F; order: 'asc' | 'desc' }[],
  columns: Readonly<Record<F, Fragment>>,
  last: Fragment,
): Fragment {
  const orderings = sort.map(({ field, order }) =>
    order === 'asc' ? sql`${columns[field]} asc nulls first` : sql`${columns[field]} desc nulls last`,
  );
  return sql`order by ${sql.join([...orderings, last])}`;
}

/** `limit` and `offset` of one page. */
export const pageSql = ({ size, num }: { size: number; num: number }): Fragment =>
  sql`limit ${size} offset ${size * num}`;
