// Sessions at the embedded broker, against real connections.
import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { devicePassword, type MqttEndpoint, startMqttEndpoint } from './mqtt.ts';
import { createMqttSessions, sessionIdOf } from './mqttSessions.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const TOKEN = 'secret of the installation';
const VICTIM = 'sunhall.3P10-0001';
const ATTACKER = 'sunhall.3P10-0666';

let database: TestDatabase;
let pipeline: Pipeline;
let endpoint: MqttEndpoint;

beforeAll(async () => {
  database = await freshDatabase();
  const parts = { clock: () => NOW, log: createLog('silent'), metrics: createMetrics() };
  pipeline = createPipeline({ ...parts, pool: database.pool, rawFrameDays: 30 });
  const secrets = { bridge: TOKEN, devices: TOKEN };
  endpoint = await startMqttEndpoint({ ...parts, pipeline, secrets, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await endpoint.close();
  await pipeline.close();
  await database.close();
});

const commandsOf = (sn: string) => `helioport/${sn}/command`;

interface Connected {
  client: mqtt.MqttClient;
  received: string[];
  isClosed: () => boolean;
}

async function connect(sn: string, options: mqtt.IClientOptions): Promise<Connected> {
  const password = sn === 'bridge' ? TOKEN : devicePassword(TOKEN, sn);
  const client = mqtt.connect({
    host: '127.0.0.1',
    port: endpoint.port,
    protocol: 'mqtt',
    reconnectPeriod: 0,
    username: sn,
    password,
    ...options,
  });
  const received: string[] = [];
  let isClosed = false;
  client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
  client.on('error', () => undefined);
  client.on('close', () => {
    isClosed = true;
  });
  await new Promise<void>((resolve) => client.once('connect', () => resolve()));
  return { client, received, isClosed: () => isClosed };
}

/** The answer to a subscription comes behind everything that was sent before it. */
const settle = ({ client, isClosed }: Connected, sn: string) =>
  isClosed() ? undefined : client.subscribeAsync(commandsOf(sn), { qos: 1 });

const grantsOf = async ({ client }: Connected, topics: string[]) => {
  const granted = await client.subscribeAsync(topics, { qos: 1 }).catch(() => []);
  return granted.map(({ qos }) => qos);
};

describe('a client id is bound to the device that signs in', () => {
  const orders = [
    ['clean', 'before', true, true],
    ['clean', 'after', true, false],
    ['persistent', 'before', false, true],
    ['persistent', 'after', false, false],
  ] as const;

  it.each(orders)(
    'keeps the connection and the commands of a device whose id another one presents: %s, %s it',
    async (_kind, _order, clean, isFirst) => {
      for (let round = 0; round < 10; round++) {
        const clientId = `gateway-${clean}-${isFirst}-${round}`;
        const other = () => connect(ATTACKER, { clientId, clean });
        let attacker = isFirst ? await other() : undefined;
        if (attacker) await grantsOf(attacker, [commandsOf(ATTACKER), commandsOf(VICTIM)]);
        const victim = await connect(VICTIM, { clientId, clean });
        await victim.client.subscribeAsync(commandsOf(VICTIM), { qos: 1 });
        attacker ??= await other();
        await grantsOf(attacker, [commandsOf(VICTIM)]);
        await endpoint.publishCommand(VICTIM, `{"id":"${round}"}`);
        await expect.poll(() => victim.received).toEqual([`${commandsOf(VICTIM)} {"id":"${round}"}`]);
        expect([victim.isClosed(), attacker.isClosed()]).toEqual([false, false]);

        // What is queued while the victim is away is not handed to the same id of another device.
        await victim.client.endAsync();
        await endpoint.publishCommand(VICTIM, '{"id":"queued"}');
        await attacker.client.endAsync();
        attacker = await other();
        await settle(attacker, ATTACKER);
        expect(attacker.received).toEqual([]);
        await attacker.client.endAsync();
      }
    },
  );

  it('queues nothing of a topic that was refused beside one that was granted', async () => {
    const options = { clientId: 'greedy', clean: false };
    const first = await connect(ATTACKER, options);
    const topics = [commandsOf(ATTACKER), commandsOf(VICTIM), 'helioport/+/report', '#'];
    expect(await grantsOf(first, topics)).not.toContain(0);
    await first.client.endAsync();
    await endpoint.publishCommand(VICTIM, '{"id":"secret"}');
    await endpoint.publishCommand(ATTACKER, '{"id":"own"}');
    const again = await connect(ATTACKER, options);
    await expect.poll(() => again.received).toEqual([`${commandsOf(ATTACKER)} {"id":"own"}`]);
    await settle(again, ATTACKER);
    expect(again.received).toHaveLength(1);
    await again.client.endAsync();
  });

  it('resumes the session of the same device, and one of its connections takes over from the other', async () => {
    const options = { clientId: 'mine', clean: false };
    const first = await connect(VICTIM, options);
    await first.client.subscribeAsync(commandsOf(VICTIM), { qos: 1 });
    const second = await connect(VICTIM, options);
    await expect.poll(first.isClosed).toBe(true);
    await endpoint.publishCommand(VICTIM, '{"id":"live"}');
    await expect.poll(() => second.received).toEqual([`${commandsOf(VICTIM)} {"id":"live"}`]);
    await second.client.endAsync();
    await endpoint.publishCommand(VICTIM, '{"id":"later"}');
    const third = await connect(VICTIM, options);
    await expect.poll(() => third.received).toEqual([`${commandsOf(VICTIM)} {"id":"later"}`]);
    await third.client.endAsync();
  });

  it('keeps devices and bridges with empty ids apart', async () => {
    const all = [
      await connect(VICTIM, { clientId: '', clean: true }),
      await connect(VICTIM, { clientId: '', clean: true }),
      await connect('bridge', { clientId: '', clean: true }),
      await connect('bridge', { clientId: VICTIM, clean: false }),
      await connect(VICTIM, { clientId: VICTIM, clean: false }),
    ];
    for (const one of all) await one.client.subscribeAsync(commandsOf(VICTIM), { qos: 1 });
    await endpoint.publishCommand(VICTIM, '{"id":"all"}');
    for (const one of all) await expect.poll(() => one.received).toHaveLength(1);
    for (const one of all) await one.client.endAsync();
  });

  it('publishes a last will on topics of the device alone', async () => {
    const stored = async (sn: string) =>
      (
        await sql`select 1 from reading r join devices d on d.id = r.device_id where d.sn = ${sn}`.execute(
          database.db,
        )
      ).rows.length;
    const leave = async (topic: string) => {
      const will = {
        topic,
        payload: Buffer.from('{"kind":"meter","powerW":5}'),
        qos: 1,
        retain: true,
      } as const;
      const { client } = await connect(ATTACKER, { clientId: 'will', clean: true, will });
      client.stream.destroy();
    };
    await leave(`helioport/${VICTIM}/report`);
    await leave(`helioport/${ATTACKER}/report`);
    await expect.poll(() => stored(ATTACKER)).toBe(1);
    expect(await stored(VICTIM)).toBe(0);
  });

  it('refuses a user name that only looks like a device', async () => {
    // The password of the first replaced key of a device is that of its sn, a space and the number.
    await expect(
      mqtt.connectAsync({
        host: '127.0.0.1',
        port: endpoint.port,
        protocol: 'mqtt',
        reconnectPeriod: 0,
        username: '0E000001 1',
        password: devicePassword(TOKEN, '0E000001', 1),
      }),
    ).rejects.toThrow();
  });
});

describe('sessions are bounded', () => {
  it('keeps a few sessions of a device that makes hundreds, with a few commands in each', async () => {
    const sn = 'sunhall.3P10-0002';
    const before = endpoint.kept();
    for (let i = 0; i < 300; i++) {
      const { client } = await connect(sn, { clientId: `session-${i}`, clean: false });
      await client.subscribeAsync(commandsOf(sn), { qos: 1 });
      client.stream.destroy();
    }
    for (let i = 0; i < 120; i++) await endpoint.publishCommand(sn, `{"id":"${i}"}`);
    const { sessions, subscriptions, queued } = endpoint.kept();
    expect(sessions - before.sessions).toBeLessThanOrEqual(4);
    expect(subscriptions - before.subscriptions).toBeLessThanOrEqual(4);
    expect(queued - before.queued).toBeLessThanOrEqual(4 * 50);
    // The newest one is among them, with the newest commands.
    const again = await connect(sn, { clientId: 'session-299', clean: false });
    await expect.poll(() => again.received).toHaveLength(50);
    expect(again.received.at(-1)).toBe(`${commandsOf(sn)} {"id":"119"}`);
    await again.client.endAsync();
  });

  it('keeps nothing of a persistent session without an id, and nothing of clean ones', async () => {
    const sn = 'sunhall.3P10-0003';
    const before = endpoint.kept();
    for (const [clientId, clean] of [
      ['named', true],
      ['', true],
    ] as const) {
      const { client } = await connect(sn, { clientId, clean });
      await client.subscribeAsync(commandsOf(sn), { qos: 1 });
      await endpoint.publishCommand(sn, '{"id":"1"}');
      await client.publishAsync(`helioport/${sn}/status`, 'rubbish', { qos: 2 });
      await client.endAsync();
    }
    // CONNECT without clean session and without a client id, then SUBSCRIBE, as no library sends it.
    const socket = net.connect(endpoint.port, '127.0.0.1');
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
    const packet = (type: number, body: Buffer) => Buffer.concat([Buffer.from([type, body.length]), body]);
    const header = Buffer.concat([text('MQTT'), Buffer.from([4, 0xc0, 0, 60])]);
    socket.write(packet(0x10, Buffer.concat([header, text(''), text(sn), text(devicePassword(TOKEN, sn))])));
    await once(socket, 'data');
    socket.write(packet(0x82, Buffer.concat([Buffer.from([0, 1]), text(commandsOf(sn)), Buffer.from([1])])));
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(() => endpoint.kept()).toEqual(before);
  });

  it('closes the oldest connection of a device that opens many', async () => {
    const sn = 'sunhall.3P10-0004';
    const all: Connected[] = [];
    for (let i = 0; i < 12; i++) all.push(await connect(sn, { clientId: `connection-${i}`, clean: true }));
    await expect.poll(() => all.map(({ isClosed }) => isClosed())).toEqual(all.map((_, i) => i < 4));
    for (const { client } of all) await client.endAsync(true);
  });

  it('ends the oldest session without a connection first, of bridges too', async () => {
    const connected = new Set([sessionIdOf('bridge', 0, 'a')]);
    const ended: string[] = [];
    const limits = {
      sessionsPerDevice: 1,
      sessionsPerBridge: 3,
      sessionsPerFeed: 1,
      queued: 2,
      subscriptions: 2,
    };
    const sessions = createMqttSessions({
      limits,
      isConnected: (id) => connected.has(id),
      onEnded: (id) => ended.push(id),
    });
    const store = sessions.persistence as {
      addSubscriptions(client: { id: string }, topics: { topic: string; qos: number }[]): Promise<void>;
    };
    const topics = [1, 2, 3].map((n) => ({ topic: commandsOf(`0E00000${n}`), qos: 1 }));
    for (const name of ['a', 'b', 'c', 'd'])
      await store.addSubscriptions({ id: sessionIdOf('bridge', 0, name) }, topics);
    expect(ended).toEqual([sessionIdOf('bridge', 0, 'b')]);
    expect(sessions.count()).toEqual({ sessions: 3, subscriptions: 6, queued: 0, retained: 0 });
    sessions.end('bridge');
    expect(sessions.count()).toEqual({ sessions: 0, subscriptions: 0, queued: 0, retained: 0 });
  });
});
