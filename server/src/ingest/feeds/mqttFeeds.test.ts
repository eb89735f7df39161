// Feeds over MQTT against the running broker: values are in the plant of the token, and nowhere else.
import net from 'node:net';
import { feed } from '@helioport/contract/feed';
import type { FeedKind } from '@helioport/domain/feeds';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type People, startPeople } from '../../../test/people.ts';
import { settle } from '../../../test/settle.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createLiveFeed, type LiveFeed } from '../../timeseries/ingestion/live.ts';
import { createPipeline, type Pipeline } from '../accept.ts';
import { devicePassword, type MqttEndpoint, startMqttEndpoint } from '../mqtt.ts';
import { watchFeedTokens } from './feedTokens.ts';
import { WRONG_TOKENS_PER_MINUTE } from './input.ts';
import { createMqttFeeds, FEED_MESSAGES_PER_MINUTE, type MqttFeeds } from './mqttFeeds.ts';
import { FEED_CONNECTIONS_MAX } from './mqttTopics.ts';

// Readings are stored seconds after their last message.
vi.setConfig({ testTimeout: 60_000 });

const NOW = Date.UTC(2026, 5, 21, 12);
const SECRET = 'secret of the house';
const log = createLog('silent');
const AT_S = NOW / 1000;
const SN = '0E0000F1';

let world: People;
let pipeline: Pipeline;
let live: LiveFeed;
let feeds: MqttFeeds;
let endpoint: MqttEndpoint;
let tokens: ReturnType<typeof watchFeedTokens>;
const clients: mqtt.MqttClient[] = [];

beforeAll(async () => {
  world = await startPeople({ now: NOW });
  const { pool } = world.app.database;
  pipeline = createPipeline({ pool, clock: () => NOW, log, metrics: createMetrics(), rawFrameDays: 30 });
});
afterAll(async () => {
  await pipeline.close();
  await world.close();
});
/** The limits count by broker, so each test has one of its own. */
beforeEach(async () => {
  const { db, url } = world.app.database;
  const parts = { pipeline, clock: () => NOW, log, metrics: createMetrics() };
  live = createLiveFeed(url, log);
  feeds = createMqttFeeds({ ...parts, db, live, publicUrl: 'http://portal.example' });
  endpoint = await startMqttEndpoint({
    ...parts,
    secrets: { bridge: SECRET, devices: SECRET },
    port: 0,
    host: '127.0.0.1',
    feeds,
  });
  tokens = watchFeedTokens({ databaseUrl: url, log, endpoint });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true);
  await tokens.close();
  await endpoint.close();
  await feeds.close();
  await live.close();
});

const newFeed = async (source: FeedKind, who = 'free', sid = world.sid.alpha) =>
  await (await world.as(who)).call(feed.create, { sid, source, name: `My ${source}` });
const rowOf = async (id: number) => {
  const { list } = await (await world.as('free')).call(feed.list, { sid: world.sid.alpha });
  return list.find((one) => one.id === id)!;
};
const connect = async (username: string, options: mqtt.IClientOptions = {}) => {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: endpoint.port,
    protocol: 'mqtt',
    reconnectPeriod: 0,
    username,
    password: username,
    protocolVersion: 4,
    ...options,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};
const closed = (client: mqtt.MqttClient) =>
  new Promise<void>((resolve) => (client.connected ? client.once('close', () => resolve()) : resolve()));
const isClosed = async (client: mqtt.MqttClient) =>
  await Promise.race([
    closed(client).then(() => true),
    new Promise((resolve) => setTimeout(resolve, 3_000, false)),
  ]);

