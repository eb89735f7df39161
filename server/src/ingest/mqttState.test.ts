import { DAY_MS } from '@helioport/domain/duration';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { type MqttEndpoint, startMqttEndpoint } from './mqtt.ts';
import { startMqttState } from './mqttState.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const TOKEN = 'secret of the house';
const SECRETS = { bridge: TOKEN, devices: TOKEN };

let database: TestDatabase;
let pipeline: Pipeline;
let endpoint: MqttEndpoint;
let siteId: number;
let serials: string[];
let ids: number[];

const log = createLog('silent');

beforeAll(async () => {
  database = await freshDatabase();
  const parts = { clock: () => NOW, log, metrics: createMetrics() };
  pipeline = createPipeline({ ...parts, pool: database.pool, rawFrameDays: 30 });
  endpoint = await startMqttEndpoint({ ...parts, pipeline, secrets: SECRETS, port: 0, host: '127.0.0.1' });
  await inTransaction(database.db, 'write', async (tx) => {
    siteId = (await makeSite(tx, { timezone: 'Etc/UTC' })).id;
    const devices = [await makeDevice(tx, siteId), await makeDevice(tx, siteId)];
    serials = devices.map(({ serial }) => serial);
    ids = devices.map(({ id }) => id);
  });
});
afterAll(async () => {
  await endpoint.close();
  await pipeline.close();
  await database.close();
});

const report = (which: number, atMs: number) =>
  storeReadings(
    database.pool,
    [makeReading({ siteId, deviceId: ids[which] ?? 0, timeZone: 'Etc/UTC' }, atMs, { power: 1000 })],
    atMs,
  );

/** Waits for messages about a device; with `kept` only for retained messages sent to a new subscriber. */
async function listen() {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: endpoint.port,
    protocol: 'mqtt',
    username: 'bridge',
    password: TOKEN,
    reconnectPeriod: 0,
  });
  const published: { sn: string; text: string }[] = [];
  let wake = () => {};
  client.on('message', (topic, payload) => {
    published.push({ sn: topic.split('/')[1] ?? '', text: payload.toString() });
    wake();
  });
  await client.subscribeAsync('helioport/+/state');
  return {
    published,
    async until(isThere: () => boolean) {
      while (!isThere()) await new Promise<void>((resolve) => (wake = resolve));
    },
    close: () => client.endAsync(),
  };
}

describe('the newest values that the broker keeps', () => {
  it('are taken back of a device that was not heard for a week, while others of its plant speak on', async () => {
    const [gone = '', alive = ''] = serials;
    let now = NOW;
    let announce: (siteIds: readonly number[]) => void = () => {};
    const feed = {
      subscribe: (listener: (siteIds: readonly number[]) => void) => {
        announce = listener;
        return () => {};
      },
    };
    await report(0, NOW - 1000);
    await report(1, NOW - 1000);
    const states = startMqttState({ db: database.db, feed, endpoint, log, everyMs: 1, clock: () => now });
    const ear = await listen();
    announce([siteId]);
    await ear.until(() => ear.published.length === 2);

    now += 7 * DAY_MS;
    await report(1, now - 1000);
    announce([siteId]);
    await ear.until(() => ear.published.some(({ sn, text }) => sn === gone && text === ''));
    // News of its plant does not bring it back.
    await report(1, now);
    const before = ear.published.length;
    announce([siteId]);
    await ear.until(() => ear.published.length > before);
    expect(ear.published.slice(before).map(({ sn }) => sn)).toEqual([alive]);
    await states.close();
    await ear.close();

    const lateClient = await listen();
    await lateClient.until(() => lateClient.published.length > 0);
    expect(lateClient.published.map(({ sn }) => sn)).toEqual([alive]);
    await lateClient.close();
  });
});
