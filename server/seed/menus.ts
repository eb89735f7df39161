// The roles and the menu tree that come with the product. Both are data: an operator may edit them afterwards, so
// what is there already is never touched.
import fs from 'node:fs';
import { languages } from '@helioport/domain/languages';
import { sql } from 'kysely';
import type { Tx } from '../src/platform/db.ts';

export const GROUPS = {
  administrator: 1,
  distributor: 2,
  dealer: 3,
  installer: 4,
  support: 5,
  endUser: 26,
} as const;

type GroupKey = keyof typeof GROUPS;

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

export interface MenuSeed {
  /** Never changes; also the locale key `menu.<key>` of pages. */
  key: string;
  /** What the portal compares: the page, button or module name; '' for a heading that is no page. */
  name: string;
  mode: 1 | 2 | 3;
  icon?: string;
  path?: string;
  /** What the address carries beside the path, without `?`. */
  params?: string;
  groups: readonly GroupKey[];
  children?: readonly MenuSeed[];
}

const everybody: readonly GroupKey[] = [
  'administrator',
  'distributor',
  'dealer',
  'installer',
  'support',
  'endUser',
];
const trade: readonly GroupKey[] = ['administrator', 'distributor', 'dealer', 'installer'];
const sellers: readonly GroupKey[] = ['administrator', 'distributor', 'dealer'];
const operators: readonly GroupKey[] = ['administrator', 'support'];

/** A group of pages: whoever holds one of them holds the group. A group without pages is not shown. */
const heading = (key: string, icon: string, children: readonly MenuSeed[]): MenuSeed => ({
  key,
  name: '',
  mode: 1,
  icon,
  groups: everybody.filter((group) => children.some((child) => child.groups.includes(group))),
  children,
});

