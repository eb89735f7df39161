import { auth } from '@helioport/contract/auth';
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

  it('shows other roles to those who see everything, and to nobody else', async () => {
    const support = await office.as('support');
    const { list } = await support.call(auth.roleMenuView, { role_id: GROUPS.dealer, is_login: false });
    expect(pageIn(list, 'companies')).toBeDefined();
    const dealer = await office.as('dealer');
    const refused = await dealer.send(auth.roleMenuView.path, { role_id: GROUPS.support, is_login: false });
    expect(refused).toMatchObject({ status: 200, envelope: { code: 4044 } });
  });

  it('has a title for every entry in every language', async () => {
    const admin = await office.as('administrator');
    const { list } = await admin.call(auth.roleMenuView);
    const users = pageIn(list, 'users');
    expect(users).toMatchObject({ path: '/users', mode: 1, titleLocale: { en: 'Users' } });
    expect(list.find((item) => item.title === 'System Management')).toMatchObject({
      path: '',
      components_title: '',
    });
  });
});
