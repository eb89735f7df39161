// Serial numbers of other manufacturers are found and entered as they are printed; who restricted one may lift it.
import { device } from '@helioport/contract/device';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let [admin, dealer, rival]: Caller[] = [];
let model: number;
let companyId: number;
let sid: string;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    companyId = await makeCompany(tx);
    await makeUser(tx, { email: 'admin@scope.test', group: 'administrator' });
    await makeUser(tx, { email: 'dealer@scope.test', group: 'dealer', companyId });
    await makeUser(tx, { email: 'rival@scope.test', group: 'dealer', companyId: await makeCompany(tx) });
    sid = (await makeSite(tx, { companyId })).sid;
  });
  [admin, dealer, rival] = await Promise.all(
    ['admin', 'dealer', 'rival'].map((name) => app.as(`${name}@scope.test`)),
  );
  await admin!.call(product.create, {
    vendor: 'auditv',
    kind: 'battery',
    inputs: 0,
    ratedPower: 5000,
    modelName: 'Audit 5',
  });
  const { rows } = await sql<{ number: number }>`select number from products where name = 'Audit 5'`.execute(
    app.database.db,
  );
  model = rows[0]!.number;
});
afterAll(() => app.close());

describe('serial numbers of another manufacturer', () => {
  it('are entered as a range and found without the name of the vendor', async () => {
    await admin!.call(product.snCreate, { model, from: 'AV-00001', to: 'AV-00003', companyId });
    const found = async (sn: string) =>
      (await admin!.call(product.sn, { filters: { sn } })).list.map((row) => row.sn);
    const all = ['auditv.AV-00001', 'auditv.AV-00002', 'auditv.AV-00003'];
    for (const typed of ['auditv', 'AUDIT', 'auditv.', 'auditv.av-0', 'AV-0', 'av-0'])
      expect(await found(typed), typed).toEqual(all);
    expect(await found('AV-00002')).toEqual([all[1]]);
    expect(await found('nothing')).toEqual([]);
  });
});

describe('a restriction by a dealer', () => {
  it('is lifted by that dealer after the device has left its plant, and by no other company', async () => {
    const sn = 'auditv.AV-00001';
    await dealer!.call(site.updateFast, { sid, devices: [{ sn }] });
    await dealer!.call(device.joinBlack, { sn, reason: 'returned' });
    await dealer!.call(device.delete, { sn });
    const isRestricted = async () => {
      const { rows } = await sql<{ on: boolean }>`
        select restricted_at is not null as on from sn_entries where sn = ${sn}`.execute(app.database.db);
      return rows[0]?.on;
    };
    const lift = async (who: Caller) => (await who.send(device.removeBlack.path, { sn })).envelope.code;
    expect(await lift(rival!)).not.toBe(200);
    expect(await isRestricted()).toBe(true);
    expect(await lift(dealer!)).toBe(200);
    expect(await isRestricted()).toBe(false);
  });

  it('stays when an administrator has restricted the serial number', async () => {
    const sn = 'auditv.AV-00002';
    await dealer!.call(site.updateFast, { sid, devices: [{ sn }] });
    await dealer!.call(device.joinBlack, { sn, reason: 'returned' });
    await dealer!.call(device.delete, { sn });
    await admin!.call(product.snRestrict, { sn: [sn], isRestricted: true, reason: 'stolen' });
    expect((await dealer!.send(device.removeBlack.path, { sn })).envelope.code).not.toBe(200);
  });
});
