import { auth } from '@helioport/contract/auth';
import type { OutputOf } from '@helioport/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../../seed/menus.ts';
import { flat, pageIn } from '../../../test/menuTree.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

describe('v2/auth/role/menu/view', () => {
  it('gives everybody the tree of his own role, whatever role a client names at login', async () => {
    const owner = await office.as('endUser');
    const answer = await owner.call(auth.roleMenuView, { role_id: GROUPS.administrator, is_login: true });
    const names = flat(answer.list).map((item) => item.components_title);
    expect(names).toEqual(expect.arrayContaining(['pvPlant', 'audit']));
    expect(names).not.toContain('rolesPermission');
    expect(pageIn(answer.list, 'pvPlant')?.children.map((item) => item.title)).toContain('pvPlant:report');
    expect(answer).not.toHaveProperty('viewAs');
  });

  it('names what an owner has no use for: device types they do not have; everyone else uses everything', async () => {
    const owner = await office.as('endUser');
    const { unusedPages } = await owner.call(auth.roleMenuView, { is_login: true });
    expect(unusedPages).toEqual([
      'devicesElectricMeter',
      'devicesAllInOneMachine',
      'devicesStringMachine',
      'audit',
    ]);
    const dealer = await office.as('dealer');
    expect(await dealer.call(auth.roleMenuView, { is_login: true })).not.toHaveProperty('unusedPages');
  });

  it('shows other roles to those who see everything, and to nobody else', async () => {
    const support = await office.as('support');
    const { list } = await support.call(auth.roleMenuView, { role_id: GROUPS.dealer, is_login: false });
    expect(pageIn(list, 'companies')).toBeDefined();
    expect((await support.call(auth.roleMenuView, { role_id: GROUPS.dealer })).list).toEqual(list);
    const dealer = await office.as('dealer');
    const refused = await dealer.send(auth.roleMenuView.path, { role_id: GROUPS.support, is_login: false });
    expect(refused).toMatchObject({ status: 200, envelope: { code: 4044 } });
  });

  it('has a title for every entry in every language', async () => {
    const admin = await office.as('administrator');
    const { list } = await admin.call(auth.roleMenuView);
    const users = pageIn(list, 'users');
    expect(users).toMatchObject({ path: '/users', mode: 1, titleLocale: { en: 'Users' } });
    expect(Object.keys(users?.titleLocale ?? {})).toHaveLength(11);
    expect(list.find((item) => item.title === 'System Management')).toMatchObject({
      path: '',
      components_title: '',
    });
  });

  it('has titles in one language for who asks for his own, the nearest one where it has none', async () => {
    const admin = await office.as('administrator');
    const { id } = await admin.call(auth.menuCreate, {
      title: 'Wiki',
      mode: 1,
      titleLocale: { en: 'Our wiki' },
    });
    const input = { ownTitles: true };
    const german = (await admin.send(auth.roleMenuView.path, input, { lan: '1' })).envelope.data as OutputOf<
      typeof auth.roleMenuView
    >;
    expect(pageIn(german.list, 'users')?.titleLocale).toEqual({ de: 'Benutzer' });
    expect(german.list.find((item) => item.id === id)?.titleLocale).toEqual({ de: 'Our wiki' });
    await admin.call(auth.menuDel, { id });
  });
});
