// Requests of unmodified programs, recorded on a loopback interface and replayed against the running inputs.
import { device } from '@helioport/contract/device';
import { feed } from '@helioport/contract/feed';
import type { FeedKind } from '@helioport/domain/feeds';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { settle } from '../../../test/settle.ts';
import { createHttpServer, type FastifyInstance } from '../../platform/http.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createPipeline, type Pipeline } from '../accept.ts';
import { emoncms } from './emoncms.ts';
import { addFeedInputs } from './input.ts';
import { pvoutput } from './pvoutput.ts';

/** 20 s after the last recorded request. */
const NOW = 1_795_857_536_000;
const log = createLog('silent');

let world: People;
let pipeline: Pipeline;
let http: FastifyInstance;
let base: string;

beforeAll(async () => {
  world = await startPeople({ now: NOW });
  const { db, pool } = world.app.database;
  pipeline = createPipeline({ pool, clock: () => NOW, log, metrics: createMetrics(), rawFrameDays: 30 });
  http = await createHttpServer({ log, trustsProxy: false });
  const parts = { db, pipeline, clock: () => NOW, log, metrics: createMetrics() };
  addFeedInputs(http, parts, [pvoutput, emoncms]);
  base = await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http.close();
  await pipeline.close();
  await world.close();
});

const newFeed = async (source: FeedKind, names = '') =>
  await (await world.as('free')).call(feed.create, { sid: world.sid.alpha, source, name: source, names });
const rowOf = async (id: number) => {
  const { list } = await (await world.as('free')).call(feed.list, { sid: world.sid.alpha });
  return list.find((one) => one.id === id)!;
};
const post = async (
  path: string,
  headers: Record<string, string>,
  body: NonNullable<RequestInit['body']>,
) => {
  const response = await fetch(`${base}${path}`, { method: 'POST', headers, body });
  return `${response.status} ${await response.text()}`;
};
/** The powers of the devices of a kind on a day, by serial number. */
const powersOf = async (vendor: FeedKind, date: string) => {
  const { rows } = await sql<{ sn: string }>`
    select sn from devices where vendor = ${vendor} order by sn`.execute(world.app.database.db);
  const caller = await world.as('free');
  return await Promise.all(
    rows.map(async ({ sn }) =>
      (await caller.call(device.history, { sn, date })).list.map(({ power }) => power),
    ),
  );
};

// emonHub 2.7.19 with the compressed rows of four nodes; it repeats the oldest rows until the answer is `ok`.
const hubPath = (sentAt: number) => `/input/bulk.json?sentat=${sentAt}&cb=1`;
const hubBody = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
/** [[…377,11,2100,9120000],[…407,11,2110,9120018],[…437,11,2120,9120035],[…467,11,2130,9120052],[…467,5,21.5,55],[…472,10,2000,8000]] */
const HUB_NUMBERS =
  '789c55ce510ac0300c02d00bc988c95cdab394deff1a6b2183cedf87e818ccaea68c4c90709aa1d36d65e2c3db0a59c87660147a61e8c0a7300ae57fd4b24bd0d949c71ada1fd0f68ff9026ad72304';
/** [[…467,"emonth",{"temperature":21.5,"humidity":55}],[…472,"roof",{"power":2000,"energy":8000}]] */
const HUB_UNKNOWN =
  '789c3dcc410a80201085e1bbcc7a088b26adab888ba0a95c98312811e1ddb34dcb07fff7ac6df54886743f68040ef1483be00389c3c932a72c0c53d73684b0e7e0179f6e98888ac31fea0e41625c3f76c68ba502a5547d3b58b69a9bba8a732fbb251fcc';

it('acknowledges the rows of emonHub that it stores, and those that it never can', async () => {
  const { id, token } = await newFeed('emoncms', '11: pv_power, pv_energy');
  const headers = { Authorization: `Bearer ${token}` };
  expect(await post(hubPath(1_795_857_515), headers, hubBody(HUB_NUMBERS))).toBe('200 ok');
  expect(await powersOf('emoncms', '2026-11-28')).toEqual([[2100, 2110, 2120, 2130]]);
  expect(await rowOf(id)).toMatchObject({
    lastValues: { pv_power: 2130, pv_energy: 9_120_052 },
    lastError: expect.stringContaining('row 5: values without names'),
  });
  expect(await post(hubPath(1_795_857_515), headers, hubBody(HUB_UNKNOWN))).toBe('200 ok');
  expect((await rowOf(id)).lastError).toContain('no value has a known name');
  // What emoncms itself does not read stays an error.
  expect(await post('/input/bulk.json', headers, new URLSearchParams({ data: '[[0]' }))).toMatch(/^400 /);
  expect(await post('/input/bulk.json', headers, new URLSearchParams({ data: '[["x",1,2]]' }))).toMatch(
    /^400 /,
  );
});

/** The last of four batches that SBFspotUploadDaemon 3.0.4 sent of a day; its separators are not encoded. */
const SBFSPOT_BATCH =
  'c1=1&data=20261126,15:30,12016055,1499;20261126,15:35,12016173,1423;20261126,15:40,12016285,1346;20261126,15:45,12016390,1267;20261126,15:50,12016489,1188;20261126,15:55,12016581,1107;20261126,16:00,12016666,1026;20261126,16:05,12016744,943;20261126,16:10,12016815,860;20261126,16:15,12016879,776;20261126,16:20,12016936,691;20261126,16:25,12016986,606;20261126,16:30,12017029,520;20261126,16:35,12017065,434;20261126,16:40,12017094,348;20261126,16:45,12017115,261;20261126,16:50,12017129,174;20261126,16:55,12017136,87';

it('stores a batch of SBFspot with lifetime counters and answers each record', async () => {
  const { id, token } = await newFeed('pvoutput');
  const headers = {
    'X-Pvoutput-SystemId': String(id),
    'X-Pvoutput-Apikey': token,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const times = Array.from(SBFSPOT_BATCH.matchAll(/20261126,\d\d:\d\d/g), ([time]) => `${time},1`);
  expect(times).toHaveLength(18);
  expect(await post('/service/r2/addbatchstatus.jsp', headers, SBFSPOT_BATCH)).toBe(`200 ${times.join(';')}`);
  const { db } = world.app.database;
  await settle(db, NOW);
  const { rows } = await sql<{ wh: number }>`
    select energy_wh::float8 as wh from device_day
    where day = '2026-11-26' and device_id = (select id from devices where vendor = 'pvoutput')`.execute(db);
  expect(rows).toEqual([{ wh: 12_017_136 - 12_016_055 }]);
});

it('stores a batch that the Python package pvoutput posts to the call for one record', async () => {
  const { id, token } = await newFeed('pvoutput');
  const headers = {
    'X-Pvoutput-Apikey': token,
    'X-Pvoutput-SystemId': String(id),
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const body =
    'data=20261127%2C10%3A00%2C705%2C1029%3B20261127%2C10%3A05%2C775%2C1320%3B20261127%2C10%3A10%2C800%2C800';
  expect(await post('/service/r2/addstatus.jsp', headers, body)).toBe(
    '200 20261127,10:00,1;20261127,10:05,1;20261127,10:10,1',
  );
  expect(await rowOf(id)).toMatchObject({
    lastValues: { pv_power: 800, pv_energy_today: 800 },
    lastError: '',
  });
});
