// The kind of a device follows its model, then its readings, in any order; and a device in stock can connect to the
// broker.
import { battery } from '@helioport/contract/battery';
import { device } from '@helioport/contract/device';
import { gateway } from '@helioport/contract/gateway';
import { product } from '@helioport/contract/product';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { deviceKinds, isComposite, isGateway } from '@helioport/domain/deviceKinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { eventually } from '../../../test/eventually.ts';
import { type Caller, startTestApp, TEST_TOKEN, type TestApp } from '../../../test/harness.ts';
import { type MqttWorld, startMqttWorld } from '../../../test/mqttWorld.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let world: MqttWorld;
let admin: Caller;
let dealer: Caller;
let rival: Caller;
let model: number;
let companyId: number;
let rivalId: number;
let plant: { id: number; sid: string };
let other: { id: number; sid: string };

beforeAll(async () => {
  app = await startTestApp();
  [companyId, rivalId] = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const ids = [await makeCompany(tx), await makeCompany(tx)] as const;
    await makeUser(tx, { email: 'admin@kinds.test', group: 'administrator' });
    await makeUser(tx, { email: 'dealer@kinds.test', group: 'dealer', companyId: ids[0] });
    await makeUser(tx, { email: 'rival@kinds.test', group: 'dealer', companyId: ids[1] });
    plant = await makeSite(tx, { companyId: ids[0] });
    other = await makeSite(tx, { companyId: ids[1] });
    return ids;
  });
  admin = await app.as('admin@kinds.test');
  dealer = await app.as('dealer@kinds.test');
  rival = await app.as('rival@kinds.test');
  world = await startMqttWorld(app);
  const entry = { vendor: 'sunhall', kind: 'battery' as const, inputs: 0, ratedPower: 5000 };
  await admin.call(product.create, { ...entry, modelName: 'Vault 5' });
  const { rows } = await sql<{ number: number }>`select number from products where name = 'Vault 5'`.execute(
    app.database.db,
  );
  model = rows[0]!.number;
});
afterAll(async () => {
  await world?.close();
  await app?.close();
});

let last = 0;
const newSn = () => `sunhall.KIND-${String(++last).padStart(4, '0')}`;
const kindOf = async (sn: string) => {
  const { rows } = await sql<{ kind: string }>`select kind from devices where sn = ${sn}`.execute(
    app.database.db,
  );
  return rows[0]?.kind;
};
const enter = (sn: string, modelNumber: number | null = null, where = plant, who = admin) =>
  who.call(site.updateFast, { sid: where.sid, devices: [{ sn, modelNumber }] });
const reportAs = async (sn: string, kind: string, who = admin) => {
  const { token } = await who.call(gateway.token, { sn });
  const client = await world.connect(sn, { password: token });
  await client.publishAsync(`helioport/${sn}/report`, JSON.stringify(readingOf(kind)), { qos: 1 });
  return client;
};
/** A reading that a bridge publishes, whether the device is in a plant or not. */
const post = async (sn: string, report: object) => {
  const bridge = await world.connect('bridge', { password: TEST_TOKEN });
  await bridge.publishAsync(`helioport/${sn}/report`, JSON.stringify(report), { qos: 1 });
  await bridge.endAsync();
};
const readingOf = (kind: string) =>
  kind === 'battery' ? { kind, powerW: -876 } : { kind, powerW: 381, energyOutWh: 900 };
const issue = (sn: string, to: number) => admin.call(product.snCreate, { sn: [sn], model, companyId: to });
const night = { days: [1], from: '00:00', to: '06:00', mode: 'charge' as const, power: 3000, target: 80 };
const schedule = { windows: [night], reserve: 10, gridCharging: true };

/** A schedule reaches the device over its own connection. */
async function expectSchedulable(sn: string): Promise<void> {
  const { token } = await admin.call(gateway.token, { sn });
  const client = await world.connect(sn, { password: token });
  const received: string[] = [];
  client.on('message', (_topic, payload) => received.push(payload.toString()));
  await client.subscribeAsync(`helioport/${sn}/command`, { qos: 1 });
  await eventually(async () => {
    const { rows } = await sql`select from devices where sn = ${sn} and commands_at is not null`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(1);
  });
  const sent = await admin.call(battery.hxScheduling, { sn, schedule });
  expect(sent).toMatchObject({ state: 'queued', msg: '' });
  await eventually(() => expect(received).toHaveLength(1));
  expect(JSON.parse(received[0]!).schedule.windows).toHaveLength(1);
}

