import { device } from '@helioport/contract/device';
import { gateway } from '@helioport/contract/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { shareSite } from '../../repositories/shares.ts';

let app: TestApp;
let owner: Caller;
let reader: Caller;
let otherUser: Caller;
let hub: string;
let other: string;
let inverters: string[];
let elsewhere: string;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: readerId } = await makeUser(tx, { email: 'reader@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    const plant = await makeSite(tx, { ownerId });
    await shareSite(tx, plant.id, readerId, false);
    hub = (await makeDevice(tx, plant.id, { kind: 'gateway', alias: 'Cabinet' })).sn;
    other = (await makeDevice(tx, plant.id, { kind: 'gateway' })).sn;
    inverters = [(await makeDevice(tx, plant.id)).sn, (await makeDevice(tx, plant.id)).sn].sort();
    elsewhere = (await makeDevice(tx, (await makeSite(tx, { ownerId })).id)).sn;
  });
  [owner, reader, otherUser] = (await Promise.all(
    ['owner', 'reader', 'stranger'].map((name) => app.as(`${name}@make.test`)),
  )) as [Caller, Caller, Caller];
});
afterAll(() => app.close());

const behind = async (who: Caller, sn: string) => {
  const { mayEdit, list } = await who.call(gateway.behind, { sn });
  return { mayEdit, list: list.map((row) => [row.sn, row.gatewaySn]) };
};
const codeOf = async (who: Caller, body: object) =>
  (await who.send(gateway.behindSet.path, body)).envelope.code;

describe('v2/gateway/behind', () => {
  it('offers the devices of the plant, and takes what a person says', async () => {
    expect(await behind(owner, hub)).toEqual({ mayEdit: true, list: inverters.map((sn) => [sn, null]) });
    await owner.call(gateway.behindSet, { sn: hub, sns: inverters });
    expect((await behind(reader, other)).list).toEqual(inverters.map((sn) => [sn, hub]));
    expect((await owner.call(device.detail, { sn: inverters[0]! })).gateway).toEqual({
      sn: hub,
      alias: 'Cabinet',
    });
    await owner.call(gateway.behindSet, { sn: hub, sns: [inverters[1]!] });
    expect((await behind(owner, hub)).list).toEqual([
      [inverters[0], null],
      [inverters[1], hub],
    ]);
  });

  it('refuses what is not the caller’s, another plant’s, a gateway, and a device that is none', async () => {
    const { mayEdit } = await behind(reader, hub);
    expect(mayEdit).toBe(false);
    const before = await behind(owner, hub);
    expect(await codeOf(reader, { sn: hub, sns: [] })).not.toBe(200);
    expect(await codeOf(otherUser, { sn: hub, sns: [] })).not.toBe(200);
    expect(await codeOf(owner, { sn: hub, sns: [elsewhere] })).not.toBe(200);
    expect(await codeOf(owner, { sn: hub, sns: [other] })).toBe(1331);
    expect(await codeOf(owner, { sn: inverters[0], sns: [] })).toBe(1331);
    expect(await behind(owner, hub)).toEqual(before);
  });
});
