import { device } from '@helioport/contract/device';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
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
let admin: Caller;
let sid: string;
let own: string;
let foreign: string;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const { id: readerId } = await makeUser(tx, { email: 'reader@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    const plant = await makeSite(tx, { ownerId });
    await shareSite(tx, plant.id, readerId, false);
    sid = plant.sid;
    own = (await makeDevice(tx, plant.id, { alias: 'Shed' })).sn;
    foreign = (await makeDevice(tx, plant.id, { vendor: 'sunhall', kind: 'stringMachine' })).sn;
  });
  [owner, reader, otherUser, admin] = (await Promise.all(
    ['owner', 'reader', 'stranger', 'admin'].map((name) => app.as(`${name}@make.test`)),
  )) as [Caller, Caller, Caller, Caller];
});
afterAll(() => app.close());

const detail = (sn: string) => owner.call(device.detail, { sn });
const codeOf = async (who: Caller, body: object) => (await who.send(device.edit.path, body)).envelope.code;

describe('v2/device/edit', () => {
  it('gives a device another name and leaves its model, and the other way round', async () => {
    await owner.call(device.edit, { sn: own, sid, alias: 'Barn' });
    expect(await detail(own)).toMatchObject({ alias: 'Barn', model: 'BDM-2250', powerRating: 2250 });
    await owner.call(device.edit, { sn: own, modelNumber: 4 });
    expect(await detail(own)).toMatchObject({ alias: 'Barn', model: 'BDM-600', powerRating: 600 });
    const { list } = await owner.call(device.list, { filters: { model: 4 } });
    expect(list.map(({ sn }) => sn)).toEqual([own]);
    await owner.call(device.edit, { sn: own, modelNumber: 0, alias: '' });
    expect(await detail(own)).toMatchObject({ alias: '', model: 'BDM-2250' });
    const { list: log } = await owner.call(site.changes, { sid, sn: own });
    expect(log.map(({ action }) => action)).toEqual(['device.edit', 'device.edit', 'device.edit']);
  });

  it('takes no model of another maker, and one that the operator has entered, with a place for each input', async () => {
    const places = async () => {
      const { list } = await owner.call(site.modules, { sid });
      return list.filter(({ sn }) => sn === foreign).flatMap(({ modules }) => modules).length;
    };
    const newModel = async (modelName: string, inputs: number) =>
      (
        await admin.call(product.create, {
          modelName,
          vendor: 'sunhall',
          kind: 'stringMachine',
          inputs,
          ratedPower: 10_000,
          maker: '',
          notes: '',
        })
      ).model;
    expect(await codeOf(owner, { sn: foreign, modelNumber: 4 })).toBe(400);
    const [two, three] = [await newModel('SH-2', 2), await newModel('SH-3', 3)];
    await owner.call(device.edit, { sn: foreign, modelNumber: two });
    expect(await detail(foreign)).toMatchObject({ model: 'SH-2', powerRating: 10_000 });
    expect(await places()).toBe(2);
    await owner.call(device.edit, { sn: foreign, modelNumber: three });
    expect(await places()).toBe(3);
    await owner.call(device.edit, { sn: foreign, modelNumber: two });
    expect(await places()).toBe(3);
  });

  it('is for those who may change the plant', async () => {
    expect(await codeOf(reader, { sn: own, alias: 'Mine' })).toBe(1121);
    expect(await codeOf(otherUser, { sn: own, alias: 'Mine' })).toBe(4041);
    expect(await codeOf(otherUser, { sn: 'FFFFFFF0', alias: 'Mine' })).toBe(4041);
    expect((await detail(own)).alias).toBe('');
  });
});
