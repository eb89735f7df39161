// A battery receives a schedule and firmware over the real broker: they count as applied only once the battery confirms
// them.
import { battery } from '@helioport/contract/battery';
import { bdnz } from '@helioport/contract/bdnz';
import { configuration } from '@helioport/contract/configuration';
import { device } from '@helioport/contract/device';
import { gateway } from '@helioport/contract/gateway';
import { ksp } from '@helioport/contract/ksp';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedFile } from '../../../seed/documents.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { eventually } from '../../../test/eventually.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { type MqttWorld, startMqttWorld } from '../../../test/mqttWorld.ts';
import { inTransaction } from '../../platform/db.ts';
import { createFirmware } from '../../repositories/firmware.ts';

let app: TestApp;
let world: MqttWorld;
let installer: Caller;
let colleague: Caller;
let owner: Caller;
let rival: Caller;
let plant: { id: number; sid: string };

beforeAll(async () => {
  app = await startTestApp();
  plant = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'installer@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'colleague@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'rival@make.test', group: 'installer', companyId: await makeCompany(tx) });
    return await makeSite(tx, { ownerId, companyId });
  });
  installer = await app.as('installer@make.test');
  colleague = await app.as('colleague@make.test');
  owner = await app.as('owner@make.test');
  rival = await app.as('rival@make.test');
  world = await startMqttWorld(app);
});
afterAll(async () => {
  await world?.close();
  await app?.close();
});

const newDevice = (kind: string) =>
  inTransaction(app.database.db, 'write', (tx) => makeDevice(tx, plant.id, { vendor: 'sunhall', kind }));
const remote = async (kind: string) => {
  const { sn } = await newDevice(kind);
  const its = await world.listening(sn);
  await eventually(async () => {
    const { rows } = await sql<{ on: boolean }>`
      select commands_at is not null as on from devices where sn = ${sn}`.execute(app.database.db);
    expect(rows[0]!.on).toBe(true);
  });
  return { sn, ...its };
};
/** Publishes firmware for batteries; returns the input of the call that installs it. */
const published = async (version: string) => {
  const by = { userId: null, at: new Date(app.now()) };
  const { key, sha256 } = await inTransaction(app.database.db, 'write', async (tx) => {
    const fileId = await seedFile(tx, {
      purpose: 'firmware',
      name: 'f.bin',
      mime: 'application/octet-stream',
      now: app.now(),
      data: Buffer.from(`HPFW sunhall.battery ${version}`),
    });
    const firmware = { model: 'sunhall.battery', version, description: '', fileId };
    await createFirmware(tx, { ...firmware, isForced: false, isPublished: true }, by);
    const { rows } = await sql<{ key: string; sha256: string }>`
      select key, sha256 from large_files where id = ${fileId}`.execute(tx);
    return rows[0]!;
  });
  return { version, url: `http://127.0.0.1:8080/attachments/${key}`, sha256 };
};
const night = {
  days: [1, 2, 3, 4, 5],
  from: '00:00',
  to: '06:00',
  power: 3000,
  target: 80,
  mode: 'charge' as const,
};
const evening = { ...night, from: '17:00', to: '24:00', mode: 'discharge' as const, target: 20 };
const schedule = { windows: [evening, night], reserve: 10, gridCharging: true };
const receivedOnce = (received: unknown[], count = 1) =>
  eventually(() => expect(received).toHaveLength(count));

