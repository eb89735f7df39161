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

/** An item of `menus`, as far as a place and grants of new items depend on it. */
interface Item {
  id: number;
  key: string | null;
  parentId: number | null;
  position: number;
  isHeading: boolean;
  /** Migration 0140 has marked its titles as outdated. */
  isMarked: boolean;
}

/** A new item with the content of its columns. */
interface NewItem extends Item {
  menu: MenuSeed;
}

/**
 * Adds missing roles and menus with their default grants; existing ones stay unchanged. Roles that get a new page get
 * its groups too. Plans in memory and writes whole lists, because a tree has about a hundred items.
 */
export async function seedMenus(tx: Tx, tree: readonly MenuSeed[] = menuTree): Promise<void> {
  await sql`
    insert into groups (id, name, title_locale, scope, reads_only, is_system)
    select id, name, title_locale, scope, reads_only, true
    from jsonb_to_recordset(${JSON.stringify(
      groups.map(({ id, name, word, scope, readsOnly }) => ({
        id,
        name,
        scope,
        title_locale: titlesOf(`role.${word}`),
        reads_only: readsOnly,
      })),
    )}::jsonb) as g (id int, name text, title_locale jsonb, scope text, reads_only boolean)
    on conflict do nothing`.execute(tx);
  const { rows: items } = await sql<Item>`
    select id, key, parent_id as "parentId", position, mode = 1 and components_title = '' as "isHeading",
           title_locale = 'null'::jsonb as "isMarked"
    from menus`.execute(tx);
  const plan = await planOf(tx, items, tree);
  for (const { id, menu } of plan.marked) await refreshTitles(tx, id, menu);
  if (plan.added.length > 0) await insertItems(tx, items, plan);
  // Administrators must be able to grant every permission, also those added by an upgrade.
  await sql`
    insert into group_menus (group_id, menu_id) select ${GROUPS.administrator}, id from menus
    on conflict do nothing`.execute(tx);
}

interface Plan {
  added: NewItem[];
  marked: { id: number; menu: MenuSeed }[];
  grants: { groupId: number; menuId: number }[];
}

/** Plans what `tree` adds to `items`, and moves those of them that come after a new sibling. */
async function planOf(tx: Tx, items: readonly Item[], tree: readonly MenuSeed[]): Promise<Plan> {
  const known = new Map(items.map((item) => [item.key, item]));
  const missing = keysOf(tree).filter((key) => !known.has(key));
  const { rows: ids } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('menus', 'id'))::int as id
    from generate_series(1, ${missing.length})`.execute(tx);
  const { rows: held } = await sql<{ groupId: number; menuId: number }>`
    select group_id as "groupId", menu_id as "menuId" from group_menus`.execute(tx);
  const holders = new Map<number, number[]>();
  const grant = (menuId: number, groupIds: readonly number[]) =>
    holders.set(menuId, [...(holders.get(menuId) ?? []), ...groupIds]);
  for (const { menuId, groupId } of held) grant(menuId, [groupId]);
  const all = [...items];
  const plan: Plan = { added: [], marked: [], grants: [] };

  const add = (menu: MenuSeed, above: readonly Item[], before: Item | undefined): Item => {
    const parentId = above.at(-1)?.id ?? null;
    // After its predecessor if that still has the same parent; otherwise at the beginning.
    const position = before?.parentId === parentId ? before.position + 1 : 0;
    for (const one of all) if (one.parentId === parentId && one.position >= position) one.position += 1;
    const isHeading = menu.mode === 1 && menu.name === '';
    const item = { id: ids.shift()!.id, key: menu.key, parentId, position, isHeading, isMarked: false, menu };
    all.push(item);
    known.set(menu.key, item);
    plan.added.push(item);
    const heldWith = known.get(menu.heldWith ?? '')?.id;
    const groupIds = [
      ...menu.groups.map((group) => GROUPS[group]),
      ...(heldWith === undefined ? [] : (holders.get(heldWith) ?? [])),
    ];
    // Only groups are granted along, because they are headings; a parent page may have been revoked.
    for (const { id: menuId } of [item, ...above.filter((one) => one.isHeading)]) {
      grant(menuId, groupIds);
      plan.grants.push(...groupIds.map((groupId) => ({ groupId, menuId })));
    }
    return item;
  };
  const walk = (menus: readonly MenuSeed[], above: readonly Item[]) => {
    let before: Item | undefined;
    for (const menu of menus) {
      const found = known.get(menu.key);
      if (found?.isMarked) plan.marked.push({ id: found.id, menu });
      const item = found ?? add(menu, above, before);
      walk(menu.children ?? [], [...above, item]);
      before = item;
    }
  };
  walk(tree, []);
  return plan;
}

const keysOf = (menus: readonly MenuSeed[]): string[] =>
  menus.flatMap(({ key, children }) => [key, ...keysOf(children ?? [])]);

async function insertItems(tx: Tx, items: readonly Item[], { added, grants }: Plan): Promise<void> {
  await sql`
    update menus m set position = p.position
    from unnest(${items.map(({ id }) => id)}::int[], ${items.map(({ position }) => position)}::int[]) p (id, position)
    where m.id = p.id and m.position <> p.position`.execute(tx);
  const rows = added.map(({ id, key, parentId, position, menu }) => {
    const titles = titlesOf(`menu.${key}`);
    return {
      id,
      key,
      position,
      mode: menu.mode,
      parent_id: parentId,
      title: titleOf(menu, titles),
      title_locale: titles,
      icon: menu.icon ?? '',
      path: menu.path ?? '',
      params: menu.params ?? '',
      components_title: menu.mode === 1 ? menu.name : '',
    };
  });
  await sql`
    insert into menus (id, key, parent_id, title, title_locale, icon, path, params, mode, components_title, position)
    select id, key, parent_id, title, title_locale, icon, path, params, mode, components_title, position
    from jsonb_populate_recordset(null::menus, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
  await sql`
    insert into group_menus (group_id, menu_id)
    select group_id, menu_id
    from unnest(${grants.map(({ groupId }) => groupId)}::int[], ${grants.map(({ menuId }) => menuId)}::int[])
      g (group_id, menu_id)
    on conflict do nothing`.execute(tx);
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
