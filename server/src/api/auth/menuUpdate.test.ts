import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/harness.ts';
import { pageIn } from '../../../test/menuTree.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
});
afterAll(() => office.close());

const codeOf = async (body: unknown) => (await admin.send(auth.menuUpdate.path, body)).envelope.code;
const entry = async (keywords: string) => {
  const { list } = await admin.call(auth.menuList, { filters: { keywords } });
  return list[0];
};

describe('v2/auth/menu/update', () => {
  it('renames an entry of the product, which its holders see at once', async () => {
    const id = await office.menu('audit');
    await admin.call(auth.menuUpdate, { id, titleLocale: { en: 'History', de: 'Verlauf' }, icon: 'clock' });
    const owner = await office.as('endUser');
    const { list } = await owner.call(auth.roleMenuView);
    expect(pageIn(list, 'audit')).toMatchObject({
      icon: 'clock',
      titleLocale: { en: 'History', de: 'Verlauf' },
    });
    expect(await office.lastAudit()).toMatchObject({ action: 'menu.update', subject: 'Audit log' });
  });

  it('moves an entry with everything below it', async () => {
    const id = await office.menu('companies');
    await admin.call(auth.menuUpdate, { id, parent_id: await office.menu('system') });
    const companies = (await entry('companies'))?.children.at(-1);
    expect(companies).toMatchObject({ components_title: 'companies', children: [{}, {}, {}] });
    await admin.call(auth.menuUpdate, { id, parent_id: 0 });
    expect(await entry('companies')).toMatchObject({ components_title: 'companies', parentId: null });
  });

  it('keeps the names and addresses by which the product knows its entries', async () => {
    const [page, button] = await Promise.all([office.menu('users'), office.menu('user.create')]);
    expect(await codeOf({ id: page, path: '/elsewhere' })).toBe(1326);
    expect(await codeOf({ id: page, components_title: 'people' })).toBe(1326);
    expect(await codeOf({ id: button, title: 'user:make' })).toBe(1326);
    expect(await codeOf({ id: page, title: 'People', path: '/users' })).toBe(200);
  });

  it('changes everything about an entry that somebody added', async () => {
    const { id } = await admin.call(auth.menuCreate, { title: 'Handbook', mode: 1, path: '/documentation' });
    await admin.call(auth.menuUpdate, { id, path: '/handbook', params: 'a=1', components_title: 'handbook' });
    expect(await entry('handbook')).toMatchObject({
      title: 'Handbook',
      path: '/handbook',
      params: 'a=1',
      components_title: 'handbook',
    });
    expect(await codeOf({ id, components_title: 'brands' })).toBe(1322);
    expect(await codeOf({ id, path: 'javascript:alert(1)' })).toBe(400);
  });

  it('refuses to put an entry below itself, or a button on nothing', async () => {
    const [system, roles, button] = await Promise.all(
      ['system', 'rolesPermission', 'role.create'].map((key) => office.menu(key)),
    );
    expect(await codeOf({ id: system, parent_id: roles })).toBe(1324);
    expect(await codeOf({ id: system, parent_id: system })).toBe(1324);
    expect(await codeOf({ id: button, parent_id: 0 })).toBe(1324);
    expect(await codeOf({ id: 999_999, title: 'None' })).toBe(4045);
  });
});
