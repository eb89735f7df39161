import fs from 'node:fs';
import { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';
import { languages } from '@helioport/domain/languages';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../src/platform/db.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { makeUser } from './make.ts';
import { GROUPS, seedMenus } from './menus.ts';
import { type MenuSeed, menuTree } from './menuTree.ts';

const readMigration = (name: string) =>
  fs.readFileSync(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8');
const migration = readMigration('0017_menu_groups');

type Item = OutputOf<typeof auth.roleMenuView>['list'][number];

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const write = (act: Parameters<typeof inTransaction<void>>[2]) =>
  inTransaction(app.database.db, 'write', act);

/** The pages of the menu that a person gets, as `group: page, page`; `title` for what stands alone at the top. */
async function menuOf(email: string): Promise<string[]> {
  const { list } = await (await app.as(email)).call(auth.roleMenuView, { is_login: true });
  const pages = (items: readonly Item[]) => items.filter(({ mode }) => mode === 1);
  return pages(list).map((item) => {
    const below = pages(item.children).map(({ title }) => title);
    return below.length > 0 ? `${item.title}: ${below.join(', ')}` : item.title;
  });
}

/** The tree as it was before there were groups. */
const before = [
  ['pvPlant', null, 'PV Plant', 'plant', 0],
  ['noRegGatewayList', null, 'No-registered gateway list', 'gateway', 1],
  ['users', null, 'Users', 'users', 2],
  ['companies', null, 'Companies', 'house', 3],
  ['system', null, 'System Management', 'tool', 4],
  ['audit', null, 'Audit log', 'list', 5],
  ['rolesPermission', 'system', 'Role Permission', 'shield', 0],
  ['menus', 'system', 'Menu Management', 'menu', 1],
  ['groupAccess', 'system', 'Group access', 'lock', 2],
  ['brands', 'system', 'Brands', 'image', 3],
  ['co2Factors', 'system', 'CO₂ factors', 'leaf', 4],
  ['outbox', 'system', 'Outbox', 'document', 5],
] as const;

/** Fills the database as it was then; `edit` is what an operator did to it. */
async function olderTree(edit: string): Promise<void> {
  await write(async (tx) => {
    await seedMenus(tx, []);
    for (const [key, parent, title, icon, position] of before) {
      await sql`
        insert into menus (key, parent_id, title, title_locale, icon, path, mode, components_title, position)
        values (${key}, (select id from menus where key = ${parent}), ${title},
          ${JSON.stringify({ en: title, de: key === 'pvPlant' ? 'PV-Anlagen' : title })}::jsonb, ${icon},
          ${key === 'system' ? '' : `/${key}`}, 1, ${key === 'system' ? '' : key}, ${position})`.execute(tx);
    }
    await sql`
      insert into groups (id, name, scope, is_system) values (40, 'Watcher', 'company', false)`.execute(tx);
    await sql`
      insert into group_menus (group_id, menu_id)
      select g.id, m.id from groups g, menus m where g.id = ${GROUPS.administrator}
        or (g.id = 40 and m.key in ('pvPlant', 'audit'))`.execute(tx);
    await sql.raw(edit).execute(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const { id } = await makeUser(tx, { email: 'watcher@make.test' });
    await sql`update users set group_id = 40 where id = ${id}`.execute(tx);
  });
  await write(async (tx) => {
    for (const statement of migration.split(/;\n/)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(tx);
    }
  });
  await write((tx) => seedMenus(tx));
}

const deviceLists = 'Inverters and gateways, Meters, All-in-one machines, String machines';

const plain = [
  'Dashboard',
  'Fleet desk',
  'PV Plant: Plants, Map, New plant',
  `Devices: ${deviceLists}, Alarms, No-registered gateway list`,
  'User: Users, Companies, Group access, Audit log',
  'Products: Products, SN list',
  'Tools: OTA file, Inverter configuration, Documentation, BDM password generation',
  'System Management: Role Permission, Menu Management, Brands, CO₂ factors, Outbox, System health',
  'Account Setup',
];

describe('the menu', () => {
  it('is the same in a new house and in one that comes from before', async () => {
    await olderTree('select 1');
    expect(await menuOf('admin@make.test')).toEqual(
      plain.map((line) => line.replace('Group access, Audit log', 'Audit log, Group access')),
    );
    expect(await menuOf('watcher@make.test')).toEqual([
      'PV Plant: Plants, Map',
      // Roles that may see the plants may see their devices.
      `Devices: ${deviceLists}`,
      'User: Audit log',
      'Account Setup',
    ]);
  });

  it('keeps what operators made of theirs', async () => {
    await olderTree(`
      update menus set title = 'Our roofs', title_locale = '{"en": "Our roofs", "de": "PV-Anlagen"}', icon = 'sun'
        where key = 'pvPlant';
      update menus set position = 9 where key = 'users';
      update menus set parent_id = (select id from menus where key = 'system'), position = 7 where key = 'audit';
      insert into menus (title, mode, path, position) values ('Wiki', 1, 'https://wiki.test', 2);
      insert into group_menus (group_id, menu_id) select ${GROUPS.administrator}, id from menus where title = 'Wiki'`);
    expect(await menuOf('admin@make.test')).toEqual([
      'Dashboard',
      'Fleet desk',
      'PV Plant: Our roofs, Map, New plant',
      `Devices: ${deviceLists}, Alarms, No-registered gateway list`,
      'Wiki',
      'User: Companies, Users, Group access',
      'Products: Products, SN list',
      'Tools: OTA file, Inverter configuration, Documentation, BDM password generation',
      'System Management: Role Permission, Menu Management, Brands, CO₂ factors, Outbox, System health, Audit log',
      'Account Setup',
    ]);
    const { rows } = await sql<{ icon: string; title_locale: Record<string, string> }>`
      select icon, title_locale from menus where key = 'pvPlant'`.execute(app.database.db);
    expect(rows).toEqual([{ icon: 'sun', title_locale: { en: 'Our roofs', de: 'Anlagen' } }]);
  });

  it('has a title in every language for each item', async () => {
    await write(seedMenus);
    const { rows } = await sql<{ key: string }>`
      select key from menus where key is not null and (select count(*) from jsonb_object_keys(title_locale)) < ${languages.length}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
  });

  it('gets the current titles in an older installation, except where an operator has changed them', async () => {
    await write(async (tx) => {
      await seedMenus(tx);
      await sql`update menus set title = 'Change log', title_locale = '{"en": "Change log"}'
        where key in ('audit', 'health')`.execute(tx);
      await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    });
    const admin = await app.as('admin@make.test');
    const idOf = async (key: string) =>
      (await sql<{ id: number }>`select id from menus where key = ${key}`.execute(app.database.db)).rows[0]!
        .id;
    await admin.call(auth.menuUpdate, {
      id: await idOf('health'),
      title: 'Ours',
      titleLocale: { en: 'Ours' },
    });
    await admin.call(auth.menuUpdate, { id: await idOf('audit'), icon: 'clock' });
    await write(async (tx) => {
      await sql.raw(readMigration('0140_menu_titles')).execute(tx);
      await seedMenus(tx);
    });
    const { rows } = await sql<{ key: string; title: string; de: string | null }>`
      select key, title, title_locale ->> 'de' as de from menus where key in ('audit', 'health', 'device.delete')
      order by key`.execute(app.database.db);
    expect(rows).toEqual([
      { key: 'audit', title: 'Audit log', de: expect.stringMatching(/./) },
      { key: 'device.delete', title: 'device:delete', de: expect.stringMatching(/./) },
      { key: 'health', title: 'Ours', de: null },
    ]);
    const left = await sql`select from menus where title_locale = 'null'::jsonb`.execute(app.database.db);
    expect(left.rows).toEqual([]);
  });

  it('gets a page by one entry, in its group and for those whom it is for, in a house that runs already', async () => {
    const planted: MenuSeed = {
      key: 'plantedPage',
      name: 'plantedPage',
      mode: 1,
      path: '/devices/planted',
      groups: ['administrator', 'endUser'],
    };
    await write(async (tx) => {
      await seedMenus(tx);
      await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
      await makeUser(tx, { email: 'owner@make.test' });
    });
    expect(await menuOf('admin@make.test')).toEqual(plain);
    const extended = menuTree.map((menu) =>
      menu.key === 'devices' ? { ...menu, children: [planted, ...(menu.children ?? [])] } : menu,
    );
    await write((tx) => seedMenus(tx, extended));
    expect(await menuOf('admin@make.test')).toEqual(
      plain.map((line) => line.replace('Devices: ', 'Devices: plantedPage, ')),
    );
    expect(await menuOf('owner@make.test')).toEqual([
      'PV Plant: Plants, Map, New plant',
      `Devices: plantedPage, ${deviceLists}, Alarms`,
      'User: Audit log',
      'Tools: Documentation',
      'Account Setup',
    ]);
  });
});
