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

describe('v2/auth/role/menu/choices', () => {
  it('gives the whole tree, says what the caller may give and what the role has', async () => {
    const admin = await office.as('administrator');
    const { list, granted } = await admin.call(auth.roleMenuChoices, { role_id: GROUPS.endUser });
    const titles = flat(list).map((item) => item.components_title);
    expect(titles).toEqual(expect.arrayContaining(['pvPlant', 'users', 'companies', 'audit']));
    const users = pageIn(list, 'users');
    expect(users?.children.map((item) => item.title)).toEqual([
      'user:create',
      'user:update',
      'user:delete',
      'user:invite',
      'user:allowLogins',
      'user:activity',
    ]);
    expect(users?.isHeld).toBe(true);
    expect(granted).toContain(await office.menu('pvPlant'));
    expect(granted).not.toContain(await office.menu('users'));
  });

  it('tells support what it could not give', async () => {
    const support = await office.as('support');
    const { list } = await support.call(auth.roleMenuChoices, { role_id: GROUPS.dealer });
    const users = pageIn(list, 'users');
    expect(users).toMatchObject({ isHeld: true, children: [{ isHeld: false }, {}, {}, {}, {}, {}] });
  });

  it('knows no role that does not exist', async () => {
    const admin = await office.as('administrator');
    expect((await admin.send(auth.roleMenuChoices.path, { role_id: 4711 })).envelope.code).toBe(4044);
  });
});
