import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../../seed/menus.ts';
import type { Caller } from '../../../test/harness.ts';
import { flat, pageIn } from '../../../test/menuTree.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
});
afterAll(() => office.close());

describe('v2/auth/menu/list', () => {
  it('gives the whole tree in order, with who holds each entry', async () => {
    const { list } = await admin.call(auth.menuList);
    expect(list.map((entry) => entry.components_title || entry.title)).toEqual([
      'dashboard',
      'fleet',
      'PV Plant',
      'Devices',
      'User',
      'Products',
      'Tools',
      'System Management',
      'accountSetup',
    ]);
    const [, , heading] = list;
    expect(heading).toMatchObject({ parentId: null, mode: 1 });
    const plants = pageIn(list, 'pvPlant');
    expect(plants).toMatchObject({ parentId: heading?.id, isSystem: true, roles: Object.values(GROUPS) });
    expect(plants?.children[0]).toMatchObject({ title: 'pvPlant:report', mode: 2, parentId: plants?.id });
  });

  it('keeps what stands above a match', async () => {
    const { list } = await admin.call(auth.menuList, { filters: { keywords: 'ROLE:CREATE' } });
    expect(list).toMatchObject([
      {
        title: 'System Management',
        children: [{ components_title: 'rolesPermission', children: [{ title: 'role:create' }] }],
      },
    ]);
    const pages = await admin.call(auth.menuList, { filters: { mode: '1' } });
    expect(flat(pages.list).filter(({ mode }) => mode !== 1)).toEqual([]);
    expect((await admin.call(auth.menuList, { filters: { keywords: 'no such thing' } })).list).toEqual([]);
  });
});
