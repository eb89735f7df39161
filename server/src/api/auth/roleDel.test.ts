import { account } from '@helioport/contract/account';
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

const makeRole = async (name: string) => (await admin.call(auth.roleCreate, { name, scope: 'own' })).id;
const codeOf = async (body: unknown) => (await admin.send(auth.roleDel.path, body)).envelope.code;

describe('v2/auth/role/del', () => {
  it('deletes a role that nobody has', async () => {
    const id = await makeRole('Short-lived');
    await admin.call(auth.roleDel, { id });
    expect(await codeOf({ id })).toBe(4044);
    expect(await office.lastAudit()).toMatchObject({ action: 'role.del', subject: 'Short-lived' });
  });

  it('asks who takes the holders over, and hands them over at once', async () => {
    const id = await makeRole('Watcher');
    const { db } = office.app.database;
    const user = await inTransaction(db, 'write', (tx) => makeUser(tx, { email: 'watcher@office.test' }));
    await sql`update users set group_id = ${id} where id = ${user.id}`.execute(db);
    const watcher = await office.app.as('watcher@office.test');

    const { envelope } = await admin.send(auth.roleDel.path, { id });
    expect(envelope).toMatchObject({
      code: 1304,
      msg: '1 user has this role. Choose their new role.',
    });
    expect(await codeOf({ id, handOverTo: id })).toBe(1304);
    await admin.call(auth.roleDel, { id, handOverTo: GROUPS.endUser });
    expect((await watcher.call(account.info)).groupName).toBe('End User');
    expect((await office.lastAudit())?.detail).toMatchObject({ handedOver: 1, handOverTo: 'End User' });
  });

  it('does not stumble over accounts that were cancelled', async () => {
    const id = await makeRole('Former');
    const { db } = office.app.database;
    const user = await inTransaction(db, 'write', (tx) => makeUser(tx));
    await sql`update users set group_id = ${id}, cancelled_at = now() where id = ${user.id}`.execute(db);
    await admin.call(auth.roleDel, { id });
  });

  it('keeps the roles of the product', async () => {
    for (const id of Object.values(GROUPS))
      expect(await codeOf({ id, handOverTo: GROUPS.endUser })).toBe(1303);
  });
});
