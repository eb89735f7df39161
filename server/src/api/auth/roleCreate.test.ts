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

describe('v2/auth/role/create', () => {
  it('makes a role that nobody has yet and that may do nothing', async () => {
    const { id } = await admin.call(auth.roleCreate, {
      name: 'Accountant',
      scope: 'company',
      readsOnly: true,
    });
    expect(id).toBeGreaterThanOrEqual(1000);
    const { list } = await admin.call(auth.roleList, { filters: { keywords: 'account' } });
    expect(list).toMatchObject([
      { id, name: 'Accountant', scope: 'company', readsOnly: true, isSystem: false, holders: 0 },
    ]);
    expect((await admin.call(auth.roleMenuChoices, { role_id: id })).granted).toEqual([]);
    expect(await office.lastAudit()).toMatchObject({ action: 'role.create', subject: 'Accountant' });
  });

  it('copies what another role may do', async () => {
    const { id } = await admin.call(auth.roleCreate, {
      name: 'Second dealer',
      scope: 'company',
      copyOf: GROUPS.dealer,
      titleLocale: { de: 'Zweiter Händler', xx: 'nobody speaks this', fr: '' },
    });
    const granted = async (roleId: number) =>
      (await admin.call(auth.roleMenuChoices, { role_id: roleId })).granted;
    expect(await granted(id)).toEqual(await granted(GROUPS.dealer));
    const { list } = await admin.call(auth.roleList, { filters: { keywords: 'zweiter' } });
    expect(list.map((role) => role.titleLocale)).toEqual([{ de: 'Zweiter Händler' }]);
  });

  it('refuses a name that is taken, in any case of letters, and an empty one', async () => {
    const taken = await admin.send(auth.roleCreate.path, { name: 'dealer', scope: 'own' });
    expect(taken.envelope).toMatchObject({ code: 1302, msg: 'A role with this name already exists.' });
    const empty = await admin.send(auth.roleCreate.path, { name: '  ', scope: 'own' });
    expect(empty.envelope.code).toBe(400);
  });

  it('keeps HTML as the letters it is', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const { id } = await admin.call(auth.roleCreate, { name, scope: 'own' });
    const { list } = await admin.call(auth.roleList, { filters: { keywords: '<img' } });
    expect(list).toMatchObject([{ id, name }]);
  });

  it('is refused to everybody but administrators', async () => {
    for (const group of ['distributor', 'dealer', 'installer', 'support', 'endUser'] as const) {
      const caller = await office.as(group);
      expect((await caller.send(auth.roleCreate.path, { name: group, scope: 'own' })).status).toBe(403);
    }
  });
});