describe('a battery of another manufacturer', () => {
  it('takes its kind from the model that is selected with its serial number, and a schedule', async () => {
    const sn = newSn();
    await enter(sn, model);
    expect(await kindOf(sn)).toBe('battery');
    await reportAs(sn, 'battery');
    expect(await kindOf(sn)).toBe('battery');
    await expectSchedulable(sn);
    expect((await admin.call(battery.hxOverview, { sn })).sn ?? sn).toBe(sn);
  });

  it('takes it from the SN list', async () => {
    const sn = newSn();
    await issue(sn, companyId);
    await enter(sn);
    expect(await kindOf(sn)).toBe('battery');
    await expectSchedulable(sn);
  });

  it('takes it from a model that is selected later', async () => {
    const sn = newSn();
    await enter(sn);
    expect(await kindOf(sn)).toBe('stringMachine');
    await admin.call(device.edit, { sn, modelNumber: model });
    expect(await kindOf(sn)).toBe('battery');
    await expectSchedulable(sn);
  });

  it('takes it from its first reading, which no later one and no model changes', async () => {
    const sn = newSn();
    await enter(sn);
    await reportAs(sn, 'battery');
    expect(await kindOf(sn)).toBe('battery');
    await reportAs(sn, 'inverter');
    expect(await kindOf(sn)).toBe('battery');
    await expectSchedulable(sn);
  });

  it('keeps what it reported when the model says otherwise', async () => {
    const sn = newSn();
    await enter(sn, model);
    await reportAs(sn, 'inverter');
    expect(await kindOf(sn)).toBe('stringMachine');
    await admin.call(device.edit, { sn, alias: 'Roof' });
    expect(await kindOf(sn)).toBe('stringMachine');
  });

  it('is read again when it is deleted and entered again', async () => {
    const sn = newSn();
    await enter(sn);
    await reportAs(sn, 'inverter');
    expect(await kindOf(sn)).toBe('stringMachine');
    await admin.call(device.delete, { sn });
    await enter(sn, model);
    expect(await kindOf(sn)).toBe('battery');
    await expectSchedulable(sn);
  });

  it('follows a product whose kind is corrected before the first reading', async () => {
    const sn = newSn();
    await admin.call(product.create, {
      vendor: 'sunhall',
      kind: 'meter',
      inputs: 0,
      ratedPower: 1,
      modelName: 'Vault 9',
    });
    const { rows } = await sql<{
      number: number;
    }>`select number from products where name = 'Vault 9'`.execute(app.database.db);
    await enter(sn, rows[0]!.number);
    expect(await kindOf(sn)).toBe('meter');
    await admin.call(product.update, { model: rows[0]!.number, kind: 'battery' });
    expect(await kindOf(sn)).toBe('battery');
  });
});

describe('a device that states its type', () => {
  const typesThatReport = deviceKinds.filter((kind) => !isGateway(kind) && !isComposite(kind));

  it.each(typesThatReport.map(({ key }) => key))('gets the type %s in any order', async (key) => {
    const reportedFirst = newSn();
    await post(reportedFirst, { kind: key, powerW: 10 });
    await enter(reportedFirst);
    const enteredFirst = newSn();
    await enter(enteredFirst);
    await post(enteredFirst, { kind: key, powerW: 10 });
    expect([await kindOf(reportedFirst), await kindOf(enteredFirst)]).toEqual([key, key]);
  });
});