/** The menu, group by group; a new page is one entry in the place where it shall stand. */
export const menuTree: readonly MenuSeed[] = [
  heading('plants', 'plant', [
    {
      key: 'pvPlant',
      name: 'pvPlant',
      mode: 1,
      icon: 'list',
      path: '/pvPlant',
      groups: everybody,
      children: [
        {
          key: 'pvPlant.report',
          name: 'pvPlant:report',
          mode: 2,
          groups: ['administrator', 'distributor', 'dealer', 'installer', 'endUser'],
        },
        { key: 'pvPlant.create', name: 'pvPlant:create', mode: 2, groups: [...trade, 'endUser'] },
        { key: 'pvPlant.update', name: 'pvPlant:update', mode: 2, groups: [...trade, 'endUser'] },
        { key: 'pvPlant.delete', name: 'pvPlant:delete', mode: 2, groups: [...trade, 'endUser'] },
        {
          key: 'pvPlant.layout',
          name: 'pvPlant:layout',
          mode: 2,
          groups: ['administrator', 'distributor', 'dealer', 'installer', 'endUser'],
        },
        { key: 'device.ota', name: 'device:ota', mode: 2, groups: trade },
      ],
    },
    {
      key: 'pvPlantMap',
      name: 'pvPlantMap',
      mode: 1,
      icon: 'map',
      path: '/pvPlant',
      params: 'view=map',
      groups: everybody,
    },
    {
      key: 'pvPlantEdit',
      name: 'pvPlantEdit',
      mode: 1,
      icon: 'plus',
      path: '/pvPlant/edit',
      groups: [...trade, 'endUser'],
    },
  ]),
  heading('devices', 'device', [
    {
      key: 'noRegGatewayList',
      name: 'noRegGatewayList',
      mode: 1,
      icon: 'gateway',
      path: '/noRegGatewayList',
      groups: ['administrator', 'support'],
      children: [{ key: 'device.claim', name: 'device:claim', mode: 2, groups: ['administrator'] }],
    },
  ]),
  heading('user', 'users', [
    {
      key: 'users',
      name: 'users',
      mode: 1,
      icon: 'users',
      path: '/users',
      groups: [...trade, 'support'],
      children: [
        { key: 'user.create', name: 'user:create', mode: 2, groups: trade },
        { key: 'user.update', name: 'user:update', mode: 2, groups: trade },
        { key: 'user.delete', name: 'user:delete', mode: 2, groups: trade },
      ],
    },
    {
      key: 'companies',
      name: 'companies',
      mode: 1,
      icon: 'house',
      path: '/companies',
      groups: [...sellers, 'support'],
      children: [
        { key: 'company.create', name: 'company:create', mode: 2, groups: sellers },
        { key: 'company.update', name: 'company:update', mode: 2, groups: sellers },
        { key: 'company.delete', name: 'company:delete', mode: 2, groups: sellers },
      ],
    },
    {
      key: 'groupAccess',
      name: 'groupAccess',
      mode: 1,
      icon: 'lock',
      path: '/groupAccess',
      groups: operators,
    },
    { key: 'audit', name: 'audit', mode: 1, icon: 'clock', path: '/audit', groups: everybody },
  ]),
  heading('system', 'tool', [
    {
      key: 'rolesPermission',
      name: 'rolesPermission',
      mode: 1,
      icon: 'shield',
      path: '/system/rolesPermission',
      groups: operators,
      children: [
        { key: 'role.create', name: 'role:create', mode: 2, groups: ['administrator'] },
        { key: 'role.update', name: 'role:update', mode: 2, groups: ['administrator'] },
        { key: 'role.delete', name: 'role:delete', mode: 2, groups: ['administrator'] },
        { key: 'role.distribute', name: 'role:distribute', mode: 2, groups: ['administrator'] },
        { key: 'role.viewAs', name: 'role:viewAs', mode: 2, groups: ['administrator'] },
      ],
    },
    {
      key: 'menus',
      name: 'menus',
      mode: 1,
      icon: 'menu',
      path: '/system/menus',
      groups: operators,
      children: [
        { key: 'menu.create', name: 'menu:create', mode: 2, groups: ['administrator'] },
        { key: 'menu.update', name: 'menu:update', mode: 2, groups: ['administrator'] },
        { key: 'menu.delete', name: 'menu:delete', mode: 2, groups: ['administrator'] },
      ],
    },
    {
      key: 'brands',
      name: 'brands',
      mode: 1,
      icon: 'image',
      path: '/brands',
      groups: operators,
      children: [{ key: 'brand.update', name: 'brand:update', mode: 2, groups: ['administrator'] }],
    },
    {
      key: 'co2Factors',
      name: 'co2Factors',
      mode: 1,
      icon: 'leaf',
      path: '/co2Factors',
      groups: operators,
      children: [{ key: 'co2.update', name: 'co2:update', mode: 2, groups: ['administrator'] }],
    },
    {
      // Mails carry links that open accounts, so nobody but administrators reads them.
      key: 'outbox',
      name: 'outbox',
      mode: 1,
      icon: 'document',
      path: '/outbox',
      groups: ['administrator'],
    },
    {
      key: 'health',
      name: 'health',
      mode: 1,
      icon: 'pulse',
      path: '/health',
      groups: ['administrator'],
      children: [{ key: 'demo.remove', name: 'demo:remove', mode: 2, groups: ['administrator'] }],
    },
  ]),
  {
    key: 'accountSetup',
    name: 'accountSetup',
    mode: 1,
    icon: 'user',
    path: '/ucenter/account',
    groups: everybody,
  },
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
 * Adds the roles and menus that are missing, with their default grants; leaves the others as they are. Whoever is given
 * a new page is given the groups above it too.
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
  // Whoever runs the house must be able to give every right, also one that came with an upgrade.
  await sql`
    insert into group_menus (group_id, menu_id) select ${GROUPS.administrator}, id from menus
    on conflict do nothing`.execute(tx);
}

async function addMenus(tx: Tx, menus: readonly MenuSeed[], above: readonly number[]): Promise<void> {
  let before: number | null = null;
  for (const menu of menus) {
    const known = await sql<{ id: number }>`select id from menus where key = ${menu.key}`.execute(tx);
    const id: number = known.rows[0]?.id ?? (await addMenu(tx, menu, above, before));
    await addMenus(tx, menu.children ?? [], [...above, id]);
    before = id;
  }
}

/** Adds an entry behind the one before it, if that still stands below the same parent; else at the beginning. */
async function addMenu(
  tx: Tx,
  menu: MenuSeed,
  above: readonly number[],
  before: number | null,
): Promise<number> {
  const parentId = above.at(-1) ?? null;
  const titles = titlesOf(`menu.${menu.key}`);
  const title = menu.mode === 1 ? (titles.en ?? menu.name) : menu.name;
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
  // The groups above it are headings; a page above would be a right that somebody may have taken away.
  await sql`
    insert into group_menus (group_id, menu_id)
    select g, m.id from unnest(${holders}::int[]) g, menus m
    where m.id = ${id} or (m.id = any(${[...above]}::int[]) and m.mode = 1 and m.components_title = '')
    on conflict do nothing`.execute(tx);
  return id;
}