describe('v2/battery/hx/scheduling', () => {
  it('is followed when the battery has read the very same schedule back, and not before', async () => {
    const { sn, received, report } = await remote('battery');
    const sent = await installer.call(battery.hxScheduling, { sn, schedule });
    expect(sent).toMatchObject({ state: 'queued', msg: '' });
    await receivedOnce(received);
    expect(received[0]!.schedule?.windows[0]).toEqual({
      days: [1, 2, 3, 4, 5],
      from: 0,
      to: 360,
      mode: 'charge',
      powerW: 3000,
      targetRatio: 0.8,
    });
    expect((await owner.call(battery.hxParamsView, { sn })).schedule).toBeNull();
    await report({ id: received[0]!.id, schedule: received[0]!.schedule! });
    const view = await owner.call(battery.hxParamsView, { sn });
    expect(view.schedule).toMatchObject({ windows: [night, evening], reserve: 10, gridCharging: true });
    expect(view.commands).toMatchObject([{ state: 'confirmed', schedule: view.schedule!.version }]);
  });

  it('is refused when the battery has another one afterwards, or confirms without it', async () => {
    const { sn, received, report } = await remote('battery');
    await installer.call(battery.hxScheduling, { sn, schedule });
    await receivedOnce(received);
    await report({ id: received[0]!.id, schedule: { ...received[0]!.schedule!, isGridCharging: false } });
    await installer.call(battery.hxScheduling, { sn, schedule });
    await receivedOnce(received, 2);
    await report({ id: received[1]!.id, parameters: {} });
    const { commands } = await owner.call(battery.hxParamsView, { sn });
    expect(commands.map(({ state }) => state)).toEqual(['refused', 'refused']);
  });

  it('names what is wrong in the words of the product', async () => {
    const { sn } = await remote('battery');
    const msgOf = async (windows: object[]) =>
      (await installer.send(battery.hxScheduling.path, { sn, schedule: { ...schedule, windows } })).envelope
        .msg;
    expect(await msgOf([{ ...night, from: '' }])).toBe('Please select a time range first');
    expect(await msgOf([{ ...night, days: [] }])).toBe('Please select a time range first');
    expect(await msgOf([night, { ...night, from: '05:00', to: '07:00' }])).toBe(
      'The selected time cannot be earlier than the previous end time',
    );
    expect(await msgOf([{ ...evening, target: 5 }])).toContain('reserve');
  });

  it('is for batteries, and for those who may change the plant', async () => {
    const [{ sn }, { sn: meter }] = [await remote('battery'), await newDevice('meter')];
    const code = async (who: Caller, of = sn) =>
      (await who.send(battery.hxScheduling.path, { sn: of, schedule })).envelope.code;
    expect([await code(rival), await code(owner), await code(installer, meter)]).toEqual([4041, 403, 1331]);
  });
});

describe('v2/battery/hx/ota', () => {
  it('shows how far the machine is, and is done when the new version runs', async () => {
    const { sn, received, report } = await remote('battery');
    const firmware = await published('2.1.0');
    expect(await installer.call(battery.hxOta, { sn, ...firmware })).toMatchObject({ state: 'queued' });
    await receivedOnce(received);
    expect(received[0]!.firmware).toEqual(firmware);
    const { id } = received[0]!;
    await report({ id, update: { version: '2.1.0', state: 'downloading', percent: 40 } });
    const under = await owner.call(battery.hxParamsView, { sn });
    expect(under.update).toMatchObject({ version: '2.1.0', percent: 40, stateTitle: 'Downloading' });
    expect(under.commands[0]!.state).toBe('sent');
    await report({ id, firmware: '2.1.0' });
    const done = await owner.call(battery.hxParamsView, { sn });
    expect(done).toMatchObject({
      update: null,
      firmware: { version: '2.1.0' },
      commands: [{ state: 'confirmed' }],
    });
  });

  it('is refused when the download failed', async () => {
    const { sn, received, report } = await remote('battery');
    await installer.call(battery.hxOta, { sn, ...(await published('3')) });
    await receivedOnce(received);
    await report({ id: received[0]!.id, update: { version: '3', state: 'failed', percent: 12 } });
    expect(await owner.call(battery.hxParamsView, { sn })).toMatchObject({
      update: { state: 'failed' },
      commands: [{ state: 'refused', firmware: '3' }],
    });
  });
});

