// Setting device parameters over the real broker: commands, responses, and values that count only once read back.

import { configuration } from '@helioport/contract/configuration';
import { MINUTE_MS } from '@helioport/domain/duration';
import { type Command, decodeCommand } from '@helioport/protocol/helioport/command';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { eventually } from '../../../test/eventually.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { createPipeline, type Pipeline } from '../../ingest/accept.ts';
import { type Commander, createCommander } from '../../ingest/commands.ts';
import { devicePassword, type MqttEndpoint, startMqttEndpoint } from '../../ingest/mqtt.ts';
import { expire } from '../../jobs/expireCommands.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';

const TOKEN = 'house';
const SECRETS = { bridge: TOKEN, devices: TOKEN };
const { inverterSetupValue: setup, inverterGroupFilter: group, inverterSetupList: setups } = configuration;

let app: TestApp;
let pipeline: Pipeline;
/** Two processes over one database. */
let endpoints: { endpoint: MqttEndpoint; commander: Commander }[];
let installer: Caller;
let plant: { id: number; sid: string };
let rival: Caller;
let owner: Caller;
const clients: mqtt.MqttClient[] = [];

beforeAll(async () => {
  app = await startTestApp();
  plant = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'installer@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'rival@make.test', group: 'installer', companyId: await makeCompany(tx) });
    return await makeSite(tx, { ownerId, companyId });
  });
  installer = await app.as('installer@make.test');
  rival = await app.as('rival@make.test');
  owner = await app.as('owner@make.test');
  const parts = { clock: app.now, log: createLog('silent'), metrics: createMetrics() };
  const { db, pool, url } = app.database;
  pipeline = createPipeline({ ...parts, pool, rawFrameDays: 30 });
  endpoints = await Promise.all(
    [1, 2].map(async () => {
      const commander = createCommander({ ...parts, db, pool, databaseUrl: url, everyMs: 200 });
      const endpoint = await startMqttEndpoint({
        ...parts,
        pipeline,
        secrets: SECRETS,
        port: 0,
        host: '127.0.0.1',
        commands: commander,
      });
      commander.open(endpoint);
      return { endpoint, commander };
    }),
  );
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(async () => {
  for (const { endpoint, commander } of endpoints ?? []) {
    await endpoint.close();
    await commander.close();
  }
  await pipeline?.close();
  await app?.close();
});

const newDevice = (site = plant, kind = 'stringMachine') =>
  inTransaction(app.database.db, 'write', (tx) => makeDevice(tx, site.id, { vendor: 'sunhall', kind }));

/** A connected device that records its commands and does not answer automatically. */
async function listening(sn: string, at = 0, username = sn) {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: endpoints[at]!.endpoint.port,
    protocol: 'mqtt',
    reconnectPeriod: 0,
    username,
    password: username === 'bridge' ? TOKEN : devicePassword(TOKEN, sn),
  });
  clients.push(client);
  const received: Command[] = [];
  client.on('message', (_topic, payload) => {
    const command = decodeCommand(payload);
    if (command) received.push(command);
  });
  await client.subscribeAsync(`helioport/${sn}/command`, { qos: 1 });
  const answer = (what: object) =>
    client.publishAsync(`helioport/${sn}/status`, JSON.stringify(what), { qos: 1 });
  await eventually(async () => expect((await rowOf(sn)).isRemote).toBe(true));
  return { client, received, answer };
}

const rowOf = async (sn: string) => {
  const { list } = await installer.call(group, { filters: { sn } });
  return list[0]!;
};
const reportedValue = async (sn: string, key: string) =>
  (await rowOf(sn)).parameters.find((one) => one.key === key)?.value ?? null;
const commandsOf = async (sn: string) => (await installer.call(setups, { filters: { sn } })).list;
const stateOf = async (sn: string) => (await commandsOf(sn)).map(({ state }) => state);
const receivedOnce = (received: Command[], count = 1) =>
  eventually(() => expect(received).toHaveLength(count));