describe('an inverter of another manufacturer', () => {
  const reading = { kind: 'inverter', powerW: 60, channels: [1, 2].map((index) => ({ index, powerW: 30 })) };
  let micro: number;
  beforeAll(async () => {
    const duo = { kind: 'microinverter', inputs: 2, ratedPower: 800, modelName: 'Duo 800' } as const;
    micro = (await admin.call(product.create, { vendor: 'sunhall', ...duo })).model;
  });
  const steps = {
    enter: (sn: string) => enter(sn),
    report: (sn: string) => post(sn, reading),
    model: (sn: string) => admin.call(device.edit, { sn, modelNumber: micro }),
    enterWithModel: (sn: string) => enter(sn, micro),
  };
  type Step = keyof typeof steps;
  const kindAfter = async (...order: Step[]) => {
    const sn = newSn();
    for (const step of order) await steps[step](sn);
    return await kindOf(sn);
  };

  it('is a string inverter without a model, in any order', async () => {
    expect(await kindAfter('enter')).toBe('stringMachine');
    expect(await kindAfter('enter', 'report')).toBe('stringMachine');
    expect(await kindAfter('report', 'enter')).toBe('stringMachine');
  });

  it('has the kind of its model, in any order', async () => {
    const orders: Step[][] = [
      ['enterWithModel'],
      ['enterWithModel', 'report'],
      ['report', 'enterWithModel'],
      ['enter', 'report', 'model'],
      ['enter', 'model', 'report'],
      ['report', 'enter', 'model'],
    ];
    for (const order of orders) expect([order, await kindAfter(...order)]).toEqual([order, 'microinverter']);
  });

  it('has the reported kind again when its model is removed', async () => {
    const stated = newSn();
    await post(stated, { ...reading, kind: 'microinverter' });
    await enter(stated);
    const general = newSn();
    await enter(general, micro);
    const unreported = newSn();
    await enter(unreported, micro);
    await post(general, reading);
    for (const sn of [stated, general, unreported]) {
      await admin.call(device.edit, { sn, modelNumber: micro });
      expect(await kindOf(sn)).toBe('microinverter');
      await admin.call(device.edit, { sn, modelNumber: 0 });
    }
    expect(await kindOf(stated)).toBe('microinverter');
    expect(await kindOf(general)).toBe('stringMachine');
    expect(await kindOf(unreported)).toBe('stringMachine');
  });
});

describe('v2/gateway/token/stock', () => {
  const stockToken = async (sn: string, who = dealer) => (await who.call(gateway.tokenStock, { sn })).token;

  it('lets a device in stock report, and be listed with its kind', async () => {
    const sn = newSn();
    await issue(sn, companyId);
    const token = await stockToken(sn);
    expect(await stockToken(sn)).toBe(token);
    const unregistered = async () => (await admin.call(device.listNoReg, { filters: { sn } })).list;
    expect(await unregistered()).toEqual([]);
    const client = await world.connect(sn, { password: token });
    await client.publishAsync(`helioport/${sn}/report`, JSON.stringify(readingOf('battery')), { qos: 1 });
    expect(await unregistered()).toMatchObject([{ sn, kind: 'battery', modelName: 'Vault 5' }]);
    await enter(sn);
    expect(await kindOf(sn)).toBe('battery');
    await expectSchedulable(sn);
  });

  it('ends with the claim, and cannot be had for what stands in a plant', async () => {
    const sn = newSn();
    await issue(sn, companyId);
    const token = await stockToken(sn);
    const client = await world.connect(sn, { password: token });
    await enter(sn, null, other);
    await eventually(() => expect(client.connected).toBe(false));
    await expect(world.connect(sn, { password: token })).rejects.toThrow();
    expect((await dealer.send(gateway.tokenStock.path, { sn })).envelope.code).not.toBe(200);
    await admin.call(device.delete, { sn });
    await expect(world.connect(sn, { password: token })).rejects.toThrow();
  });

  it('is for the company that holds the serial number, until it is issued elsewhere or restricted', async () => {
    const sn = newSn();
    await issue(sn, companyId);
    const token = await stockToken(sn);
    const refused = await rival.send(gateway.tokenStock.path, { sn });
    expect(refused.envelope).toEqual((await rival.send(gateway.tokenStock.path, { sn: newSn() })).envelope);
    await admin.call(product.snIssue, { sn: [sn], companyId: rivalId });
    await expect(world.connect(sn, { password: token })).rejects.toThrow();
    const next = await stockToken(sn, rival);
    expect(next).not.toBe(token);
    await admin.call(device.joinBlack, { sn, reason: 'stolen' });
    await expect(world.connect(sn, { password: next })).rejects.toThrow();
  });
});

it('leaves nothing of a deleted plant in the unregistered list, nor its product in use', async () => {
  const sn = newSn();
  await issue(sn, companyId);
  const { sid } = await inTransaction(app.database.db, 'write', (tx) =>
    makeSite(tx, { name: 'Gone', companyId }),
  );
  await enter(sn, model, { id: 0, sid });
  await admin.call(pv.delete, { sid, siteName: 'Gone' });
  expect((await admin.call(device.listNoReg, { filters: { sn } })).total).toBe(0);
  const { rows } = await sql<{ used: boolean; model: number | null }>`
    select e.activated_at is not null as used, d.product_number as model
    from sn_entries e join devices d on d.sn = e.sn where e.sn = ${sn}`.execute(app.database.db);
  expect(rows).toEqual([{ used: false, model: null }]);
});
