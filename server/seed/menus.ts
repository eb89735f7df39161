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

const groups: readonly { id: number; name: string; scope: 'all' | 'company' | 'own'; readsOnly: boolean }[] =
  [
    { id: GROUPS.administrator, name: 'Administrator', scope: 'all', readsOnly: false },
    { id: GROUPS.distributor, name: 'Distributor', scope: 'company', readsOnly: false },
    { id: GROUPS.dealer, name: 'Dealer', scope: 'company', readsOnly: false },
    { id: GROUPS.installer, name: 'Installer', scope: 'company', readsOnly: false },
    { id: GROUPS.support, name: 'Support', scope: 'all', readsOnly: true },
    { id: GROUPS.endUser, name: 'End User', scope: 'own', readsOnly: false },
  ];

export interface MenuSeed {
  /** Never changes; also the locale key `menu.<key>` of pages. */
  key: string;
  /** What the portal compares: the page, button or module name. */
  name: string;
  mode: 1 | 2 | 3;
  icon?: string;
  path?: string;
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

export const menuTree: readonly MenuSeed[] = [
  {
    key: 'pvPlant',
    name: 'pvPlant',
    mode: 1,
    icon: 'plant',
    path: '/pvPlant',
    groups: everybody,
    children: [
      {
        key: 'pvPlant.report',
        name: 'pvPlant:report',
        mode: 2,
        groups: ['administrator', 'distributor', 'dealer', 'installer', 'endUser'],
      },
      { key: 'device.ota', name: 'device:ota', mode: 2, groups: trade },
    ],
  },
  {
    key: 'noRegGatewayList',
    name: 'noRegGatewayList',
    mode: 1,
    icon: 'gateway',
    path: '/noRegGatewayList',
    groups: ['administrator', 'support'],
    children: [{ key: 'device.claim', name: 'device:claim', mode: 2, groups: ['administrator'] }],
  },
];

const dictionaries = languages.map(({ webCode }) => {
  const file = new URL(import.meta.resolve(`@helioport/locales/${webCode}.json`));
  return { webCode, words: JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string> };
});

const titlesOf = (menu: MenuSeed): Record<string, string> =>
  Object.fromEntries(
    dictionaries.map(({ webCode, words }) => [webCode, words[`menu.${menu.key}`] ?? menu.name]),
  );

/** Adds the roles and menus that are missing, with their default grants; leaves the others as they are. */
export async function seedMenus(tx: Tx): Promise<void> {
  for (const group of groups) {
    await sql`
      insert into groups (id, name, scope, reads_only, is_system)
      values (${group.id}, ${group.name}, ${group.scope}, ${group.readsOnly}, true)
      on conflict do nothing`.execute(tx);
  }
  await addMenus(tx, menuTree, null);
}

async function addMenus(tx: Tx, menus: readonly MenuSeed[], parentId: number | null): Promise<void> {
  for (const [position, menu] of menus.entries()) {
    const titles = titlesOf(menu);
    const title = menu.mode === 1 ? (titles['en'] ?? menu.name) : menu.name;
    const { rows } = await sql<{ id: number }>`
      insert into menus (key, parent_id, title, title_locale, icon, path, mode, components_title, position)
      values (${menu.key}, ${parentId}, ${title}, ${JSON.stringify(titles)}::jsonb, ${menu.icon ?? ''},
              ${menu.path ?? ''}, ${menu.mode}, ${menu.mode === 1 ? menu.name : ''}, ${position})
      on conflict (key) do nothing returning id`.execute(tx);
    let id = rows[0]?.id;
    if (id === undefined) {
      const known = await sql<{ id: number }>`select id from menus where key = ${menu.key}`.execute(tx);
      id = known.rows[0]?.id;
    } else {
      for (const group of menu.groups) {
        await sql`insert into group_menus (group_id, menu_id) values (${GROUPS[group]}, ${id})`.execute(tx);
      }
    }
    if (id !== undefined) await addMenus(tx, menu.children ?? [], id);
  }
}
