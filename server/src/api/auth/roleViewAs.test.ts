import { account } from '@helioport/contract/account';
import { auth } from '@helioport/contract/auth';
import { brand } from '@helioport/contract/brand';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSite, makeUser } from '../../../seed/make.ts';
import { GROUPS } from '../../../seed/menus.ts';
import type { Caller } from '../../../test/harness.ts';
import { addressOf, type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';

let office: Office;
let admin: Caller;
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
  await inTransaction(office.app.database.db, 'write', async (tx) => {
    await makeSite(tx, { companyId: office.companies.installer });
    await makeSite(tx, { companyId: office.companies.distributor });
    await makeSite(tx);
  });
});
afterAll(() => office.close());
beforeEach(() => admin.call(auth.roleViewAsEnd));

const viewAs = (group: keyof typeof GROUPS, companyId?: number) =>
  admin.call(auth.roleViewAs, { role_id: GROUPS[group], company_id: companyId });
const plants = async () => (await admin.call(site.listWithSN, {})).total;

describe('v2/auth/role/viewAs', () => {
  it('shows the pages and the plants of a holder in a company, and tells whose', async () => {
    expect(await plants()).toBe(3);
    await viewAs('installer', office.companies.installer);
    const view = await admin.call(auth.roleMenuView);
    expect(view.viewAs).toMatchObject({ id: GROUPS.installer, name: 'Installer' });
    expect(view.viewAs?.companyName).toMatch(/^Company/);
    expect(view.list.map((item) => item.components_title)).not.toContain('companies');
    expect(await plants()).toBe(1);
    expect((await admin.send(auth.roleList.path)).status).toBe(403);
    expect((await admin.call(account.info)).groupName).toBe('Installer');
  });

  it('shows nothing of others where the role sees only its own', async () => {
    await viewAs('endUser');
    expect(await plants()).toBe(0);
  });

  it('lets nothing be changed, in words that say why', async () => {
    await viewAs('dealer', office.companies.dealer);
    for (const [path, body] of [
      [auth.menuSort.path, { ids: [] }],
      [brand.update.path, { id: 0, name: 'Mine' }],
      [auth.roleViewAs.path, { role_id: GROUPS.endUser }],
      ['v2/account/updatePassword', { password: 'helioport-demo', newPassword: 'another-one' }],
    ] as const) {
      expect((await admin.send(path, body)).envelope.code).toBe(1301);
    }
    const { envelope } = await admin.send(auth.roleUpdate.path, { id: GROUPS.dealer, scope: 'all' });
    expect(envelope.msg).toContain('viewing the portal as another role');
  });

  it('is only this session, and ends where it began', async () => {
    const other = await office.app.as(addressOf('administrator'));
    await viewAs('support');
    expect((await other.call(account.info)).groupName).toBe('Administrator');
    await admin.call(auth.roleViewAsEnd);
    expect((await admin.call(account.info)).groupName).toBe('Administrator');
    expect(await admin.call(auth.roleMenuView)).not.toHaveProperty('viewAs');
    expect(await office.lastAudit()).toMatchObject({ action: 'role.viewAsEnd', subject: 'Support' });
    expect((await admin.send(auth.roleViewAsEnd.path)).envelope.code).toBe(200);
  });

  it('can be left by signing out', async () => {
    const session = await office.app.as(addressOf('administrator'));
    await session.call(auth.roleViewAs, { role_id: GROUPS.support });
    await session.call(account.loginOut);
    expect((await session.send(account.info.path)).status).toBe(401);
  });

  it('gives nobody a right that is not his own, even if the role gets it meanwhile', async () => {
    const { db } = office.app.database;
    const { id } = await admin.call(auth.roleCreate, { name: 'Deputy', scope: 'all' });
    const menus = await Promise.all(['role.viewAs', 'users'].map((key) => office.menu(key)));
    await admin.call(auth.roleMenuDistribution, { role_id: id, menu_ids: menus });
    const user = await inTransaction(db, 'write', (tx) => makeUser(tx, { email: 'deputy@office.test' }));
    await sql`update users set group_id = ${id} where id = ${user.id}`.execute(db);
    const deputy = await office.app.as('deputy@office.test');

    const send = async (roleId: number) =>
      (await deputy.send(auth.roleViewAs.path, { role_id: roleId })).envelope.code;
    expect(await send(GROUPS.administrator)).toBe(1305);
    expect(await send(4711)).toBe(4044);
    const small = await admin.call(auth.roleCreate, { name: 'Small', scope: 'all' });
    expect(await send(small.id)).toBe(200);
    const brands = await office.menu('brands');
    await admin.call(auth.roleMenuDistribution, { role_id: small.id, menu_ids: [brands] });
    expect((await deputy.send(brand.list.path)).status).toBe(403);
    expect((await deputy.call(auth.roleMenuView)).list).toMatchObject([{ title: 'System Management' }]);

    // The right to look so is taken away: the session is again what its person is.
    await admin.call(auth.roleMenuDistribution, { role_id: id, menu_ids: [menus[1] ?? 0] });
    expect((await deputy.call(account.info)).groupName).toBe('Deputy');
  });

  it('knows only companies that exist, and nobody but administrators', async () => {
    const unknown = await admin.send(auth.roleViewAs.path, { role_id: GROUPS.dealer, company_id: 999_999 });
    expect(unknown).toMatchObject({ status: 200, envelope: { code: 4043 } });
    for (const group of ['support', 'distributor', 'endUser'] as const) {
      const caller = await office.as(group);
      expect((await caller.send(auth.roleViewAs.path, { role_id: GROUPS.endUser })).status).toBe(403);
    }
  });
});
