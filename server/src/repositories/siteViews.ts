// Table site_views: saved filters of lists.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';

interface Whose {
  userId: number;
  /** Which list. */
  list: string;
}

export type SiteView = Columns<'site_views', 'name' | 'query'>;

/** Saved filters of a user, by name. */
export async function viewsOf(tx: Tx, { userId, list }: Whose): Promise<SiteView[]> {
  const { rows } = await sql<SiteView>`
    select name, query from site_views where user_id = ${userId} and list = ${list}
    order by lower(name), name`.execute(tx);
  return rows;
}

/** Keeps one; of the same name the newer one stays. */
export async function saveView(tx: Tx, { userId, list }: Whose, { name, query }: SiteView): Promise<void> {
  await sql`
    insert into site_views (user_id, list, name, query) values (${userId}, ${list}, ${name}, ${query})
    on conflict (user_id, list, name) do update set query = excluded.query`.execute(tx);
}

/** Deletes a saved filter; succeeds if it does not exist. */
export async function deleteView(tx: Tx, { userId, list }: Whose, name: string): Promise<void> {
  await sql`
    delete from site_views where user_id = ${userId} and list = ${list} and name = ${name}`.execute(tx);
}
