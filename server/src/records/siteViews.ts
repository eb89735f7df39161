// Table site_views: filters of the list of plants that a person has given a name.
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';

export interface SiteView {
  name: string;
  query: string;
}

/** Those of a person, by name. */
export async function viewsOf(tx: Tx, userId: number): Promise<SiteView[]> {
  const { rows } = await sql<SiteView>`
    select name, query from site_views where user_id = ${userId} order by lower(name), name`.execute(tx);
  return rows;
}

/** Keeps one; of the same name the newer one stays. */
export async function saveView(tx: Tx, userId: number, { name, query }: SiteView): Promise<void> {
  await sql`
    insert into site_views (user_id, name, query) values (${userId}, ${name}, ${query})
    on conflict (user_id, name) do update set query = excluded.query`.execute(tx);
}

/** Forgets one; a name that is not there is forgotten already. */
export async function deleteView(tx: Tx, userId: number, name: string): Promise<void> {
  await sql`delete from site_views where user_id = ${userId} and name = ${name}`.execute(tx);
}
