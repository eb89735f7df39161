// A broker elsewhere, shown against Mosquitto from the system's packages.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite } from '../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createLiveFeed } from '../timeseries/ingestion/live.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { type Commander, createCommander } from './commands.ts';
import { mosquittoFiles, portalLogin } from './mosquitto.ts';
import { devicePassword } from './mqtt.ts';
import { type MqttClient, startMqttClient } from './mqttClient.ts';
import { createDeviceEndpoints } from './start.ts';

const isThere = spawnSync('mosquitto', ['-h']).error === undefined;
if (!isThere) console.warn('SKIPPED: mosquitto is not installed here, so no broker elsewhere was tried.');

const NOW = Date.UTC(2026, 5, 21, 12);
const TOKEN = 'secret of the house';
const SECRETS = { bridge: TOKEN, devices: TOKEN };
const A = 'sunhall.3P10-0001';
const B = 'sunhall.3P10-0002';
const log = createLog('silent');

let database: TestDatabase;
let folder: string;
let port: number;
let portalPort: number;
let broker: ChildProcess | undefined;
let pipeline: Pipeline;
let commands: Commander;
let endpoint: MqttClient | undefined;

const writeFiles = async () => {
  const files = await mosquittoFiles(database.db, {
    secrets: SECRETS,
    folder,
    listener: `${port} 127.0.0.1`,
    portalListener: `${portalPort} 127.0.0.1`,
  });
  // Started as root it would become another user, who does not own this folder.
  if (process.getuid?.() === 0) files['helioport.conf'] += 'user root\n';
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
};

const freePort = async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
};

const startBroker = () => {
  broker = spawn('mosquitto', ['-c', path.join(folder, 'helioport.conf')], { stdio: 'ignore' });
};
const endBroker = async (signal: 'SIGTERM' | 'SIGKILL') => {
  const gone = once(broker!, 'exit');
  broker!.kill(signal);
  await gone;
};
const startEndpoint = () => {
  const { name, password } = portalLogin(SECRETS);
  endpoint = startMqttClient({
    url: `mqtt://${name}:${password}@127.0.0.1:${portalPort}`,
    secrets: SECRETS,
    pipeline,
    log,
    metrics: createMetrics(),
    commands,
    pauses: { firstMs: 50, mostMs: 200 },
  });
  commands.open(endpoint);
};
const isOpen = () => expect.poll(() => endpoint?.isAway(), { timeout: 60_000 }).toBe(false);

beforeAll(async () => {
  if (!isThere) return;
  database = await freshDatabase();
  const { db, pool, url: databaseUrl } = database;
  await inTransaction(db, 'write', async (tx) => {
    const { id } = await makeSite(tx);
    await sql`
      insert into devices (vendor, serial, kind, site_id, first_seen_at)
      select 'sunhall', split_part(sn, '.', 2), 'gateway', ${id}, now() from unnest(${[A, B]}::text[]) sn`.execute(
      tx,
    );
  });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-mosquitto-'));
  fs.mkdirSync(path.join(folder, 'kept'));
  [port, portalPort] = [await freePort(), await freePort()];
  await writeFiles();
  startBroker();
  const parts = { clock: () => NOW, log };
  pipeline = createPipeline({ ...parts, pool, metrics: createMetrics(), rawFrameDays: 30 });
  commands = createCommander({ ...parts, db, pool, databaseUrl });
  startEndpoint();
});
afterAll(async () => {
  if (!isThere) return;
  await endpoint?.close();
  await commands.close();
  await pipeline.close();
  if (broker) await endBroker('SIGTERM');
  fs.rmSync(folder, { recursive: true });
  await database.close();
});

const connect = (
  sn: string,
  password = devicePassword(TOKEN, sn),
  options: mqtt.IClientOptions = { clientId: `${sn}-${Math.random()}` },
) =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: sn, password, reconnectPeriod: 0, ...options });
const report = (minute: number) =>
  JSON.stringify({ at: new Date(NOW - minute * 60_000).toISOString(), kind: 'meter', powerW: minute });
const stored = async (sn: string) =>
  (
    await sql<{ n: number }>`
      select count(*) as n from reading r join devices d on d.id = r.device_id where d.sn = ${sn}`.execute(
      database.db,
    )
  ).rows[0]!.n;

