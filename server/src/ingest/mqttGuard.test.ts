import { fork } from 'node:child_process';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { devicePassword, type MqttEndpoint, startMqttEndpoint } from './mqtt.ts';

const TOKEN = 'secret of the house';
const SECRETS = { bridge: TOKEN, devices: TOKEN };
const SERIAL = '0E0000F1';
const metrics = createMetrics();

let database: TestDatabase;
let pipeline: Pipeline;
let endpoint: MqttEndpoint;

beforeAll(async () => {
  database = await freshDatabase();
  const parts = { clock: () => Date.UTC(2026, 5, 21, 12), log: createLog('silent'), metrics };
  pipeline = createPipeline({ ...parts, pool: database.pool, rawFrameDays: 30 });
  endpoint = await startMqttEndpoint({
    ...parts,
    pipeline,
    secrets: SECRETS,
    port: 0,
    host: '127.0.0.1',
    perAddress: { all: 30, anonymous: 20 },
  });
});
afterAll(async () => {
  await endpoint.close();
  await pipeline.close();
  await database.close();
});

const refused = async (cause: string): Promise<number> => {
  const { values } = await metrics.mqttRefused.get();
  return values.find(({ labels }) => labels.cause === cause)?.value ?? 0;
};

/** A fixed header that declares `length` bytes. */
function header(type: number, length: number): Buffer {
  const bytes = [type << 4];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

/** Resolves when the server has closed the connection. */
const closedAfter = (bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const socket = net.connect(endpoint.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.resume();
  });

const asDevice = () =>
  mqtt.connectAsync({
    host: '127.0.0.1',
    port: endpoint.port,
    protocol: 'mqtt',
    reconnectPeriod: 0,
    username: SERIAL,
    password: devicePassword(TOKEN, SERIAL),
  });

/** Others than this process flood, so that what they hold does not count as the server's. */
async function floods(count: number): Promise<{ over: Promise<unknown> }> {
  const script = fileURLToPath(new URL('../../test/mqttFlood.mjs', import.meta.url));
  const child = fork(script, [String(endpoint.port), String(count)]);
  const over = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.once('message', resolve));
  return { over };
}

describe('before the broker', () => {
  it('eight who declare 256 MB and send them get no memory, and a device is served beside them', async () => {
    const before = process.memoryUsage().rss;
    const { over } = await floods(8);
    const device = await asDevice();
    await device.publishAsync(`helioport/${SERIAL}/report`, '{"kind":"battery","powerW":7}', { qos: 1 });
    await device.endAsync();
    await over;
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    expect(await refused('tooLong')).toBeGreaterThanOrEqual(8);
  });

  it('a stranger may say no more than it takes to sign in, in whatever pieces', async () => {
    await closedAfter(header(1, 1_025));
    const before = await refused('noMqtt');
    await closedAfter(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await closedAfter(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80]));
    expect(await refused('noMqtt')).toBe(before + 2);
  });

  it('a device may send 64 kB and no more', async () => {
    const device = await asDevice();
    const topic = `helioport/${SERIAL}/report`;
    await device.publishAsync(topic, 'x'.repeat(65_536), { qos: 1 });
    await device.publishAsync(topic, '{"kind":"battery","powerW":8}', { qos: 1 });
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()));
    device.on('error', () => undefined);
    device.publish(topic, 'x'.repeat(67_000), { qos: 1 }, () => undefined);
    await closed;
    device.end(true);
  });

  it('holds only so many connections of all addresses that have not logged in', async () => {
    const own = createMetrics();
    const isNoMqtt = ({ labels }: { labels: { cause?: string | number } }) => labels.cause === 'noMqtt';
    const parts = { clock: () => Date.UTC(2026, 5, 21, 12), log: createLog('silent'), metrics: own };
    const small = await startMqttEndpoint({
      ...parts,
      pipeline,
      secrets: SECRETS,
      port: 0,
      host: '127.0.0.1',
      anonymousTotal: 5,
    });
    const join = () =>
      mqtt.connectAsync({
        host: '127.0.0.1',
        port: small.port,
        protocol: 'mqtt',
        reconnectPeriod: 0,
        username: SERIAL,
        password: devicePassword(TOKEN, SERIAL),
      });
    // Clients that have logged in do not count.
    const devices = [await join(), await join(), await join()];
    const idle = Array.from({ length: 5 }, () => net.connect(small.port, '127.0.0.1'));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const isClosed = () =>
      new Promise<boolean>((resolve) => {
        const socket = net.connect(small.port, '127.0.0.1');
        socket.once('close', () => resolve(true)).on('error', () => undefined);
      });
    expect(await isClosed()).toBe(true);
    const { values } = await own.mqttRefused.get();
    expect(values).toMatchObject([{ labels: { cause: 'tooManyConnections' }, value: 1 }]);
    // Their places are free when the server has seen them leave.
    for (const socket of idle) socket.destroy();
    const isLetIn = () =>
      new Promise<boolean>((resolve) => {
        const socket = net.connect(small.port, '127.0.0.1', () => socket.write(header(12, 0)));
        // What is no MQTT is refused for that, once the connection is not refused for the others.
        socket.once('close', () => {
          void own.mqttRefused.get().then((all) => resolve(all.values.some(isNoMqtt)));
        });
        socket.on('error', () => undefined);
      });
    await expect.poll(isLetIn).toBe(true);
    devices.push(await join());
    expect(devices.every(({ connected }) => connected)).toBe(true);
    for (const device of devices) await device.endAsync();
    await small.close();
  });

  it('one address holds only so many connections', async () => {
    const idle = Array.from({ length: 20 }, () => net.connect(endpoint.port, '127.0.0.1'));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    await closedAfter(Buffer.alloc(0));
    expect(await refused('tooManyConnections')).toBeGreaterThan(0);
    for (const socket of idle) socket.destroy();
    // A new one is let in again as soon as the server has seen the others leave.
    let isIn = false;
    for (let i = 0; i < 100 && !isIn; i++) {
      isIn = await new Promise<boolean>((resolve) => {
        const socket = net.connect(endpoint.port, '127.0.0.1', () => setTimeout(() => resolve(true), 50));
        socket.on('close', () => resolve(false));
        socket.on('error', () => undefined);
        socket.resume();
        setTimeout(() => socket.destroy(), 60);
      });
    }
    expect(isIn).toBe(true);
  });
});