describe('v2/gateway/bsg/server', () => {
  /** Of this installation. */
  const server = { host: '127.0.0.1', port: 1883 };
  const foreign = { host: 'attacker.example', port: 1883 };

  it('waits for what the gateway reads back', async () => {
    const { sn, client, received, report } = await remote('gateway');
    client.on('message', () => {
      const { id, server: wanted } = received.at(-1)!;
      void report({ id, parameters: { reconnectTime: 60 }, ...(wanted ? { server: wanted } : {}) });
    });
    const answer = await installer.call(gateway.bsgServer, { sn, server });
    expect(answer).toMatchObject({ told: { state: 'confirmed' }, server });
    const current = await installer.call(gateway.bsgServer, { sn });
    expect(current.told.state).toBe('confirmed');
    expect(current.parameters.find(({ key }) => key === 'reconnectTime')?.value).toBe(60);
    expect((await owner.call(gateway.view, { sn })).server).toMatchObject(server);
  });

  it('hands a gateway the address of another installation only with a second approval', async () => {
    const { sn, received } = await remote('gateway');
    const { told: sent } = await installer.call(gateway.bsgServer, { sn, server: foreign });
    expect(sent).toMatchObject({ state: 'waiting' });
    const named = { sid: plant.sid, commandId: sent.id! };
    const code = async (who: Caller) =>
      (await who.send(configuration.inverterSetupConfirm.path, named)).envelope.code;
    expect([await code(installer), await code(owner), await code(rival)]).toEqual([1167, 403, 4055]);
    expect(received).toEqual([]);
    await colleague.call(configuration.inverterSetupConfirm, named);
    await receivedOnce(received);
    expect(received[0]!.server).toEqual(foreign);
  });

  it('says at once why a gateway cannot be told', async () => {
    const { sn } = await newDevice('gateway');
    const { envelope } = await installer.send(gateway.bsgServer.path, { sn, server });
    expect(envelope.code).toBeGreaterThan(1000);
    expect(envelope.msg).toBe('This device does not accept remote settings.');
    expect(
      (await installer.send(gateway.bsgServer.path, { sn, server: { host: 'a b', port: 1 } })).envelope.code,
    ).toBe(400);
  });
});

describe('the protection of the grid', () => {
  it('is changed only when a second person has confirmed it', async () => {
    const { sn, received } = await remote('stringMachine');
    const { list } = await installer.call(configuration.inverterSetupValue, {
      sn: [sn],
      values: { overVoltage: 250 },
    });
    const named = { sid: plant.sid, commandId: list[0]!.id! };
    const rowFor = async (who: Caller) =>
      (await who.call(configuration.inverterSetupList, { filters: { sn } })).list[0]!;
    expect(await rowFor(installer)).toMatchObject({ state: 'waiting', mayConfirm: false, mayWithdraw: true });
    const code = async (who: Caller) =>
      (await who.send(configuration.inverterSetupConfirm.path, named)).envelope.code;
    expect([await code(installer), await code(rival)]).toEqual([1167, 4055]);
    expect(received).toEqual([]);
    expect(await rowFor(colleague)).toMatchObject({ mayConfirm: true });
    await colleague.call(configuration.inverterSetupConfirm, named);
    await receivedOnce(received);
    expect(await rowFor(installer)).toMatchObject({ confirmedEmail: 'colleague@make.test' });
    expect(await code(colleague)).toBe(1167);
  });

  it('waits for nobody where one person runs the house', async () => {
    const alone = await startTestApp({ env: { SECOND_PERSON: 'off' } });
    const { sn, company } = await inTransaction(alone.database.db, 'write', async (tx) => {
      await seedMenus(tx);
      const companyId = await makeCompany(tx);
      await makeUser(tx, { email: 'one@make.test', group: 'installer', companyId });
      const made = await makeDevice(tx, (await makeSite(tx, { companyId })).id, { kind: 'stringMachine' });
      await sql`update devices set commands_at = now() where id = ${made.id}`.execute(tx);
      return { sn: made.sn, company: companyId };
    });
    expect(company).toBeGreaterThan(0);
    const one = await alone.as('one@make.test');
    const { list } = await one.call(configuration.inverterGroupFilter, { filters: { sn } });
    expect(list[0]!.parameters.filter(({ needsSecond }) => needsSecond)).toEqual([]);
    await one.call(configuration.inverterSetupValue, { sn: [sn], values: { overVoltage: 250 } });
    expect((await one.call(configuration.inverterSetupList, {})).list).toMatchObject([{ state: 'queued' }]);
    await alone.close();
  });
});

