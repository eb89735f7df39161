// Adds a fictitious measurement to the list, as data only. Everything else must follow: column, endpoint, current
// values (also over MQTT), day curve, history and CSV. The guide add-a-measure.md describes the same steps.
import { device } from '@helioport/contract/device';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { createPipeline, type Pipeline } from '../../src/ingest/accept.ts';
import { startMqttEndpoint } from '../../src/ingest/mqtt.ts';
import { startMqttState } from '../../src/ingest/mqttState.ts';
import { replay } from '../../src/ingest/replay.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { addMissingColumns } from '../../src/timeseries/catalogue.ts';
import { createLiveFeed } from '../../src/timeseries/ingestion/live.ts';
import { deviceNow } from '../../src/timeseries/query/series.ts';
import { rollUp } from '../../src/timeseries/rollup/rollup.ts';
import { type Caller, startTestApp, type TestApp } from '../harness.ts';

vi.mock('@helioport/domain/measureList', async (original) => {
  const { measureList, ...others } = await original<{ measureList: object }>();
  const planted = {
    storedPerUnit: 10,
    bytes: 4,
    overTime: 'mean',
    overDevices: 'none',
    decimals: 1,
    word: 'measure.signalStrength',
    min: 0,
    max: 1e6,
  };
  const dew = {
    ...planted,
    unit: 'lx',
    per: 'device',
    hasDayMean: true,
    colour: 'export',
    lineName: 'Dew',
    field: 'dewLx',
  };
  const glow = {
    ...planted,
    unit: 'K',
    per: 'input',
    colour: 'battery',
    partLineName: 'Glow',
    partField: 'glowK',
  };
  return { ...others, measureList: { ...measureList, dewOnGlass: dew, inputGlow: glow } };
});

const NOW = Date.UTC(2026, 5, 21, 15);
const AT = '2026-06-21T12:00:00Z';
let app: TestApp;
let pipeline: Pipeline;
let owner: Caller;
let where: { sn: string; siteId: number; deviceId: number };

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  // What every start of the server does after its migrations.
  const added = await addMissingColumns(client);
  await client.end();
  expect(added).toContain('reading.dew_on_glass');
  expect(added).toContain('latest.ch_input_glow');
  expect(added).toContain('device_day.mean_dew_on_glass');
  where = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id } = await makeUser(tx, { email: 'dew@demo.test', group: 'endUser' });
    const site = await makeSite(tx, { ownerId: id, timezone: 'Europe/Berlin' });
    const made = await makeDevice(tx, site.id, { kind: 'meter' });
    return { sn: made.serial, siteId: site.id, deviceId: made.id };
  });
  const parts = { clock: () => NOW, log: createLog('silent'), metrics: createMetrics() };
  pipeline = createPipeline({ ...parts, pool: app.database.pool, rawFrameDays: 30 });
  const report = {
    kind: 'meter',
    powerW: -420,
    dewLx: 12.34,
    channels: [
      { index: 1, glowK: 300 },
      { index: 2, glowK: 301.5 },
    ],
  };
  const result = await replay(pipeline, JSON.stringify({ at: AT, serial: where.sn, report }));
  expect(result).toMatchObject({ accepted: 1, problems: [] });
  owner = await app.as('dew@demo.test');
});
afterAll(async () => {
  await pipeline?.close();
  await app?.close();
});

it('stands in the store in its steps', async () => {
  const { rows } =
    await sql`select dew_on_glass, ch_input_glow from reading where device_id = ${where.deviceId}`.execute(
      app.database.db,
    );
  expect(rows).toEqual([{ dew_on_glass: 123, ch_input_glow: [3000, 3015] }]);
});

it('is among the newest values', async () => {
  const scope = { ...where, timeZone: 'Europe/Berlin' };
  const [newest] = await deviceNow(app.database.db, scope, NOW);
  expect(newest?.values.scalars).toMatchObject({ dewOnGlass: 12.3, gridPower: -420 });
  expect(newest?.values.inputs).toMatchObject({ inputGlow: [300, 301.5] });
});

it('is offered as a line and drawn over the day', async () => {
  const { list } = await owner.call(device.powerParamateMap, { sn: where.sn });
  expect(list).toContainEqual({ name: 'Dew', unit: 'lx', key: 'dewOnGlass' });
  expect(list).toContainEqual({ name: 'Glow_2', unit: 'K', key: 'inputGlow', addr: 2 });
  const input = { sn: where.sn, types: 1, date: '2026-06-21' };
  const { series, xAxisData } = await owner.call(device.statisticsEcharts, input);
  const at = xAxisData.indexOf('14:00');
  const lineAt = (key: string, addr?: number) =>
    series.find((one) => one.key === key && one.addr === addr)?.data[at];
  expect([lineAt('dewOnGlass'), lineAt('inputGlow', 2), lineAt('gridPower')]).toEqual([12.3, 301.5, -420]);
});

