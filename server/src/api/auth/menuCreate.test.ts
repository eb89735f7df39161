import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../../seed/menus.ts';
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

const codeOf = async (body: unknown) => (await admin.send(auth.menuCreate.path, body)).envelope.code;

describe('v2/auth/menu/create', () => {
  it('adds a page as the last one, held by administrators only', async () => {
    const { id } = await admin.call(auth.menuCreate, {
      title: 'Our handbook',
      titleLocale: { de: 'Unser Handbuch' },
      mode: 1,
      path: '/documentation',
      params: 'topic=start',
      icon: 'document',
    });
    const { list } = await admin.call(auth.menuList);
    expect(list.at(-1)).toMatchObject({
      id,
      title: 'Our handbook',
      titleLocale: { de: 'Unser Handbuch' },
      params: 'topic=start',
      isSystem: false,
      roles: [GROUPS.administrator],
    });
    expect(await office.lastAudit()).toMatchObject({ action: 'menu.create', subject: 'Our handbook' });
  });

  it('adds a button below a page, also by the texts of a form', async () => {
    const parent = await office.menu('pvPlant');
    const { id } = await admin.call(auth.menuCreate, {
      parent_id: String(parent),
      title: 'pvPlant:print',
      mode: '2',
    });
    const { list } = await admin.call(auth.menuList, { filters: { keywords: 'pvPlant:print' } });
    expect(pageIn(list, 'pvPlant')?.children).toMatchObject([{ id, mode: 2, title: 'pvPlant:print' }]);
  });

  it('refuses a second entry for a right, and a button without a name', async () => {
    const parent = await office.menu('users');
    expect(await codeOf({ parent_id: parent, title: 'role:create', mode: 2 })).toBe(1322);
    expect(await codeOf({ title: 'Brands again', mode: 1, components_title: 'brands' })).toBe(1322);
    expect(await codeOf({ parent_id: parent, title: 'Two words', mode: 2 })).toBe(1323);
  });

  it('refuses places where nothing can stand', async () => {
    const button = await office.menu('role.create');
    const heading = await office.menu('system');
    expect(await codeOf({ title: 'lonely:button', mode: 2 })).toBe(1324);
    expect(await codeOf({ parent_id: button, title: 'Page', mode: 1 })).toBe(1324);
    expect(await codeOf({ parent_id: heading, title: 'on:heading', mode: 2 })).toBe(1324);
    expect(await codeOf({ parent_id: 999_999, title: 'Page', mode: 1 })).toBe(4045);
  });

  it('refuses addresses that lead out of the portal, or run', async () => {
    for (const path of ['javascript:alert(1)', '//evil.test', 'https://evil.test', '/\\evil.test', '/a b']) {
      expect(await codeOf({ title: 'Page', mode: 1, path })).toBe(400);
    }
    expect(await codeOf({ title: 'Page', mode: 1, icon: '"><script>' })).toBe(400);
    expect(await codeOf({ title: 'Page', mode: 4 })).toBe(400);
  });

  it('is refused to support', async () => {
    const support = await office.as('support');
    expect((await support.send(auth.menuCreate.path, { title: 'Page', mode: 1 })).status).toBe(403);
  });
});
