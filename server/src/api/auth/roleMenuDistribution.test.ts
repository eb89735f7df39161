import { auth } from '@helioport/contract/auth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
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

const granted = async (roleId: number) =>
  (await admin.call(auth.roleMenuChoices, { role_id: roleId })).granted;

describe('v2/auth/role/menu/distribution', () => {
  it('takes a page away, and the next request of its holder is refused', async () => {
    const support = await office.as('support');
    expect((await support.send(auth.menuList.path)).status).toBe(200);
    const before = await granted(GROUPS.support);
    const page = await office.menu('menus');
    await admin.call(auth.roleMenuDistribution, {
      role_id: GROUPS.support,
      menu_ids: before.filter((id) => id !== page),
    });
    expect((await support.send(auth.menuList.path)).status).toBe(403);
    expect(await office.lastAudit()).toMatchObject({
      action: 'role.distribute',
      subject: 'Support',
      detail: { added: [], removed: ['Menu Management'] },
    });
    await admin.call(auth.roleMenuDistribution, { role_id: GROUPS.support, menu_ids: before });
    expect((await support.send(auth.menuList.path)).status).toBe(200);
  });

  it('adds the pages above a button', async () => {
    const { id } = await admin.call(auth.roleCreate, { name: 'Editor of roles', scope: 'all' });
    const [button, page, heading] = await Promise.all(
      ['role.create', 'rolesPermission', 'system'].map((key) => office.menu(key)),
    );
    const { menu_ids } = await admin.call(auth.roleMenuDistribution, {
      role_id: id,
      menu_ids: [button ?? 0],
    });
    expect(menu_ids).toEqual([heading, page, button].sort((a, b) => (a ?? 0) - (b ?? 0)));
    expect(await granted(id)).toHaveLength(3);
  });

  it('lets nobody give or take what he does not hold', async () => {
    const { id } = await admin.call(auth.roleCreate, { name: 'Deputy', scope: 'all' });
    const own = await Promise.all(['role.distribute', 'users'].map((key) => office.menu(key)));
    await admin.call(auth.roleMenuDistribution, { role_id: id, menu_ids: own });
    const { db } = office.app.database;
    const user = await inTransaction(db, 'write', (tx) => makeUser(tx, { email: 'deputy@office.test' }));
    await sql`update users set group_id = ${id} where id = ${user.id}`.execute(db);
    const deputy = await office.app.as('deputy@office.test');

    const target = await admin.call(auth.roleCreate, { name: 'Beginner', scope: 'own' });
    const distribute = (roleId: number, menuIds: number[]) =>
      deputy.send(auth.roleMenuDistribution.path, { role_id: roleId, menu_ids: menuIds });
    const [users, brands] = await Promise.all(['users', 'brands'].map((key) => office.menu(key)));
    expect((await distribute(target.id, [users ?? 0])).envelope.code).toBe(200);
    const refused = await distribute(target.id, [users ?? 0, brands ?? 0]);
    expect(refused.envelope.code).toBe(1307);
    expect(refused.envelope.msg).toContain('Brands');
    const group = await office.menu('user');
    expect((await granted(target.id)).toSorted()).toEqual([group, users].toSorted());
    // Higher roles cannot be changed, and the user's own role cannot get more permissions than it has.
    expect((await distribute(GROUPS.administrator, [])).envelope.code).toBe(1305);
    expect((await distribute(GROUPS.dealer, [])).envelope.code).toBe(1305);
    expect((await distribute(id, [...own, brands ?? 0])).envelope.code).toBe(1307);
  });

  it('leaves administrators every right', async () => {
    const all = await granted(GROUPS.administrator);
    const button = await office.menu('brand.update');
    const { envelope } = await admin.send(auth.roleMenuDistribution.path, {
      role_id: GROUPS.administrator,
      menu_ids: all.filter((id) => id !== button),
    });
    expect(envelope.code).toBe(1306);
    await admin.call(auth.roleMenuDistribution, { role_id: GROUPS.administrator, menu_ids: all });
  });

  it('refuses menus and roles that do not exist', async () => {
    const send = async (body: unknown) =>
      (await admin.send(auth.roleMenuDistribution.path, body)).envelope.code;
    expect(await send({ role_id: GROUPS.dealer, menu_ids: [999_999] })).toBe(4045);
    expect(await send({ role_id: 999_999, menu_ids: [] })).toBe(4044);
  });
});