it('has a mean of each day, weighted by time and without gaps', async () => {
  const send = (from: string, readings: number, dewLx: number | null) =>
    replay(
      pipeline,
      Array.from({ length: readings }, (_, i) =>
        JSON.stringify({
          at: new Date(Date.parse(from) + i * 300_000).toISOString(),
          serial: where.sn,
          report: { kind: 'meter', powerW: 0, ...(dewLx === null ? {} : { dewLx }) },
        }),
      ).join('\n'),
    );
  // One hour of 100, then one of 400 with twice as many readings, then six hours without values. The last value counts
  // for one step longer.
  await send('2026-06-20T08:00:00Z', 12, 100);
  await send('2026-06-20T09:00:00Z', 12, 400);
  await send('2026-06-20T09:02:00Z', 12, 400);
  await send('2026-06-20T10:05:00Z', 72, null);
  await send('2026-06-19T10:00:00Z', 12, null);
  for (const day of ['2026-06-20', '2026-06-19'])
    await rollUp(app.database.db, { siteId: where.siteId, day }, NOW);
  const input = { sn: where.sn, types: 3, rangeDate: '2026-06-18~2026-06-20' };
  const { legend, series } = await owner.call(device.statisticsEcharts, input);
  expect(legend).toEqual(['Imported', 'Exported', 'Dew']);
  expect(series.at(-1)).toMatchObject({ key: 'dewOnGlass', unit: 'lx', data: [null, null, 256] });
  // A late reading changes the mean.
  await send('2026-06-20T15:00:00Z', 12, 1000);
  await rollUp(app.database.db, { siteId: where.siteId, day: '2026-06-20' }, NOW);
  const later = await owner.call(device.statisticsEcharts, input);
  expect(later.series.at(-1)?.data).toEqual([null, null, 510.5]);
});

it('is in the history and in its CSV', async () => {
  const input = { sn: where.sn, date: '2026-06-21' };
  const { list } = await owner.call(device.history, input);
  expect(list).toMatchObject([
    { values: { dewOnGlass: 12.3 }, inputs: [{ addr: 1, values: { inputGlow: 300 } }, { addr: 2 }] },
  ]);
  const { text, fileName } = await owner.call(device.historyDownload, input);
  expect(fileName).toBe(`${where.sn}_2026-06-21.csv`);
  expect(text).toBe(
    [
      'time,gridPower (W),dewOnGlass (lx),inputGlow_1 (K),inputGlow_2 (K)',
      '2026-06-21T14:00:00+02:00,-420,12.3,300,301.5',
      '',
    ].join('\r\n'),
  );
});

it('is told over MQTT, to who subscribes later as well', async () => {
  const { db, url } = app.database;
  const log = createLog('silent');
  const where0 = { port: 0, host: '127.0.0.1' };
  const endpoint = await startMqttEndpoint({
    pipeline,
    log,
    metrics: createMetrics(),
    secrets: { bridge: 'house', devices: 'house' },
    ...where0,
  });
  const feed = createLiveFeed(url, log);
  const states = startMqttState({ db, feed, endpoint, log, everyMs: 20, clock: () => NOW });
  await vi.waitUntil(() => feed.isConnected(), { timeout: 60_000 });
  const report = { kind: 'meter', powerW: -420, dewLx: 12.34, channels: [{ index: 2, glowK: 301.5 }] };
  await replay(pipeline, JSON.stringify({ at: '2026-06-21T12:05:00Z', serial: where.sn, report }));
  const published = await vi.waitFor(async () => {
    const address = { host: '127.0.0.1', port: endpoint.port, protocol: 'mqtt', reconnectPeriod: 0 } as const;
    const client = await mqtt.connectAsync({ ...address, username: 'bridge', password: 'house' });
    try {
      const message = new Promise<string>((resolve, reject) => {
        client.once('message', (topic, payload) => resolve(`${topic} ${payload.toString()}`));
        setTimeout(() => reject(new Error('the newest state is not kept yet')), 1_000);
      });
      message.catch(() => undefined);
      await client.subscribeAsync('helioport/+/state');
      const text = await message;
      // Readings of the previous tests may still be published when this one subscribes.
      if (!text.includes('12:05:00')) throw new Error(`an older state is kept: ${text}`);
      return text;
    } finally {
      await client.endAsync();
    }
  });
  await states.close();
  await feed.close();
  await endpoint.close();
  const [topic, payload] = [published.split(' ')[0], published.slice(published.indexOf(' '))];
  expect(topic).toBe(`helioport/${where.sn}/state`);
  expect(JSON.parse(payload)).toMatchObject({
    at: '2026-06-21T12:05:00.000Z',
    values: { dewOnGlass: 12.3, gridPower: -420 },
    inputs: { inputGlow: [null, 301.5] },
  });
});
