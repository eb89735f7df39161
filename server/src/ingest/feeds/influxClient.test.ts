// Client libraries of InfluxDB 1 and 2, unmodified, against the running input; and requests as other clients send them.
import nodeHttp from 'node:http';
import { device } from '@helioport/contract/device';
import { feed } from '@helioport/contract/feed';
import { HttpError, InfluxDB, Point, setLogger, type WriteOptions } from '@influxdata/influxdb-client';
import { InfluxDB as InfluxDB1 } from 'influx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { createHttpServer, type FastifyInstance } from '../../platform/http.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createPipeline, type Pipeline } from '../accept.ts';
import { addInfluxPing, influx, influxQuery } from './influx.ts';
import { addFeedInputs } from './input.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const log = createLog('silent');

let world: People;
let pipeline: Pipeline;
let http: FastifyInstance;
let url: string;
let token: string;
let id: number;

beforeAll(async () => {
  setLogger({ error: () => {}, warn: () => {} });
  world = await startPeople({ now: NOW });
  const { db, pool } = world.app.database;
  pipeline = createPipeline({ pool, clock: () => NOW, log, metrics: createMetrics(), rawFrameDays: 30 });
  http = await createHttpServer({ log, trustsProxy: false });
  addFeedInputs(http, { db, pipeline, clock: () => NOW, log, metrics: createMetrics() }, [
    influx,
    influxQuery,
  ]);
  addInfluxPing(http);
  url = await http.listen({ port: 0, host: '127.0.0.1' });
  ({ id, token } = await (await world.as('free')).call(feed.create, {
    sid: world.sid.alpha,
    source: 'influx',
    name: 'Telegraf',
  }));
});
afterAll(async () => {
  await http.close();
  await pipeline.close();
  await world.close();
});

const options: Partial<WriteOptions> = { maxRetries: 0, flushInterval: 0 };
const writer = (with_: { token: string }) =>
  new InfluxDB({ url, token: with_.token }).getWriteApi('any', 'any', 'ms', options);
const minute = (i: number) =>
  new Point('pv')
    .tag('device', 'North roof, left')
    .floatField('power', 2000 + i)
    .intField('energy', 9_120_000 + i * 35)
    .stringField('note', 'a "quoted", text')
    .timestamp(NOW - (30 - i) * 60_000);

it('stores the points of the client library, compressed and with escaped tags', async () => {
  const api = writer({ token });
  // More than a kilobyte, which the library compresses.
  api.writePoints(Array.from({ length: 30 }, (_, i) => minute(i)));
  await api.close();
  const { rows } = await sql<{ sn: string; alias: string }>`
    select d.sn, d.alias from devices d join sites s on s.id = d.site_id
    where d.vendor = 'influx' and s.sid = ${world.sid.alpha}`.execute(world.app.database.db);
  expect(rows.map(({ alias }) => alias)).toEqual(['Telegraf North roof, left']);
  const { list } = await (await world.as('free')).call(device.history, {
    sn: rows[0]!.sn,
    date: '2026-06-21',
  });
  expect(list.map(({ power }) => power)).toEqual(Array.from({ length: 30 }, (_, i) => 2000 + i));
  const feeds = await (await world.as('free')).call(feed.list, { sid: world.sid.alpha });
  expect(feeds.list.find((one) => one.id === id)).toMatchObject({
    lastValues: { pv_power: 2029, pv_energy: 9_121_015 },
    lastError: '',
  });
});

it('gives the library errors that it understands', async () => {
  const failureOf = async (one: { token: string }, point: Point) => {
    const api = writer(one);
    api.writePoint(point);
    return await api.close().then(
      () => undefined,
      (error: unknown) => error,
    );
  };
  const wrong = await failureOf({ token: '0'.repeat(32) }, minute(0));
  expect(wrong).toBeInstanceOf(HttpError);
  expect(wrong).toMatchObject({ statusCode: 401, code: 'unauthorized' });
  expect(await failureOf({ token }, new Point('pv').floatField('unknown', 1))).toMatchObject({
    statusCode: 400,
    code: 'invalid',
  });
});

const first = (password: string) =>
  new InfluxDB1({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    username: 'any',
    password,
    database: 'solar',
    pool: { maxRetries: 0 },
  });
const powerOf = async (label: string) => {
  const { rows } = await sql<{ sn: string }>`
    select sn from devices where alias like ${`%${label}`}`.execute(world.app.database.db);
  const { list } = await (await world.as('free')).call(device.history, {
    sn: rows[0]!.sn,
    date: '2026-06-21',
  });
  return list.map(({ power }) => power);
};

it('lets the client library of InfluxDB 1 check the connection, create its database and write', async () => {
  const client = first(token);
  expect((await client.ping(5000)).map(({ online }) => online)).toEqual([true]);
  expect(await client.getDatabaseNames()).toEqual([]);
  await client.createDatabase('solar');
  await client.writePoints([
    {
      measurement: 'pv',
      tags: { device: 'Shed' },
      fields: { power: 1234.5 },
      timestamp: new Date(NOW - 60_000),
    },
  ]);
  expect(await powerOf('Shed')).toEqual([1234.5]);
  await expect(client.query('select * from pv')).rejects.toThrow('only SHOW DATABASES');
  await expect(client.dropDatabase('solar')).rejects.toThrow('only SHOW DATABASES');
  await expect(first('0'.repeat(32)).createDatabase('solar')).rejects.toThrow('Unauthorized');
});

it('accepts the empty content type of the Go client and the write call of InfluxDB 3', async () => {
  const write = async (path: string, body: string, headers: Record<string, string>) => {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = nodeHttp.request(`${url}${path}`, { method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => {
          text += String(piece);
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('error', reject);
      request.end(body);
    });
    return [status, text];
  };
  const authorization = `Basic ${Buffer.from(`any:${token}`).toString('base64')}`;
  for (const type of ['', 'lines'])
    expect(
      await write('/write?db=solar&precision=s&rp=', `pv,device=Go power=77 ${NOW / 1000}`, {
        authorization,
        'content-type': type,
      }),
    ).toEqual([204, '']);
  expect(await powerOf('Go')).toEqual([77]);
  const authHeaders = { authorization: `Bearer ${token}` };
  expect(await write('/api/v3/write_lp?db=solar', `pv,device=Third power=88 ${NOW}`, authHeaders)).toEqual([
    204,
    '',
  ]);
  expect(
    await write(
      '/api/v3/write_lp?db=solar&precision=nanosecond',
      `pv,device=Third power=89 ${NOW - 60_000}000000`,
      authHeaders,
    ),
  ).toEqual([204, '']);
  expect(await powerOf('Third')).toEqual([89, 88]);
  expect(await write('/api/v3/write_lp?precision=week', 'pv power=1', authHeaders)).toEqual([
    400,
    '{"error":"invalid precision"}',
  ]);
});
