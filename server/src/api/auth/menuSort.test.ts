import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/harness.ts';
import { type Office, startOffice } from '../../../test/office.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
});
afterAll(() => office.close());

const names = async () => (await admin.call(auth.menuList)).list.map((entry) => entry.components_title);
const codeOf = async (body: unknown) => (await admin.send(auth.menuSort.path, body)).envelope.code;

describe('v2/auth/menu/sort', () => {
  it('puts the named entries first, in their order, for everybody', async () => {
    const ids = await Promise.all(['audit', 'users'].map((key) => office.menu(key)));
    await admin.call(auth.menuSort, { ids });
    expect(await names()).toEqual([
      'audit',
      'users',
      'dashboard',
      'fleet',
      '',
      '',
      '',
      '',
      '',
      '',
      'accountSetup',
    ]);
    const owner = await office.as('endUser');
    const { list } = await owner.call(auth.roleMenuView);
    expect(list[0]?.components_title).toBe('audit');
    expect(await office.lastAudit()).toMatchObject({ action: 'menu.sort' });
  });

  it('moves entries to another parent', async () => {
    const [system, companies, brands] = await Promise.all(
      ['system', 'companies', 'brands'].map((key) => office.menu(key)),
    );
    await admin.call(auth.menuSort, { parent_id: system, ids: [brands ?? 0, companies ?? 0] });
    const { list } = await admin.call(auth.menuList);
    const heading = list.find((entry) => entry.id === system);
    expect(heading?.children.slice(0, 2).map((entry) => entry.id)).toEqual([brands, companies]);
    await admin.call(auth.menuSort, { ids: [companies ?? 0] });
  });

  it('refuses circles, unknown entries and buttons without a page', async () => {
    const [system, brands, button] = await Promise.all(
      ['system', 'brands', 'brand.update'].map((key) => office.menu(key)),
    );
    expect(await codeOf({ parent_id: brands, ids: [system] })).toBe(1324);
    expect(await codeOf({ parent_id: 0, ids: [button] })).toBe(1324);
    expect(await codeOf({ ids: [999_999] })).toBe(4045);
  });

  it('writes nothing down when nothing moved', async () => {
    const ids = (await admin.call(auth.menuList)).list.map((entry) => entry.id);
    await admin.call(auth.menuSort, { ids });
    const before = await office.lastAudit();
    await admin.call(auth.menuSort, { ids });
    expect(await office.lastAudit()).toEqual(before);
  });
});
