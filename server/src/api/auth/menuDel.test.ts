import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../../seed/menus.ts';
import type { Caller } from '../../../test/harness.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
});
afterAll(() => office.close());

const page = async (title: string, parentId?: number) =>
  (await admin.call(auth.menuCreate, { title, mode: 1, parent_id: parentId, components_title: title })).id;
const codeOf = async (body: unknown) => (await admin.send(auth.menuDel.path, body)).envelope;
const titles = async () => (await admin.call(auth.menuList)).list.map((entry) => entry.title);

describe('v2/auth/menu/del', () => {
  it('deletes an entry, and with it the right', async () => {
    const id = await page('leaf');
    const { granted } = await admin.call(auth.roleMenuChoices, { role_id: GROUPS.endUser });
    await admin.call(auth.roleMenuDistribution, { role_id: GROUPS.endUser, menu_ids: [...granted, id] });
    await admin.call(auth.menuDel, { id });
    expect((await admin.call(auth.roleMenuChoices, { role_id: GROUPS.endUser })).granted).toEqual(granted);
    expect(await office.lastAudit()).toMatchObject({ action: 'menu.del', subject: 'leaf' });
  });

  it('asks what becomes of the entries below, and does as it is told', async () => {
    const top = await page('top');
    const middle = await page('middle', top);
    await page('bottom', middle);
    expect(await codeOf({ id: top })).toMatchObject({
      code: 1325,
      msg: 'There are 2 items under this one. Choose whether to delete them or move them up one level.',
    });
    await admin.call(auth.menuDel, { id: top, below: 'lift' });
    expect(await titles()).toEqual(expect.arrayContaining(['middle']));
    await admin.call(auth.menuDel, { id: middle, below: 'delete' });
    expect(await titles()).not.toEqual(expect.arrayContaining(['middle', 'bottom']));
  });

  it('lifts no button to where no page is', async () => {
    const id = await page('withButton');
    await admin.call(auth.menuCreate, { parent_id: id, title: 'a:button', mode: 2 });
    expect((await codeOf({ id, below: 'lift' })).code).toBe(1324);
  });

  it('never deletes what came with the product, nor what stands above it', async () => {
    const own = await page('ours');
    const companies = await office.menu('companies');
    expect((await codeOf({ id: companies, below: 'delete' })).code).toBe(1326);
    await admin.call(auth.menuUpdate, { id: companies, parent_id: own });
    expect(await codeOf({ id: own, below: 'delete' })).toMatchObject({
      code: 1326,
      msg: expect.stringContaining('Companies'),
    });
    await admin.call(auth.menuDel, { id: own, below: 'lift' });
    expect(await titles()).toContain('Companies');
  });
});