describe('a queue of commands', () => {
  it('can be shortened by withdrawing what was not sent, and has an end', async () => {
    const { sn } = await newDevice('stringMachine');
    await sql`update devices set commands_at = now() where sn = ${sn}`.execute(app.database.db);
    const send = () =>
      installer.call(configuration.inverterSetupValue, { sn: [sn], values: { reconnectTime: 60 } });
    const ids: number[] = [];
    for (let i = 0; i < 20; i++) ids.push((await send()).list[0]!.id!);
    expect((await send()).list[0]).toMatchObject({ id: null, msg: expect.stringContaining('20') });
    const named = { sid: plant.sid, commandId: ids[0]! };
    expect((await rival.send(configuration.inverterSetupWithdraw.path, named)).envelope.code).toBe(4055);
    await installer.call(configuration.inverterSetupWithdraw, named);
    expect((await installer.send(configuration.inverterSetupWithdraw.path, named)).envelope.code).toBe(1166);
    expect((await send()).list[0]!.id).toBeGreaterThan(0);
  });
});

describe('the key of a device', () => {
  it('is told to those who may change the plant, and opens its own topics alone', async () => {
    const [{ sn }, { sn: other }] = [await newDevice('gateway'), await newDevice('gateway')];
    const key = await installer.call(gateway.token, { sn });
    const client = await world.connect(key.user, { password: key.token });
    for (const { topic, access } of key.topics) {
      if (access === 'subscribe') expect((await client.subscribeAsync(topic))[0]?.qos).toBe(0);
      else await client.publishAsync(topic, '{}', { qos: 1 });
    }
    for (const topic of [
      `helioport/${other}/command`,
      `helioport/${sn}/state`,
      'helioport/+/command',
      '#',
      '$SYS/#',
    ])
      expect((await client.subscribeAsync(topic).catch(() => [{ qos: 128 }]))[0]?.qos).toBe(128);
    await expect(world.connect(other, { password: key.token })).rejects.toThrow();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish(`helioport/${other}/status`, '{"online":true}', { qos: 1 }, () => undefined);
    await closed;
    expect((await owner.call(gateway.view, { sn: other })).online).toBeNull();
    const code = async (who: Caller) => (await who.send(gateway.token.path, { sn })).envelope.code;
    expect([await code(rival), await code(owner)]).toEqual([4041, 403]);
  });

  it('dies at once when it is replaced, and with it the open connection', async () => {
    const { sn } = await newDevice('gateway');
    const old = await installer.call(gateway.token, { sn });
    const client = await world.connect(sn, { password: old.token });
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const fresh = await installer.call(gateway.tokenReplace, { sn });
    await closed;
    expect(fresh.token).not.toBe(old.token);
    await expect(world.connect(sn, { password: old.token })).rejects.toThrow();
    expect((await world.connect(sn, { password: fresh.token })).connected).toBe(true);
  });

  it('tells when the gateway goes, by its last will', async () => {
    const { sn } = await newDevice('gateway');
    const will = { topic: `helioport/${sn}/status`, payload: Buffer.from('offline'), qos: 1 as const };
    const client = await world.connect(sn, { will });
    await client.publishAsync(will.topic, 'online', { qos: 1 });
    expect(await owner.call(gateway.view, { sn })).toMatchObject({
      online: { isOnline: true },
      state: 'live',
      lastReportAt: app.now(),
    });
    client.stream.destroy();
    await eventually(async () =>
      expect((await owner.call(gateway.view, { sn })).online?.isOnline).toBe(false),
    );
  });
});

