import { auth } from '@helioport/contract/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite } from '../../../seed/make.ts';
import { GROUPS } from '../../../seed/menus.ts';
import type { Caller } from '../../../test/harness.ts';
import { type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
});
afterAll(() => office.close());

const role = async (id: number) =>
  (await admin.call(auth.roleList, { page: { size: 100 } })).list.find((one) => one.id === id);

describe('v2/auth/role/update', () => {
  it('renames a role, and leaves what is not said', async () => {
    await admin.call(auth.roleUpdate, { id: GROUPS.dealer, name: 'Reseller' });
    expect(await role(GROUPS.dealer)).toMatchObject({ name: 'Reseller', scope: 'company', readsOnly: false });
    expect(await office.lastAudit()).toMatchObject({ action: 'role.update', subject: 'Dealer' });
    await admin.call(auth.roleUpdate, { id: GROUPS.dealer, name: 'Dealer' });
  });

  it('tells nobody but those who run the house which roles exist', async () => {
    const dealer = await office.as('dealer');
    const button = await office.menu('role.update');
    const { granted } = await admin.call(auth.roleMenuChoices, { role_id: GROUPS.dealer });
    const give = (ids: number[]) =>
      admin.call(auth.roleMenuDistribution, { role_id: GROUPS.dealer, menu_ids: ids });
    await give([...granted, button]);
    const codes: number[] = [];
    for (const id of [GROUPS.administrator, GROUPS.distributor, GROUPS.dealer, 999_999]) {
      codes.push((await dealer.send(auth.roleUpdate.path, { id, name: 'Mine' })).envelope.code);
    }
    await give(granted);
    expect(new Set(codes)).toEqual(new Set([403]));
  });

  it('changes at the next request what its holders see and may change', async () => {
    await inTransaction(office.app.database.db, 'write', (tx) =>
      makeSite(tx, { companyId: office.companies.installer }),
    );
    const { site } = await import('@helioport/contract/site');
    const installer = await office.as('installer');
    expect((await installer.call(site.listWithSN, {})).total).toBe(1);
    await admin.call(auth.roleUpdate, { id: GROUPS.installer, scope: 'own' });
    expect((await installer.call(site.listWithSN, {})).total).toBe(0);
    await admin.call(auth.roleUpdate, { id: GROUPS.installer, scope: 'company', readsOnly: 'false' });
    expect((await installer.call(site.listWithSN, {})).total).toBe(1);
  });

  it('leaves administrators all they have', async () => {
    for (const change of [{ scope: 'own' }, { readsOnly: true }]) {
      const { envelope } = await admin.send(auth.roleUpdate.path, { id: GROUPS.administrator, ...change });
      expect(envelope.code).toBe(1306);
    }
    await admin.call(auth.roleUpdate, { id: GROUPS.administrator, titleLocale: { en: 'Operator' } });
    expect(await role(GROUPS.administrator)).toMatchObject({ name: 'Administrator', title: 'Operator' });
  });

  it('refuses a taken name and a role that does not exist', async () => {
    const codes = await Promise.all(
      [
        { id: GROUPS.dealer, name: 'INSTALLER' },
        { id: 4711, name: 'Nobody' },
      ].map(async (body) => (await admin.send(auth.roleUpdate.path, body)).envelope.code),
    );
    expect(codes).toEqual([1302, 4044]);
  });

  it('is refused to a role that sees less, whatever buttons it was given', async () => {
    const choices = await admin.call(auth.roleMenuChoices, { role_id: GROUPS.dealer });
    const button = await office.menu('role.update');
    await admin.call(auth.roleMenuDistribution, {
      role_id: GROUPS.dealer,
      menu_ids: [...choices.granted, button],
    });
    const dealer = await office.as('dealer');
    const { status } = await dealer.send(auth.roleUpdate.path, { id: GROUPS.endUser, scope: 'all' });
    expect(status).toBe(403);
  });
});
