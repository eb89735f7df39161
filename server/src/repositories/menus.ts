// Table menus: the tree of pages, buttons and parts of pages from which roles get their rights.
import { sql } from 'kysely';
import type { Columns } from '../platform/databaseTypes.ts';
import type { Tx } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import { ADMINISTRATOR, changeGrants } from './groups.ts';
import { announceRights } from './rights.ts';

export interface Menu
  extends Columns<
    'menus',
    'id' | 'parentId' | 'title' | 'icon' | 'path' | 'params' | 'componentsTitle' | 'position'
  > {
  /** Key of a built-in entry; null for those added by an operator. */
  key: string | null;
  titleLocale: Record<string, string>;
  /** 1 page, 2 button, 3 part of a page. */
  mode: 1 | 2 | 3;
}

/** The whole tree as a list, in order, locked against changes for this transaction. */
export async function lockMenus(tx: Tx): Promise<Menu[]> {
  // Concurrent moves of entries into each other must run one at a time.
  await lock(tx, 'changeMenus');
  const { rows } = await sql<Menu>`
    select id, parent_id as "parentId", key, title, title_locale as "titleLocale", icon, path, params, mode,
      components_title as "componentsTitle", position
    from menus order by position, id`.execute(tx);
  return rows;
}

/** Adds an entry as the last child of its parent, held by administrators; returns its number. */
export async function createMenu(tx: Tx, menu: Omit<Menu, 'id' | 'key' | 'position'>): Promise<number> {
  const { rows } = await sql<Columns<'menus', 'id'>>`
    insert into menus (parent_id, title, title_locale, icon, path, params, mode, components_title, position)
    values (${menu.parentId}, ${menu.title}, ${JSON.stringify(menu.titleLocale)}::jsonb, ${menu.icon}, ${menu.path},
            ${menu.params}, ${menu.mode}, ${menu.componentsTitle},
            (select coalesce(max(position) + 1, 0) from menus where parent_id is not distinct from ${menu.parentId}))
    returning id`.execute(tx);
  const id = rows[0]!.id;
  await changeGrants(tx, ADMINISTRATOR, { added: [id], removed: [] });
  return id;
}

/** Stores changed entries, and notifies the roles that have them. */
export async function updateMenus(tx: Tx, menus: readonly Menu[]): Promise<void> {
  for (const menu of menus) {
    await sql`
      update menus set parent_id = ${menu.parentId}, title = ${menu.title},
        title_locale = ${JSON.stringify(menu.titleLocale)}::jsonb, icon = ${menu.icon}, path = ${menu.path},
        params = ${menu.params}, components_title = ${menu.componentsTitle}, position = ${menu.position}
      where id = ${menu.id}`.execute(tx);
  }
  await notifyHolders(
    tx,
    menus.map((menu) => menu.id),
  );
}

/** Deletes an entry and its remaining children. */
export async function deleteMenu(tx: Tx, id: number): Promise<void> {
  await notifyHolders(tx, [id]);
  await sql`delete from menus where id = ${id}`.execute(tx);
}

/** Who holds an entry below another one need not hold the other, but holders of the other see it go. */
async function notifyHolders(tx: Tx, menuIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from menus where id = any(${[...menuIds]}::int[])
      union
      select m.id from menus m join below b on m.parent_id = b.id
    )
    select distinct group_id as id from group_menus where menu_id in (select id from below)`.execute(tx);
  await announceRights(tx, { groupIds: rows.map((row) => row.id) });
}