describe('v2/configuration/inverter/setupValue', () => {
  it('says of a device that only reports that nothing can be set', async () => {
    const { sn } = await newDevice();
    expect(await installer.call(setup, { sn: [sn], values: { reconnectTime: 60 } })).toEqual({
      list: [{ sn, id: null, waits: false, msg: 'This device does not accept remote settings.' }],
    });
    expect(await rowOf(sn)).toMatchObject({ isRemote: false, openCount: 0 });
  });

  it('names in advance which parameters need a second approval', async () => {
    const { sn } = await newDevice();
    const needsSecond = (await rowOf(sn)).parameters.filter((one) => one.needsSecond).map(({ key }) => key);
    expect(needsSecond).toContain('overVoltage');
    expect(needsSecond).not.toContain('reconnectTime');
  });

  it('is set when the device has read it back, and not before', async () => {
    const { sn } = await newDevice();
    const { received, answer } = await listening(sn);
    await answer({ parameters: { reconnectTime: 30, overVoltage: 253 } });
    expect(await reportedValue(sn, 'reconnectTime')).toBe(30);

    const { list } = await installer.call(setup, { sn: [sn], values: { reconnectTime: 60 } });
    await receivedOnce(received);
    expect(received[0]).toEqual({
      id: String(list[0]!.id),
      set: { reconnectTime: 60 },
      expiresAt: '2026-06-21T13:00:00.000Z',
    });
    await eventually(async () => expect(await stateOf(sn)).toEqual(['sent']));
    expect(await reportedValue(sn, 'reconnectTime')).toBe(30);

    await answer({ id: received[0]!.id, parameters: { reconnectTime: 60, overVoltage: 253 } });
    expect(await stateOf(sn)).toEqual(['confirmed']);
    expect(await rowOf(sn)).toMatchObject({ openCount: 0 });
    expect(await reportedValue(sn, 'reconnectTime')).toBe(60);
  });

  it('hands over one at a time, in the order in which it was said', async () => {
    const { sn } = await newDevice();
    await installer.call(setup, { sn: [sn], values: {} });
    const { received, answer } = await listening(sn);
    for (const reconnectTime of [61, 62, 63])
      await installer.call(setup, { sn: [sn], values: { reconnectTime } });
    for (const [i, reconnectTime] of [61, 62, 63].entries()) {
      await receivedOnce(received, i + 1);
      expect(await stateOf(sn)).toEqual([
        ...Array(2 - i).fill('queued'),
        'sent',
        ...Array(i).fill('confirmed'),
      ]);
      expect(received[i]!.set).toEqual({ reconnectTime });
      await answer({ id: received[i]!.id, parameters: { reconnectTime } });
    }
    expect(await stateOf(sn)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  it('is one command when it is said twice, and only its first time is in the change log', async () => {
    const { sn } = await newDevice();
    await listening(sn);
    const input = { sn: [sn], values: { reconnectTime: 60 }, requestId: 'one-wish' };
    const [first, second] = [await installer.call(setup, input), await installer.call(setup, input)];
    expect(second.list[0]!.id).toBe(first.list[0]!.id);
    const { rows } = await sql`select from audit where action = 'device.command' and subject = ${sn}`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is refused when the device has something else afterwards, or says why not', async () => {
    const { sn } = await newDevice();
    const { received, answer } = await listening(sn);
    await installer.call(setup, { sn: [sn], values: { reconnectTime: 60 } });
    await receivedOnce(received);
    await answer({ id: received[0]!.id, parameters: { reconnectTime: 45 } });
    await installer.call(setup, { sn: [sn], values: { reconnectTime: 70 } });
    await receivedOnce(received, 2);
    await answer({
      id: received[1]!.id,
      parameters: { reconnectTime: 45 },
      refused: 'locked by the operator',
    });
    expect(await commandsOf(sn)).toMatchObject([
      { state: 'refused', refusal: 'locked by the operator' },
      { state: 'refused', refusal: '', values: [{ key: 'reconnectTime', wanted: 60, told: 45 }] },
    ]);
    expect(await reportedValue(sn, 'reconnectTime')).toBe(45);
  });

  it('expires unanswered; what comes too late tells the value alone, and what waited behind it goes out', async () => {
    const { sn } = await newDevice();
    const { received, answer } = await listening(sn);
    await installer.call(setup, { sn: [sn], values: { reconnectTime: 60 }, minutes: 5 });
    await receivedOnce(received);
    await installer.call(setup, { sn: [sn], values: { reconnectTime: 90 }, minutes: 60 });
    const announced: number[] = [];
    const job = {
      db: app.database.db,
      announcer: { announce: (ids: Iterable<number>) => void announced.push(...ids) },
    };
    const now = app.now();
    expect(await expire({ ...job, clock: () => now + 4 * MINUTE_MS })).toBe(0);
    expect(await expire({ ...job, clock: () => now + 5 * MINUTE_MS })).toBe(1);
    expect(announced).toEqual([plant.id]);
    await receivedOnce(received, 2);
    await answer({ id: received[0]!.id, parameters: { reconnectTime: 60 } });
    expect(await stateOf(sn)).toEqual(['sent', 'expired']);
    expect(await reportedValue(sn, 'reconnectTime')).toBe(60);
  });

  it('is handed over by one of two processes that hold a connection of the device, and waits for one that does', async () => {
    const { sn } = await newDevice();
    const early = await listening(sn, 1);
    await early.client.endAsync();
    await installer.call(setup, { sn: [sn], values: { reconnectTime: 60 } });
    expect(await stateOf(sn)).toEqual(['queued']);
    const late = await listening(sn, 1);
    await receivedOnce(late.received);
    await late.answer({ id: late.received[0]!.id, parameters: { reconnectTime: 60 } });
    const bridge = await listening(sn, 0, 'bridge');
    await installer.call(setup, { sn: [sn], values: { reconnectTime: 70 } });
    await eventually(() => expect(late.received.length + bridge.received.length).toBe(2));
    await late.answer({
      id: [...late.received, ...bridge.received].at(-1)!.id,
      parameters: { reconnectTime: 70 },
    });
    expect(await stateOf(sn)).toEqual(['confirmed', 'confirmed']);
  });

  it('ends no command by the word of another device', async () => {
    const [{ sn }, { sn: other }] = [await newDevice(), await newDevice()];
    const [mine, foreign] = [await listening(sn), await listening(other)];
    await installer.call(setup, { sn: [sn], values: { reconnectTime: 60 } });
    await receivedOnce(mine.received);
    await foreign.answer({ id: mine.received[0]!.id, parameters: { reconnectTime: 60 } });
    expect(await stateOf(sn)).toEqual(['sent']);
    expect(await reportedValue(sn, 'reconnectTime')).toBeNull();
  });

  it('keeps to the grid code of the country, and to none where none is known', async () => {
    const brazil = await inTransaction(app.database.db, 'write', async (tx) => {
      const { rows } = await sql<{
        id: number;
      }>`select company_id as id from sites where id = ${plant.id}`.execute(tx);
      return await makeSite(tx, { companyId: rows[0]!.id, countryCode: 'BR' });
    });
    const [here, there, battery] = [
      await newDevice(),
      await newDevice(brazil),
      await newDevice(plant, 'battery'),
    ];
    await listening(here.sn);
    await listening(there.sn);
    const input = { sn: [here.sn, there.sn, battery.sn], values: { overVoltage: 300 } };
    const { list } = await installer.call(setup, input);
    expect(new Map(list.map(({ sn, msg }) => [sn, msg]))).toEqual(
      new Map([
        [here.sn, 'A value is outside the range allowed by the grid code.'],
        [there.sn, 'No grid code is available for this country, so no values can be set.'],
        [battery.sn, 'This device has no configurable parameters.'],
      ]),
    );
    expect((await installer.send(setup.path, { sn: [here.sn], values: { colour: 3 } })).envelope.code).toBe(
      400,
    );
    expect((await installer.send(setup.path, { sn: [] })).envelope).toMatchObject({
      code: 1201,
      msg: 'Please select a group first',
    });
  });

  it('is for those who may change the plant and set parameters', async () => {
    const { sn } = await newDevice();
    const code = async (who: Caller) => (await who.send(setup.path, { sn: [sn], values: {} })).envelope.code;
    expect([await code(rival), await code(owner), await code(installer)]).toEqual([4041, 403, 200]);
    expect((await rival.call(group, { filters: { sn } })).total).toBe(0);
    expect((await rival.call(setups, {})).total).toBe(0);
    expect((await owner.call(group, { filters: { sn } })).list).toMatchObject([{ sn, mayEdit: true }]);
  });
});