/** What Home Assistant documents for the configuration of an MQTT sensor, as far as plants use it. */
const topicPattern = /^homeassistant\/sensor\/[\w-]+\/[\w-]+\/config$/;
const units = { power: ['W', 'kW'], energy: ['Wh', 'kWh', 'MWh'], battery: ['%'] } as const;
const stateClasses = {
  power: ['measurement'],
  energy: ['total', 'total_increasing'],
  battery: ['measurement'],
};
const sensorConfig = z.strictObject({
  name: z.string().min(1),
  unique_id: z.string().regex(/^[\w-]+$/),
  state_topic: z.string().regex(/^[^#+]+$/),
  value_template: z.string().regex(/^\{\{ value_json\.[a-z_]+ \}\}$/),
  device_class: z.enum(['power', 'energy', 'battery']),
  state_class: z.enum(['measurement', 'total', 'total_increasing']),
  unit_of_measurement: z.string(),
  suggested_display_precision: z.number().int().min(0).optional(),
  expire_after: z.number().int().positive().optional(),
  availability_topic: z.string().regex(/^[^#+]+$/),
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    name: z.string().min(1),
    manufacturer: z.string(),
    model: z.string(),
    configuration_url: z.url({ protocol: /^https?$/ }),
  }),
  origin: z.strictObject({ name: z.string().min(1) }),
});
const expectDiscovery = (topic: string, payload: string) => {
  expect(topic).toMatch(topicPattern);
  const config = sensorConfig.parse(JSON.parse(payload));
  expect(units[config.device_class]).toContain(config.unit_of_measurement);
  expect(stateClasses[config.device_class]).toContain(config.state_class);
};

/** Publishes the values of an OpenDTU inverter at a time. */
const publish = async (
  client: mqtt.MqttClient,
  serial: string,
  atS: number,
  power: number,
  total: number,
) => {
  for (const [name, value] of [
    ['status/last_update', atS],
    ['0/power', power],
    ['0/yieldtotal', total],
    ['1/power', power / 2],
    ['1/voltage', 34.1],
    ['1/yieldtotal', total / 2],
    ['2/power', power / 2],
    ['2/yieldtotal', total / 2],
  ] as const)
    await client.publishAsync(`solar/${serial}/${name}`, String(value), { qos: 1, retain: true });
};
const devicesIn = async (sid: string) => {
  const { rows } = await sql<{ id: number; sn: string; kind: string; alias: string; readings: number }>`
    select d.id, d.sn, d.kind, d.alias, (select count(*)::int from reading r where r.device_id = d.id) as readings
    from devices d join sites s on s.id = d.site_id where s.sid = ${sid} and d.vendor = 'opendtu'
    order by d.id`.execute(world.app.database.db);
  return rows;
};
const deviceOf = async (sid: string, serial: string) =>
  (await devicesIn(sid)).find(({ sn }) => sn.endsWith(serial));
/** Resolves when a device has this many readings. */
const stored = (serial: string, readings = 1, sid = world.sid.alpha) =>
  expect.poll(async () => (await deviceOf(sid, serial))?.readings, { interval: 100 }).toBe(readings);

describe('OpenDTU', () => {
  it('stores the readings of an inverter with its modules and exact energy', async () => {
    const { id, token, broker } = await newFeed('opendtu');
    expect(broker).toMatch(/^mqtt:\/\//);
    const client = await connect(token, { password: '' });
    const serial = '116491110077';
    await client.publishAsync(`solar/${serial}/name`, 'Garage');
    await publish(client, serial, AT_S - 1800, 600, 402.117);
    await stored(serial);
    await publish(client, serial, AT_S - 900, 610, 402.267);
    await publish(client, serial, AT_S, 612.3, 402.42);
    // The last reading is stored at the end, without waiting for its 30 seconds.
    await client.endAsync();
    await feeds.close();
    const device = (await deviceOf(world.sid.alpha, serial))!;
    expect(device).toMatchObject({ kind: 'microinverter', alias: 'My opendtu Garage', readings: 2 });
    const { rows } = await sql<{ power: number; modules: number[] }>`
      select power, ch_power as modules from reading where device_id = ${device.id} order by at desc limit 1`.execute(
      world.app.database.db,
    );
    expect(rows).toEqual([{ power: 6123, modules: [3062, 3062] }]);
    await settle(world.app.database.db, NOW);
    const { rows: days } = await sql<{ wh: number }>`
      select sum(energy_wh)::float8 as wh from device_day where device_id = ${device.id}`.execute(
      world.app.database.db,
    );
    expect(days[0]?.wh).toBe(303);
    expect(await rowOf(id)).toMatchObject({
      lastError: '',
      lastValues: { pv_power: 600, pv_energy: 402117 },
    });
  });

  it('names what is wrong: retained values without a time, and topics of another program', async () => {
    const { id, token } = await newFeed('opendtu');
    const client = await connect(token);
    await client.publishAsync('solar/116491110099/0/power', '80', { qos: 1, retain: true });
    await expect.poll(async () => (await rowOf(id)).lastError).toContain('retain');
    expect(await deviceOf(world.sid.alpha, '116491110099')).toBeUndefined();
    const other = await newFeed('opendtu');
    const wrong = await connect(other.token);
    for (let i = 0; i < 60; i++) await wrong.publishAsync(`inverter/Roof/ch0/P_AC${i}`, '1', { qos: 1 });
    await expect.poll(async () => (await rowOf(other.id)).lastError).toContain('base topic');
  });

  it('stops at the number of devices of a feed', async () => {
    const { id, token } = await newFeed('opendtu');
    const client = await connect(token);
    for (let i = 0; i < 40; i++) await client.publishAsync(`s/1164911200${10 + i}/0/power`, '1', { qos: 1 });
    await expect.poll(async () => (await rowOf(id)).lastError).toContain('at most 32 devices');
    await expect
      .poll(async () => (await devicesIn(world.sid.alpha)).filter(({ sn }) => /-1164911200/.test(sn)).length)
      .toBe(32);
  });
});

describe('a plant with devices of four makers', () => {
  it('adds up their exact energy', async () => {
    const open = await Promise.all(
      (['opendtu', 'ahoy', 'tasmota', 'deye'] as const).map(async (source) =>
        connect((await newFeed(source, 'customer.south', world.sid.beta)).token),
      ),
    );
    const [dtu, ahoy, plug, logger] = open as [
      mqtt.MqttClient,
      mqtt.MqttClient,
      mqtt.MqttClient,
      mqtt.MqttClient,
    ];
    const send = async (atS: number, share: number) => {
      await publish(dtu, '116491119999', atS, 600, 100 + 0.501 * share);
      await ahoy.publishAsync('inverter/Roof/last_success', String(atS), { qos: 1 });
      for (const [name, value] of [
        ['ch0/P_AC', 300],
        ['ch0/YieldTotal', 50 + 0.202 * share],
        ['ch1/P_DC', 310],
      ] as const)
        await ahoy.publishAsync(`inverter/Roof/${name}`, String(value), { qos: 1 });
      const Time = new Date(atS * 1000).toISOString().slice(0, 19);
      const energy = { Power: 150, Total: 7 + 0.1 * share };
      await plug.publishAsync('pv/tele/shed/SENSOR', JSON.stringify({ Time: `${Time}Z`, ENERGY: energy }), {
        qos: 1,
      });
    };
    await send(AT_S - 1800, 0);
    await logger.publishAsync('deye/ac/active_power', '90', { qos: 1 });
    await logger.publishAsync('deye/total_energy', '12.4', { qos: 1 });
    const count = async () =>
      (
        await sql<{ vendor: string; readings: number }>`
          select d.vendor, count(r.*)::int as readings from devices d join sites s on s.id = d.site_id
          left join reading r on r.device_id = d.id where s.sid = ${world.sid.beta} group by 1 order by 1`.execute(
          world.app.database.db,
        )
      ).rows.filter(({ vendor }) => ['opendtu', 'ahoy', 'tasmota', 'deye'].includes(vendor));
    await expect.poll(async () => (await count()).length).toBe(4);
    await send(AT_S, 1);
    await feeds.close();
    await settle(world.app.database.db, NOW);
    const { rows } = await sql<{ vendor: string; wh: number }>`
      select d.vendor, sum(y.energy_wh)::float8 as wh from device_day y join devices d on d.id = y.device_id
      join sites s on s.id = d.site_id where s.sid = ${world.sid.beta} and d.sn not like '%116491110055'
      group by 1 order by 1`.execute(world.app.database.db);
    expect(rows.filter(({ vendor }) => vendor !== 'deye')).toEqual([
      { vendor: 'ahoy', wh: 202 },
      { vendor: 'opendtu', wh: 501 },
      { vendor: 'tasmota', wh: 100 },
    ]);
    const { rows: ofSite } = await sql<{ wh: number }>`
      select sum(y.energy_wh)::float8 as wh from device_day y join devices d on d.id = y.device_id
      join sites s on s.id = d.site_id where s.sid = ${world.sid.beta}`.execute(world.app.database.db);
    expect(ofSite[0]?.wh).toBe(803);
  });
});

describe('Home Assistant', () => {
  it('finds its plant with exact energy, and nothing of other plants', async () => {
    const { token } = await newFeed('homeassistant');
    const own = await connect(token);
    const other = await connect((await newFeed('homeassistant', 'customer.south', world.sid.beta)).token);
    const messages = new Map<string, string>();
    const ofOther = new Map<string, string>();
    own.on('message', (topic, payload) => messages.set(topic, payload.toString()));
    other.on('message', (topic, payload) => ofOther.set(topic, payload.toString()));
    await own.subscribeAsync(['homeassistant/#', 'helioport-plant/#']);
    await other.subscribeAsync('#');
    const meter = await connect((await newFeed('tasmota')).token);
    const sml = { Total_in: 1204.5, Total_out: 88.21, Power_curr: -420 };
    await meter.publishAsync('tele/cellar/SENSOR', JSON.stringify({ Time: 'x', SML: sml }), { qos: 1 });
    const dtu = await connect((await newFeed('opendtu')).token);
    await publish(dtu, '116491117777', AT_S, 612.3, 10);
    const id = `helioport_${world.sid.alpha}`;
    const state = () =>
      JSON.parse(messages.get(`helioport-plant/${id}/state`) ?? '{}') as Record<string, number>;
    await expect.poll(() => state().grid_power).toBe(-420);
    expect(state()).toMatchObject({ power: expect.any(Number), energy: expect.any(Number), grid_import: 0 });

    await settle(world.app.database.db, NOW);
    const { rows } = await sql<{ wh: number }>`
      select sum(y.energy_wh)::float8 as wh from device_day y join devices d on d.id = y.device_id
      join sites s on s.id = d.site_id where s.sid = ${world.sid.alpha} and d.kind <> 'meter'`.execute(
      world.app.database.db,
    );
    expect(state().energy! * 1000).toBeCloseTo(rows[0]!.wh, 1);
    expect(messages.get(`helioport-plant/${id}/availability`)).toBe('online');
    const configs = [...messages].filter(([topic]) => topic.endsWith('/config'));
    expect(configs.map(([topic]) => topic)).toContain(`homeassistant/sensor/${id}/grid_export/config`);
    for (const [topic, payload] of configs) expectDiscovery(topic, payload);
    expect(new Set(configs.map(([, payload]) => JSON.parse(payload).unique_id)).size).toBe(configs.length);

    expect([...ofOther.keys()].filter((topic) => !topic.includes(world.sid.beta))).toEqual([]);
    expect(ofOther.size).toBeGreaterThan(0);

    // A client that subscribes later receives what was published, marked as retained; its own messages are not stored.
    const late = await connect(token);
    const retained: boolean[] = [];
    late.on('message', (_topic, _payload, packet) => retained.push(packet.retain));
    await late.publishAsync('homeassistant/status', 'online', { qos: 1 });
    await late.publishAsync('solar/116491116666/0/power', '1', { qos: 1 });
    await late.subscribeAsync('homeassistant/#');
    await expect.poll(() => retained.length).toBe(configs.length);
    expect(retained.every(Boolean)).toBe(true);
    expect(await deviceOf(world.sid.alpha, '116491116666')).toBeUndefined();

    // When the portal stops, the plant becomes unavailable.
    await endpoint.close();
    expect(messages.get(`helioport-plant/${id}/availability`)).toBe('offline');
  });
});

describe('a client of a feed', () => {
  it('keeps equal topics of two plants apart', async () => {
    const alpha = await connect((await newFeed('opendtu')).token);
    const beta = await connect((await newFeed('opendtu', 'customer.south', world.sid.beta)).token);
    const seen: string[] = [];
    for (const [client, name] of [
      [alpha, 'alpha'],
      [beta, 'beta'],
    ] as const)
      client.on('message', (topic, payload) => seen.push(`${name} ${topic} ${payload.toString()}`));
    await alpha.subscribeAsync(['#', 'solar/+/0/power', 'feed/#']);
    await publish(beta, '116491110055', AT_S, 100, 5);
    await publish(alpha, '116491110056', AT_S, 200, 6);
    await stored('116491110055', 1, world.sid.beta);
    await stored('116491110056');
    expect(await deviceOf(world.sid.alpha, '116491110055')).toBeUndefined();
    expect(seen).toContain('alpha solar/116491110056/0/power 200');
    expect(seen.filter((one) => one.startsWith('beta') || one.includes('116491110055'))).toEqual([]);
    await alpha.unsubscribeAsync(['#', 'solar/+/0/power', 'feed/#']);
    seen.length = 0;
    await publish(alpha, '116491110056', AT_S, 200, 6);
    expect(seen).toEqual([]);
    expect(endpoint.kept()).toMatchObject({ subscriptions: 0, retained: 0, queued: 0 });
  });

  it('reaches no topic of a device, nor a device a topic of a feed', async () => {
    const { token } = await newFeed('opendtu');
    const device = await connect(SN, { password: devicePassword(SECRET, SN) });
    const received: string[] = [];
    device.on('message', (topic) => received.push(topic));
    await device.subscribeAsync(`helioport/${SN}/command`, { qos: 1 });
    for (const topic of [
      `helioport/${SN}/report`,
      `helioport/${SN}/command`,
      `helioport/${SN}/state`,
      'helioport',
      '$SYS/x/new/clients',
      `a${'/a'.repeat(10)}`,
      'a'.repeat(300),
    ]) {
      const client = await connect(token);
      client.publish(topic, '{"kind":"battery","powerW":7}', { qos: 1 }, () => undefined);
      expect([topic, await isClosed(client)]).toEqual([topic, true]);
    }
    const client = await connect(token);
    for (const topic of [`helioport/${SN}/command`, 'helioport/+/state', '$SYS/#'])
      await expect(client.subscribeAsync(topic)).rejects.toThrow();
    await endpoint.publishState(SN, '{"at":1}');
    await endpoint.publishCommand(SN, '{"id":"1"}');
    await expect.poll(() => received).toEqual([`helioport/${SN}/command`]);
    const { rows } = await sql`select from devices where serial = ${SN}`.execute(world.app.database.db);
    expect(rows).toEqual([]);
    for (const topic of ['feed/#', '#', 'solar/#'])
      await expect(device.subscribeAsync(topic)).rejects.toThrow();
  });

  it('leaves no last will, no session and no queue', async () => {
    const { token } = await newFeed('opendtu');
    const will = {
      topic: `helioport/${SN}/status`,
      payload: Buffer.from('online'),
      qos: 1,
      retain: true,
    } as const;
    const own = { ...will, topic: 'solar/116491110044/0/power', payload: Buffer.from('9') };
    for (const one of [will, own]) {
      const client = await connect(token, { clean: false, clientId: 'stays', will: one });
      await client.subscribeAsync('solar/#', { qos: 1 });
      client.stream.destroy();
      await closed(client);
    }
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await deviceOf(world.sid.alpha, '116491110044')).toBeUndefined();
    expect(endpoint.kept()).toEqual({ sessions: 0, subscriptions: 0, queued: 0, retained: 0 });
  });

  it('is refused with a wrong password, a token for HTTP or of no feed, and then for a minute', async () => {
    const { token } = await newFeed('opendtu');
    const { token: ofHttp } = await newFeed('influx');
    await expect(connect(token, { password: 'guess' })).rejects.toThrow(/[Bb]ad user/);
    await expect(connect(ofHttp)).rejects.toThrow(/[Bb]ad user/);
    await expect(connect(token.toUpperCase())).rejects.toThrow(/[Bb]ad user/);
    for (let i = 0; i < WRONG_TOKENS_PER_MINUTE - 2; i++)
      await expect(connect('0'.repeat(30) + String(10 + (i % 80)))).rejects.toThrow(/[Bb]ad user/);
    await expect(connect(token)).rejects.toThrow(/unavailable/);
    // A device of the same network is not affected.
    await connect(SN, { password: devicePassword(SECRET, SN) });
  });

  it('is disconnected when its token is revoked, and what it has sent is not stored', async () => {
    const { id, token } = await newFeed('opendtu');
    const client = await connect(token);
    await publish(client, '116491110033', AT_S, 100, 5);
    await (await world.as('free')).call(feed.revoke, { sid: world.sid.alpha, id });
    expect(await isClosed(client)).toBe(true);
    await expect(connect(token)).rejects.toThrow(/[Bb]ad user/);
    await feeds.close();
    expect(await deviceOf(world.sid.alpha, '116491110033')).toBeUndefined();
  });

  it('is disconnected when its plant is gone without an announcement', async () => {
    const { id, token } = await newFeed('opendtu');
    const client = await connect(token);
    await sql`delete from feeds where id = ${id}`.execute(world.app.database.db);
    endpoint.dismissOldFeeds();
    expect(await isClosed(client)).toBe(true);
  });

  it('may send messages of 16 kB, and only so many in a minute', async () => {
    const { id, token } = await newFeed('opendtu');
    const client = await connect(token);
    await client.publishAsync('solar/x', 'x'.repeat(16_384), { qos: 1 });
    client.publish('solar/x', 'x'.repeat(16_385), { qos: 1 }, () => undefined);
    expect(await isClosed(client)).toBe(true);
    await expect.poll(async () => (await rowOf(id)).lastError).toContain('16 kB');

    // As bytes on the wire, since a client waits between its messages.
    const socket = net.connect(endpoint.port, '127.0.0.1');
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
    const hello = Buffer.concat([text('MQTT'), Buffer.from([4, 0x82, 0, 60]), text('flood'), text(token)]);
    socket.write(Buffer.concat([Buffer.from([0x10, hello.length]), hello]));
    await new Promise((resolve) => socket.once('data', resolve));
    const one = Buffer.concat([Buffer.from([0x30, 5]), text('a/b'), Buffer.from('')]);
    const isEnded = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.write(Buffer.concat(Array.from({ length: FEED_MESSAGES_PER_MINUTE + 1 }, () => one)));
    await isEnded;
    await expect.poll(async () => (await rowOf(id)).lastError).toContain('messages per minute');
    await expect(connect(token)).rejects.toThrow(/unavailable/);
  });

  it('holds up nobody when it does not read what it has subscribed to', async () => {
    const { token } = await newFeed('opendtu');
    const lazy = await connect(token, { clientId: 'lazy' });
    await lazy.subscribeAsync('#');
    const { stream } = lazy;
    stream.pause();
    stream.removeAllListeners('data');
    const busy = await connect(token, { clientId: 'busy' });
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 900; i++) busy.publish('solar/x', 'x'.repeat(16_000), { qos: 0 }, () => undefined);
    await busy.publishAsync('solar/x', 'x', { qos: 1 });
    const device = await connect(SN, { password: devicePassword(SECRET, SN) });
    const received = new Promise<void>((resolve) => device.once('message', () => resolve()));
    await device.subscribeAsync(`helioport/${SN}/command`, { qos: 1 });
    const startedAt = performance.now();
    await endpoint.publishCommand(SN, '{"id":"2"}');
    await received;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('has only so many connections: another one closes the oldest', async () => {
    const { token } = await newFeed('opendtu');
    const own = [];
    for (let i = 0; i <= FEED_CONNECTIONS_MAX; i++) own.push(await connect(token, { clientId: `c${i}` }));
    expect(await isClosed(own[0]!)).toBe(true);
    expect(own.slice(1).every(({ connected }) => connected)).toBe(true);
  });
});
