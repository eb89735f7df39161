// `v2/auth/role/viewAs` with a person: whose rows, whose rights, and who can read of it.
import { account } from '@helioport/contract/account';
import { auth } from '@helioport/contract/auth';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSite, makeUser } from '../../../seed/make.ts';
import { GROUPS } from '../../../seed/menus.ts';
import type { Caller } from '../../../test/harness.ts';
import { addressOf, type Office, startOffice } from '../../../test/office.ts';
import { inTransaction } from '../../platform/db.ts';

let office: Office;
let admin: Caller;
const uids = new Map<string, string>();
const uidOf = (email: string) => uids.get(email) ?? '';
beforeAll(async () => {
  office = await startOffice();
  admin = await office.as('administrator');
  const { db } = office.app.database;
  await inTransaction(db, 'write', async (tx) => {
    const owner = await makeUser(tx, { email: 'rosa@office.test' });
    await makeUser(tx, { email: 'deputy@office.test' });
    await makeSite(tx, { ownerId: owner.id, name: 'Roof of Rosa' });
    await makeSite(tx, { companyId: office.companies.installer });
    await makeSite(tx);
  });
  const { rows } = await sql<{ email: string; uid: string }>`select email, uid from users`.execute(db);
  for (const { email, uid } of rows) uids.set(email, uid);
});
afterAll(() => office.close());
beforeEach(() => admin.call(auth.roleViewAsEnd));

const viewAs = (email: string) => admin.call(auth.roleViewAs, { uid: uidOf(email) });
const plants = async (caller = admin) =>
  (await caller.call(site.listWithSN, {})).list.map((row) => row.siteName);

describe('looking at the portal as a person sees it', () => {
  it('shows his plants, his pages and his profile, and says whose', async () => {
    await viewAs('rosa@office.test');
    expect(await plants()).toEqual(['Roof of Rosa']);
    expect(await admin.call(account.info)).toMatchObject({
      email: 'rosa@office.test',
      groupName: 'End User',
    });
    const { list, viewAs: seen } = await admin.call(auth.roleMenuView);
    expect(seen).toMatchObject({ id: GROUPS.endUser, name: 'End User', email: 'rosa@office.test' });
    const rosa = await office.app.as('rosa@office.test');
    expect(list).toEqual((await rosa.call(auth.roleMenuView)).list);
    expect((await admin.send(user.list.path)).status).toBe(403);
  });

  it('sees what he sees in the company that he works for, and as himself all again', async () => {
    await viewAs(addressOf('installer'));
    expect(await plants()).toHaveLength(1);
    expect((await admin.call(auth.roleMenuView)).viewAs?.companyName).toMatch(/^Company/);
    await admin.call(auth.roleViewAsEnd);
    expect(await plants()).toHaveLength(3);
  });

  it('changes nothing of his, and does not tell from where he signs in', async () => {
    const rosa = await office.app.as('rosa@office.test');
    await viewAs('rosa@office.test');
    for (const [path, body] of [
      [account.update.path, { contactPerson: 'Somebody' }],
      [account.sessionRevokeOthers.path, {}],
      [auth.roleViewAs.path, { uid: uidOf(addressOf('administrator')) }],
    ] as const)
      expect((await admin.send(path, body)).envelope.code, path).toBe(1301);
    expect(await admin.call(account.sessions)).toEqual({ list: [], total: 0 });
    expect((await rosa.call(account.sessions)).total).toBeGreaterThan(0);
  });

  it('is written where the person can read it, with which role looked, and ends where it began', async () => {
    await viewAs('rosa@office.test');
    await admin.call(auth.roleViewAsEnd);
    expect((await admin.call(account.info)).email).toBe(addressOf('administrator'));
    const rosa = await office.app.as('rosa@office.test');
    const { list } = await rosa.call(user.audit, { sort: [{ field: 'at', order: 'asc' }] });
    expect(list.slice(-2)).toMatchObject([
      { action: 'user.viewAs', subject: 'rosa@office.test' },
      { action: 'user.viewAsEnd', subject: 'rosa@office.test' },
    ]);
    expect(list.at(-1)).toMatchObject({ groupName: 'Administrator' });
  });

  it('follows his role, and ends with his account', async () => {
    const { db } = office.app.database;
    const leaving = await inTransaction(db, 'write', (tx) => makeUser(tx, { email: 'leaving@office.test' }));
    const { rows } = await sql<{ uid: string }>`select uid from users where id = ${leaving.id}`.execute(db);
    await admin.call(auth.roleViewAs, { uid: rows[0]?.uid });
    await sql`update users set group_id = ${GROUPS.support} where id = ${leaving.id}`.execute(db);
    expect((await admin.call(account.info)).groupName).toBe('Support');
    expect((await admin.send(auth.roleUpdate.path, { id: GROUPS.dealer })).envelope.code).toBe(1301);
    await sql`update users set cancelled_at = now() where id = ${leaving.id}`.execute(db);
    expect((await admin.call(account.info)).email).toBe(addressOf('administrator'));
    expect(await admin.call(auth.roleMenuView)).not.toHaveProperty('viewAs');
  });

  it('is never of somebody who sees or may do more, of nobody, or of oneself', async () => {
    const { db } = office.app.database;
    const { id } = await admin.call(auth.roleCreate, { name: 'Deputy', scope: 'all' });
    const menu_ids = await Promise.all(['role.viewAs', 'users'].map((key) => office.menu(key)));
    await admin.call(auth.roleMenuDistribution, { role_id: id, menu_ids });
    await sql`update users set group_id = ${id} where email = 'deputy@office.test'`.execute(db);
    const deputy = await office.app.as('deputy@office.test');
    const codeOf = async (caller: Caller, uid: string) =>
      (await caller.send(auth.roleViewAs.path, { uid })).envelope.code;
    expect(await codeOf(deputy, uidOf(addressOf('administrator')))).toBe(1305);
    expect(await codeOf(deputy, uidOf(addressOf('support')))).toBe(1305);
    expect(await codeOf(admin, 'nobody')).toBe(4042);
    expect(await codeOf(admin, uidOf(addressOf('administrator')))).toBe(1308);
    expect(await codeOf(admin, '')).toBe(400);
    for (const group of ['support', 'distributor', 'endUser'] as const)
      expect(
        (await (await office.as(group)).send(auth.roleViewAs.path, { uid: uidOf('rosa@office.test') }))
          .status,
      ).toBe(403);
  });
});