describe.skipIf(!isThere)('a broker elsewhere', () => {
  it('hands over what devices report, and a stranger gets in nowhere', async () => {
    await isOpen();
    await expect(connect(A, 'guess')).rejects.toThrow();
    await expect(connect(B, devicePassword(TOKEN, A))).rejects.toThrow();
    const client = await connect(A);
    for (let i = 1; i <= 20; i++) await client.publishAsync(`helioport/${A}/report`, report(i), { qos: 1 });
    await client.publishAsync(`helioport/${A}/report`, 'rubbish', { qos: 1 });
    await expect.poll(() => stored(A), { timeout: 60_000 }).toBe(20);
    await client.endAsync();
  });

  it('keeps a gateway from the topics of another', async () => {
    // A device has one connection, which a publication on a foreign topic may end.
    for (const [sn, topic] of [
      [B, `helioport/${A}/report`],
      [A, `helioport/${B}/command`],
    ] as const) {
      const forger = await connect(sn);
      await forger.publishAsync(topic, report(100), { qos: 1 });
      forger.end(true);
    }
    const [a, b] = [await connect(A), await connect(B)];
    const topics: string[] = [];
    b.on('message', (topic) => topics.push(topic));
    const mine = `helioport/${B}/command`;
    await b.subscribeAsync(mine, { qos: 1 });
    for (const other of [`helioport/${A}/command`, `helioport/${A}/report`, 'helioport/#'])
      await b.subscribeAsync(other, { qos: 1 }).catch(() => undefined);
    await endpoint!.publishCommand(A, '{"id":"1","set":{}}');
    await endpoint!.publishCommand(B, '{"id":"2","set":{}}');
    await expect.poll(() => topics, { timeout: 60_000 }).toEqual([mine]);
    await a.publishAsync(`helioport/${A}/report`, report(101), { qos: 1 });
    await expect.poll(() => stored(A), { timeout: 60_000 }).toBe(21);
    await a.endAsync();
    await b.endAsync();
  });

  it.each([
    ['clean', 'before', true, true],
    ['clean', 'after', true, false],
    ['persistent', 'before', false, true],
    ['persistent', 'after', false, false],
  ] as const)(
    'keeps the session of a gateway whose client id another one presents: %s, %s it',
    async (_kind, _order, clean, isFirst) => {
      const options = { clientId: `shared-${clean}-${isFirst}`, clean };
      const join = async (sn: string) => {
        const client = await connect(sn, devicePassword(TOKEN, sn), options);
        const received: string[] = [];
        client.on('message', (topic) => received.push(topic));
        client.on('error', () => undefined);
        await client.subscribeAsync(`helioport/${sn}/command`, { qos: 1 });
        return { client, received };
      };
      let attacker = isFirst ? await join(B) : undefined;
      const victim = await join(A);
      attacker ??= await join(B);
      await attacker.client.subscribeAsync(`helioport/${A}/command`, { qos: 1 }).catch(() => undefined);
      await endpoint!.publishCommand(A, '{"id":"1","set":{}}');
      await expect.poll(() => victim.received, { timeout: 60_000 }).toEqual([`helioport/${A}/command`]);
      expect([victim.client.connected, attacker.client.connected]).toEqual([true, true]);
      await victim.client.endAsync();
      await endpoint!.publishCommand(A, '{"id":"2","set":{}}');
      await attacker.client.endAsync();
      const again = await join(B);
      await endpoint!.publishCommand(B, '{"id":"3","set":{}}');
      await expect.poll(() => again.received, { timeout: 60_000 }).toEqual([`helioport/${B}/command`]);
      await again.client.endAsync();
    },
  );

  it('lets no device in where the portal and bridges connect', async () => {
    const at = (username: string, password: string) =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${portalPort}`, { username, password, reconnectPeriod: 0 });
    await expect(at(A, devicePassword(TOKEN, A))).rejects.toThrow();
    await expect(connect('bridge', TOKEN)).rejects.toThrow();
    const bridges = [await at('bridge', TOKEN), await at('bridge', TOKEN)];
    for (const bridge of bridges) {
      await bridge.subscribeAsync(`helioport/${A}/command`);
      expect(bridge.connected).toBe(true);
      await bridge.endAsync();
    }
  });

  it('ends the connection of a token that was replaced when the files are written again', async () => {
    const { db } = database;
    const client = await connect(B);
    client.on('error', () => undefined);
    await sql`update devices set key_number = 77 where sn = ${B}`.execute(db);
    await writeFiles();
    broker!.kill('SIGHUP');
    await expect.poll(() => client.connected, { timeout: 60_000 }).toBe(false);
    await expect(connect(B)).rejects.toThrow();
    await (await connect(B, devicePassword(TOKEN, B, 77))).endAsync();
    await sql`update devices set key_number = 0 where sn = ${B}`.execute(db);
    await writeFiles();
    broker!.kill('SIGHUP');
    await expect
      .poll(
        () =>
          connect(B)
            .then((again) => again.endAsync().then(() => true))
            .catch(() => false),
        {
          timeout: 60_000,
        },
      )
      .toBe(true);
  });

  it('tells a device what it shall do, and believes it when it has read back', async () => {
    const { db } = database;
    const client = await connect(A);
    const command = new Promise<{ id: string; set: Record<string, number> }>((resolve) =>
      client.on('message', (_topic, payload) => resolve(JSON.parse(payload.toString()))),
    );
    await client.subscribeAsync(`helioport/${A}/command`, { qos: 1 });
    await sql`
      insert into commands (site_id, device_id, request_key, wanted, created_at, expires_at)
      select site_id, id, 'one', '{"reconnectTime":60}', ${new Date(NOW)}, ${new Date(NOW + 3_600_000)}
      from devices where sn = ${A}`.execute(db);
    await client.publishAsync(`helioport/${A}/status`, '{"online":true}', { qos: 1, retain: true });
    const { id, set } = await command;
    expect(set).toEqual({ reconnectTime: 60 });
    await client.publishAsync(`helioport/${A}/status`, JSON.stringify({ id, parameters: set }), { qos: 1 });
    const state = async () =>
      (await sql<{ state: string }>`select state from commands where id = ${Number(id)}`.execute(db)).rows[0]
        ?.state;
    await expect.poll(state, { timeout: 60_000 }).toBe('confirmed');
    await client.endAsync();
  });

  it('loses nothing that was acknowledged when portal and broker are killed', async () => {
    await endpoint!.close();
    const client = await connect(B);
    for (let i = 1; i <= 30; i++) await client.publishAsync(`helioport/${B}/report`, report(i), { qos: 1 });
    // Mosquitto writes down what it has acknowledged before it reads on.
    await client.publishAsync(`helioport/${B}/report`, 'rubbish', { qos: 1 });
    client.end(true);
    await endBroker('SIGKILL');
    expect(await stored(B)).toBe(0);
    startBroker();
    startEndpoint();
    await isOpen();
    await expect.poll(() => stored(B), { timeout: 60_000 }).toBe(30);

    // The broker goes while the portal stays, and comes back.
    await endBroker('SIGKILL');
    await expect.poll(() => endpoint!.isAway(), { timeout: 60_000 }).toBe(true);
    await expect(endpoint!.publishCommand(B, '{}')).rejects.toThrow('away');
    startBroker();
    await isOpen();
    const again = await connect(B);
    await again.publishAsync(`helioport/${B}/report`, report(50), { qos: 1 });
    await expect.poll(() => stored(B), { timeout: 60_000 }).toBe(31);
    await again.endAsync();
  });

  it('acknowledges nothing to the broker that could not be stored', async () => {
    await endpoint!.close();
    let isDown = true;
    const broken: Pipeline = {
      ...pipeline,
      accept: (...all) => (isDown ? Promise.reject(new Error('down')) : pipeline.accept(...all)),
    };
    const { name, password } = portalLogin(SECRETS);
    endpoint = startMqttClient({
      url: `mqtt://${name}:${password}@127.0.0.1:${portalPort}`,
      secrets: SECRETS,
      pipeline: broken,
      log,
      metrics: createMetrics(),
      pauses: { firstMs: 50, mostMs: 200 },
    });
    await isOpen();
    const client = await connect(B);
    await client.publishAsync(`helioport/${B}/report`, report(60), { qos: 1 });
    await client.endAsync();
    expect(await stored(B)).toBe(31);
    isDown = false;
    await expect.poll(() => stored(B), { timeout: 60_000 }).toBe(32);
  });

  it('is spoken to by one of two processes, and by the other when that one ends', async () => {
    await endpoint!.close();
    const { db, pool, url: databaseUrl } = database;
    const { name, password } = portalLogin(SECRETS);
    const config = readConfig({ MQTT_URL: `mqtt://${name}:${password}@127.0.0.1:${portalPort}`, PORT: '0' });
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const feed = createLiveFeed(databaseUrl, log);
        const secrets = { ...SECRETS, replay: TOKEN, setup: TOKEN };
        const endpoints = createDeviceEndpoints({
          config,
          db,
          databaseUrl,
          pool,
          clock: () => NOW,
          log,
          metrics: createMetrics(),
          secrets,
        });
        await endpoints.open(feed);
        return { endpoints, close: () => endpoints.close().then(() => feed.close()) };
      }),
    );
    const speaking = () => processes.filter(({ endpoints }) => endpoints.brokerIs() === 'there');
    await expect.poll(() => speaking().length, { timeout: 60_000 }).toBe(1);
    const client = await connect(B);
    const before = await stored(B);
    for (let i = 201; i <= 210; i++)
      await client.publishAsync(`helioport/${B}/report`, report(i), { qos: 1 });
    await expect.poll(() => stored(B), { timeout: 60_000 }).toBe(before + 10);

    const [first] = speaking();
    const other = processes.find((one) => one !== first)!;
    await first!.close();
    await expect.poll(() => other.endpoints.brokerIs(), { timeout: 60_000 }).toBe('there');
    for (let i = 211; i <= 220; i++)
      await client.publishAsync(`helioport/${B}/report`, report(i), { qos: 1 });
    await expect.poll(() => stored(B), { timeout: 60_000 }).toBe(before + 20);
    await client.endAsync();
    await other.close();
  });
});
