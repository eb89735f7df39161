// Writes down the roles and the menu tree that come with the product. Both are data: an operator may edit them
// afterwards, so what is there already is never touched.
import fs from 'node:fs';
import { languages } from '@helioport/domain/languages';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';
import { type MenuSeed, menuTree } from './menuTree.ts';

export const GROUPS = {
  administrator: 1,
  distributor: 2,
  dealer: 3,
  installer: 4,
  support: 5,
  endUser: 26,
} as const;

export type GroupKey = keyof typeof GROUPS;

interface GroupSeed {
  id: number;
  name: string;
  /** Locale key `role.<word>` of its titles. */
  word: string;
  scope: 'all' | 'company' | 'own';
  readsOnly: boolean;
}

const groups: readonly GroupSeed[] = [
  { id: GROUPS.administrator, name: 'Administrator', word: 'admin', scope: 'all', readsOnly: false },
  { id: GROUPS.distributor, name: 'Distributor', word: 'distributor', scope: 'company', readsOnly: false },
  { id: GROUPS.dealer, name: 'Dealer', word: 'dealer', scope: 'company', readsOnly: false },
  { id: GROUPS.installer, name: 'Installer', word: 'installer', scope: 'company', readsOnly: false },
  { id: GROUPS.support, name: 'Support', word: 'support', scope: 'all', readsOnly: true },
  { id: GROUPS.endUser, name: 'End User', word: 'endUser', scope: 'own', readsOnly: false },
];

const dictionaries = languages.map(({ webCode }) => {
  const file = new URL(import.meta.resolve(`@helioport/locales/${webCode}.json`));
  return { webCode, words: JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string> };
});

/** The words of a key by web code; a language that lacks them has none. */
const titlesOf = (key: string): Record<string, string> =>
  Object.fromEntries(
    dictionaries.flatMap(({ webCode, words }) => (words[key] === undefined ? [] : [[webCode, words[key]]])),
  );

/**
 * Adds missing roles and menus with their default grants; existing ones stay unchanged. Roles that get a new page get
 * its groups too.
 */
export async function seedMenus(tx: Tx, tree: readonly MenuSeed[] = menuTree): Promise<void> {
  for (const group of groups) {
    await sql`
      insert into groups (id, name, title_locale, scope, reads_only, is_system)
      values (${group.id}, ${group.name}, ${JSON.stringify(titlesOf(`role.${group.word}`))}::jsonb, ${group.scope},
              ${group.readsOnly}, true)
      on conflict do nothing`.execute(tx);
  }
  await addMenus(tx, tree, []);
  // Administrators must be able to grant every permission, also those added by an upgrade.
  await sql`
    insert into group_menus (group_id, menu_id) select ${GROUPS.administrator}, id from menus
    on conflict do nothing`.execute(tx);
}

async function addMenus(tx: Tx, menus: readonly MenuSeed[], above: readonly number[]): Promise<void> {
  let before: number | null = null;
  for (const menu of menus) {
    const known = await sql<{ id: number; is_marked: boolean }>`
      select id, title_locale = 'null'::jsonb as is_marked from menus where key = ${menu.key}`.execute(tx);
    const found = known.rows[0];
    if (found?.is_marked) await refreshTitles(tx, found.id, menu);
    const id: number = found?.id ?? (await addMenu(tx, menu, above, before));
    await addMenus(tx, menu.children ?? [], [...above, id]);
    before = id;
  }
}

const titleOf = (menu: MenuSeed, titles: Record<string, string>) =>
  menu.mode === 1 ? (titles.en ?? menu.name) : menu.name;

/** Fills the titles of an item that migration 0140 has marked, from the locale files. */
async function refreshTitles(tx: Tx, id: number, menu: MenuSeed): Promise<void> {
  const titles = titlesOf(`menu.${menu.key}`);
  await sql`
    update menus set title = ${titleOf(menu, titles)}, title_locale = ${JSON.stringify(titles)}::jsonb
    where id = ${id}`.execute(tx);
}

/** Inserts an entry after its predecessor if that still has the same parent; otherwise at the beginning. */
async function addMenu(
  tx: Tx,
  menu: MenuSeed,
  above: readonly number[],
  before: number | null,
): Promise<number> {
  const parentId = above.at(-1) ?? null;
  const titles = titlesOf(`menu.${menu.key}`);
  const title = titleOf(menu, titles);
  const siblings = sql`parent_id is not distinct from ${parentId}`;
  const found = await sql<{ position: number }>`
    select position + 1 as position from menus where id = ${before} and ${siblings}`.execute(tx);
  const position = found.rows[0]?.position ?? 0;
  await sql`update menus set position = position + 1 where ${siblings} and position >= ${position}`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    insert into menus (key, parent_id, title, title_locale, icon, path, params, mode, components_title, position)
    values (${menu.key}, ${parentId}, ${title}, ${JSON.stringify(titles)}::jsonb, ${menu.icon ?? ''},
            ${menu.path ?? ''}, ${menu.params ?? ''}, ${menu.mode}, ${menu.mode === 1 ? menu.name : ''}, ${position})
    returning id`.execute(tx);
  const id = rows[0]!.id;
  const holders = menu.groups.map((group) => GROUPS[group]);
  // Only groups are granted along, because they are headings; a parent page may have been revoked.
  await sql`
    insert into group_menus (group_id, menu_id)
    select g, m.id from menus m, (
      select unnest(${holders}::int[])
      union select gm.group_id from group_menus gm join menus w on w.id = gm.menu_id where w.key = ${menu.heldWith ?? ''}
    ) holder (g)
    where m.id = ${id} or (m.id = any(${[...above]}::int[]) and m.mode = 1 and m.components_title = '')
    on conflict do nothing`.execute(tx);
  return id;
}