describe('a machine on three phases', () => {
  it('shows flow, phases and the charge of its battery, and nothing where a room speaks of another kind', async () => {
    const { sn, client } = await remote('allInOne');
    const message = {
      kind: 'allInOne',
      at: new Date(app.now() - 60_000).toISOString(),
      inverter: {
        powerW: 4200,
        energyOutWh: 9000,
        frequencyHz: 50.02,
        channels: [{ index: 1, powerW: 4200, voltageV: 610 }],
      },
      meter: {
        powerW: -900,
        energyInWh: 100,
        energyOutWh: 200,
        phases: [1, 2, 3].map((index) => ({ index, voltageV: 229 + index, currentA: index, powerW: -300 })),
      },
      battery: { powerW: -1500, socRatio: 0.6, energyInWh: 5000, energyOutWh: 4000 },
    };
    await client.publishAsync(`helioport/${sn}/report`, JSON.stringify(message), { qos: 1 });
    const overview = await owner.call(bdnz.threeOverview, { sn });
    expect(overview).toMatchObject({
      flow: { pv: 4200, grid: -900, battery: -1500, home: 1800, soc: 60 },
      inputs: [{ addr: 1, part: 'inverter', voltage: 610, power: 4200, current: null }],
      frequency: 50.02,
    });
    expect(overview.phases).toEqual(
      [1, 2, 3].map((addr) => ({ addr, part: 'meter', voltage: 229 + addr, current: addr, power: -300 })),
    );
    expect((await owner.call(battery.hxOverview, { sn })).flow).toMatchObject({
      battery: -1500,
      soc: 60,
      pv: null,
      home: null,
    });
    expect(await owner.call(battery.hxStatisticsOverview, { sn })).toMatchObject({
      soc: 60,
      efficiency: null,
    });
    expect((await owner.call(ksp.overview, { sn: `${sn}~inverter` })).inputs).toHaveLength(1);
    expect((await owner.send(ksp.overview.path, { sn })).envelope.code).toBe(1331);
    const chart = { sn, types: 1, date: null };
    expect(await owner.call(bdnz.threeEcharts, chart)).toEqual(
      await owner.call(device.statisticsEcharts, chart),
    );
    expect(await owner.call(bdnz.threeHistory, { sn })).toEqual(await owner.call(device.history, { sn }));
    expect((await owner.call(bdnz.threeHistoryDownload, { sn })).text).toContain('battery.soc');
    const ofBattery = await owner.call(battery.hxHistory, { sn });
    expect(ofBattery).toEqual(await owner.call(device.history, { sn: `${sn}~battery` }));
    expect((await owner.call(battery.hxEcharts, chart)).series.length).toBeGreaterThan(0);
  });

  it('takes parameters through its own call', async () => {
    const { sn, received } = await remote('allInOne');
    await installer.call(bdnz.threeParamsSetting, { sn, values: { reconnectTime: 90 } });
    await receivedOnce(received);
    expect(received[0]!.set).toEqual({ reconnectTime: 90 });
    expect((await owner.call(bdnz.threeParamsView, { sn })).commands).toMatchObject([
      { values: [{ wanted: 90, told: null }] },
    ]);
    // A refusal is a business code: clients that read no more take 200 for a command.
    const refusalOf = async (path: string, of: string, reconnectTime: number) =>
      (await installer.send(path, { sn: of, values: { reconnectTime } })).envelope;
    const { sn: bare } = await newDevice('battery');
    const [none, outside] = [
      await refusalOf(battery.hxParamsSetting.path, bare, 90),
      await refusalOf(bdnz.threeParamsSetting.path, sn, 1),
    ];
    expect([none, outside].map(({ code }) => code > 1000)).toEqual([true, true]);
    expect(none.msg).not.toBe(outside.msg);
  });

  it('answers with the kind of the device, and its name where there is no model', async () => {
    const { sn } = await newDevice('battery');
    expect(await owner.call(battery.hxParamsView, { sn })).toMatchObject({
      kind: 'battery',
      modelName: 'Battery',
    });
  });
});
