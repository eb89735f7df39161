import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { devicePassword, type MqttEndpoint, startMqttEndpoint } from './mqtt.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const TOKEN = 'secret of the house';
const SECRETS = { bridge: TOKEN, devices: TOKEN };
const SERIAL = '0E000001';

let database: TestDatabase;
let pipeline: Pipeline;
let endpoint: MqttEndpoint;

beforeAll(async () => {
  database = await freshDatabase();
  const parts = { clock: () => NOW, log: createLog('silent'), metrics: createMetrics() };
  pipeline = createPipeline({ ...parts, pool: database.pool, rawFrameDays: 30 });
  endpoint = await startMqttEndpoint({ ...parts, pipeline, secrets: SECRETS, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await endpoint.close();
  await pipeline.close();
  await database.close();
});

const connect = (username: string, password: string) =>
  mqtt.connectAsync({
    host: '127.0.0.1',
    port: endpoint.port,
    protocol: 'mqtt',
    username,
    password,
    reconnectPeriod: 0,
  });
const asDevice = () => connect(SERIAL, devicePassword(TOKEN, SERIAL));
const stored = async (serial: string) =>
  (
    await sql<{ power: number; soc: number | null }>`
    select coalesce(power, grid_power, battery_power) as power, soc from reading r join devices d on d.id = r.device_id where d.serial = ${serial}
    order by r.at`.execute(database.db)
  ).rows;

describe('the MQTT endpoint', () => {
  it('refuses strangers', async () => {
    await expect(connect(SERIAL, 'guess')).rejects.toThrow(/[Bb]ad user|[Nn]ot authorized/);
    await expect(connect('bridge', 'guess')).rejects.toThrow();
    await expect(connect('0E000002', devicePassword(TOKEN, SERIAL))).rejects.toThrow();
  });

  it('acknowledges a reading when it can be read by others', async () => {
    const client = await asDevice();
    for (let i = 1; i <= 10; i++) {
      const report = {
        at: new Date(NOW - i * 60_000).toISOString(),
        kind: 'battery',
        powerW: i,
        socRatio: 0.5,
      };
      await client.publishAsync(`helioport/${SERIAL}/report`, JSON.stringify(report), { qos: 1 });
      expect(await stored(SERIAL)).toHaveLength(i);
    }
    expect(await stored(SERIAL)).toContainEqual({ power: 10, soc: 500 });
    await client.endAsync();
  });

  it('lives through rubbish, and keeps no message to hand it out later', async () => {
    const client = await asDevice();
    const before = (await stored(SERIAL)).length;
    const topic = `helioport/${SERIAL}/report`;
    for (const payload of [
      '',
      'rubbish',
      '{}',
      '[]',
      '\0\0',
      'x'.repeat(60_000),
      '{"kind":"meter","powerW":1e99}',
    ]) {
      await client.publishAsync(topic, payload, { qos: 1 });
    }
    await client.publishAsync(topic, '{"kind":"battery","powerW":7}', { qos: 1, retain: true });
    expect(await stored(SERIAL)).toHaveLength(before + 1);
    await client.endAsync();
  });

  it.each([
    'helioport/0E000009/report',
    `helioport/${SERIAL}/command`,
    `helioport/${SERIAL}/state`,
    'else/where',
    `helioport/${SERIAL}/report/more`,
  ])('ends the connection of a device that publishes to %s', async (topic) => {
    const client = await asDevice();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.on('error', () => undefined);
    client.publish(topic, '{"kind":"battery","powerW":7}', { qos: 1 }, () => undefined);
    await closed;
    expect(await stored('0E000009')).toEqual([]);
    client.end(true);
  });

  it('lets a device listen to its own commands only', async () => {
    const client = await asDevice();
    const [own] = await client.subscribeAsync(`helioport/${SERIAL}/command`, { qos: 1 });
    expect(own?.qos).toBe(1);
    const others = ['helioport/0E000009/command', `helioport/${SERIAL}/state`, '$SYS/#'];
    for (const topic of ['#', 'helioport/+/report', 'helioport/+/state', ...others]) {
      const granted = await client.subscribeAsync(topic).catch(() => [{ qos: 128 }]);
      expect(granted[0]?.qos).toBe(128);
    }
    await client.endAsync();
  });

  it('tells newest values to those who have the secret of the house, and keeps the last ones', async () => {
    await endpoint.publishState(SERIAL, '{"at":"earlier"}');
    await endpoint.publishState(SERIAL, '{"at":"later"}');
    const client = await connect('bridge', TOKEN);
    const message = new Promise<string>((resolve) =>
      client.once('message', (topic, payload, { retain }) =>
        resolve(`${topic} ${payload.toString()} ${String(retain)}`),
      ),
    );
    const [own] = await client.subscribeAsync(`helioport/${SERIAL}/state`);
    expect(own?.qos).toBe(0);
    expect(await message).toBe(`helioport/${SERIAL}/state {"at":"later"} true`);
    await client.endAsync();
  });

  it('tells the same serial of two vendors apart', async () => {
    const foreign = `sunhall.${SERIAL}`;
    await expect(connect(foreign, devicePassword(TOKEN, SERIAL))).rejects.toThrow();
    const client = await connect(foreign.toUpperCase(), devicePassword(TOKEN, foreign));
    await client.publishAsync(`helioport/${foreign}/report`, '{"kind":"battery","powerW":-3}', { qos: 1 });
    const { rows } = await sql<{ vendor: string; power: number }>`
      select d.vendor, r.battery_power as power from reading r join devices d on d.id = r.device_id where d.sn = ${foreign}`.execute(
      database.db,
    );
    expect(rows).toEqual([{ vendor: 'sunhall', power: -30 }]);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.on('error', () => undefined);
    client.publish(
      `helioport/${SERIAL}/report`,
      '{"kind":"battery","powerW":-4}',
      { qos: 1 },
      () => undefined,
    );
    await closed;
    expect((await stored(SERIAL)).map(({ power }) => power)).not.toContain(-40);
    client.end(true);
  });

  it('lets a bridge speak for all', async () => {
    const client = await connect('bridge', TOKEN);
    await client.publishAsync('helioport/0E00000A/report', '{"kind":"meter","powerW":-5}', { qos: 1 });
    expect(await stored('0E00000A')).toEqual([{ power: -50, soc: null }]);
    await client.endAsync();
  });
});
