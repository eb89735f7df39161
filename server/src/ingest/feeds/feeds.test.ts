// Programs that upload to other portals, against the running inputs: what they sent is in the plant, and nowhere else.
import fs from 'node:fs';
import type net from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { device } from '@helioport/contract/device';
import { feed } from '@helioport/contract/feed';
import type { FeedKind } from '@helioport/domain/feeds';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { settle } from '../../../test/settle.ts';
import { createHttpServer, type FastifyInstance } from '../../platform/http.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createPipeline, type Pipeline } from '../accept.ts';
import { emoncms } from './emoncms.ts';
import { influx } from './influx.ts';
import { addFeedInputs, FEED_REQUESTS_PER_MINUTE, WRONG_TOKENS_PER_MINUTE } from './input.ts';
import { otlp } from './otlp.ts';
import { pvoutput } from './pvoutput.ts';
import { shelly } from './shelly.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const log = createLog('silent');

let world: People;
let pipeline: Pipeline;
let http: FastifyInstance;
let base: string;

/** The limits count by server, so each test has one of its own. */
beforeEach(async () => {
  await http?.close();
  http = await createHttpServer({ log, trustsProxy: false });
  const { db } = world.app.database;
  addFeedInputs(http, { db, pipeline, clock: () => NOW, log, metrics: createMetrics() }, [
    pvoutput,
    emoncms,
    influx,
    otlp,
    shelly,
  ]);
  await http.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(http.server.address() as net.AddressInfo).port}`;
});
beforeAll(async () => {
  world = await startPeople({ now: NOW });
  const { pool } = world.app.database;
  pipeline = createPipeline({ pool, clock: () => NOW, log, metrics: createMetrics(), rawFrameDays: 30 });
});
afterAll(async () => {
  await http.close();
  await pipeline.close();
  await world.close();
});

const newFeed = async (source: FeedKind, sid = world.sid.alpha, names = '') =>
  await (await world.as('free')).call(feed.create, { sid, source, name: `My ${source}`, names });
const revoke = async (id: number) => (await world.as('free')).call(feed.revoke, { sid: world.sid.alpha, id });
const rowOf = async (id: number) => {
  const { list } = await (await world.as('free')).call(feed.list, { sid: world.sid.alpha });
  return list.find((one) => one.id === id)!;
};
const send = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${base}${path}`, { method: 'POST', ...init });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
/** The devices of a source in the plant, with what their stored readings say. */
const devicesOf = async (vendor: FeedKind) => {
  const { rows } = await sql<{ sn: string; id: number; kind: string; alias: string }>`
    select d.sn, d.id, d.kind, d.alias from devices d join sites s on s.id = d.site_id
    where d.vendor = ${vendor} and s.sid = ${world.sid.alpha} order by d.sn`.execute(world.app.database.db);
  return rows;
};
const historyOf = async (sn: string) =>
  (await (await world.as('free')).call(device.history, { sn, date: '2026-06-21' })).list;

describe('PVOutput', () => {
  it('stores a status and a batch exactly, and shows the first value', async () => {
    const { id, token } = await newFeed('pvoutput');
    const headers = { 'X-Pvoutput-Apikey': token, 'X-Pvoutput-SystemId': String(id) };
    expect((await rowOf(id)).lastValueAt).toBeNull();
    const body = new URLSearchParams({ d: '20260621', t: '13:55', v1: '10500', v2: '2100', v4: '500' });
    const added = await send('/service/r2/addstatus.jsp', { headers, body });
    expect(added).toMatchObject({ status: 200, text: 'OK 200: Added Status' });
    expect(Number(added.headers.get('x-rate-limit-remaining'))).toBe(FEED_REQUESTS_PER_MINUTE - 1);
    expect((await send('/service/r2/addstatus.jsp', { headers, body })).text).toBe('OK 200: Updated Status');
    expect(await rowOf(id)).toMatchObject({
      lastValueAt: NOW,
      lastValues: { pv_power: 2100, pv_energy_today: 10500, grid_power: -1600 },
      lastError: '',
    });
    const data = '20260621,13:45,10150,2000;20260621,13:50,10320,2040;20260621,13:61,1,1;';
    const query = `key=${token}&sid=${id}&data=${encodeURIComponent(data)}`;
    expect(await send(`/service/r2/addbatchstatus.jsp?${query}`, { method: 'GET' })).toMatchObject({
      status: 200,
      text: '20260621,13:45,1;20260621,13:50,1;20260621,13:61,0',
    });
    const [grid, pv] = await devicesOf('pvoutput');
    expect([grid?.kind, pv?.kind, pv?.alias]).toEqual(['meter', 'stringMachine', 'My pvoutput']);
    expect((await historyOf(pv!.sn)).map(({ power }) => power)).toEqual([2000, 2040, 2100]);
    await settle(world.app.database.db, NOW);
    const { rows } = await sql<{ wh: number }>`
      select sum(energy_wh)::float8 as wh from device_day where device_id = ${pv!.id}`.execute(
      world.app.database.db,
    );
    expect(rows[0]?.wh).toBe(10500);
    await revoke(id);
    expect(await send('/service/r2/addstatus.jsp', { headers, body })).toMatchObject({
      status: 401,
      text: 'Unauthorized 401: token missing, invalid or revoked',
    });
    expect(await devicesOf('pvoutput')).toHaveLength(2);
  });

  it('counts a day beyond 15 kWh whose counter starts again with the inverter', async () => {
    const { id, token } = await newFeed('pvoutput');
    const data = '20260621,12:00,20000,3000;20260621,12:05,0,3000;20260621,12:10,250,3000';
    const query = `key=${token}&data=${encodeURIComponent(data)}`;
    expect((await send(`/service/r2/addbatchstatus.jsp?${query}`)).text).toContain('12:10,1');
    await settle(world.app.database.db, NOW);
    const { rows } = await sql<{ wh: number }>`
      select energy_wh::float8 as wh from device_day y join devices d on d.id = y.device_id
      where d.vendor = 'pvoutput' and energy_wh > 15000`.execute(world.app.database.db);
    expect(rows).toEqual([{ wh: 20250 }]);
    await revoke(id);
  });

  it('answers errors in its own format', async () => {
    const { id, token } = await newFeed('pvoutput');
    const post = (fields: Record<string, string>) =>
      send('/service/r2/addstatus.jsp', { body: new URLSearchParams({ key: token, ...fields }) });
    expect(await post({ d: '20260621', t: '13:55' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('Bad request 400: Could not read'),
    });
    expect((await post({ sid: String(id + 1), d: '20260621', t: '13:55', v2: '1' })).status).toBe(401);
    expect((await post({ d: '20260621', t: '13:55', v2: '99000000000' })).text).toContain('outOfBounds');
    expect((await post({ x: 'y'.repeat(70_000) })).text).toBe('Bad request 413: request too large');
    expect((await rowOf(id)).lastError).toContain('outOfBounds');
    await revoke(id);
  });
});

describe('emoncms', () => {
  it('stores power without a counter, from which the energy is calculated', async () => {
    const { id, token } = await newFeed('emoncms');
    const full = encodeURIComponent('{"power":1520}');
    expect(
      await send(`/input/post?node=pv&fulljson=${full}&apikey=${token}`, { method: 'GET' }),
    ).toMatchObject({
      status: 200,
      text: '{"success":true}',
    });
    const headers = { authorization: `Bearer ${token}` };
    const rows = JSON.stringify([
      [0, 'pv', { power: 1400 }],
      [10, 'pv', { power: 1500 }],
    ]);
    const body = new URLSearchParams({ data: rows, sentat: '600' });
    expect((await send('/input/bulk.json', { headers, body })).text).toBe('ok');
    const hex = deflateSync(rows).toString('hex');
    const compressed = new URLSearchParams({ data: hex, sentat: '1200', c: '1' });
    expect((await send('/emoncms/input/bulk', { headers, body: compressed })).text).toBe('ok');
    expect(
      (
        await send('/input/bulk?cb=1&sentat=1800', {
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: new Uint8Array(deflateSync(rows)),
        })
      ).text,
    ).toBe('ok');
    const [pv, ...others] = await devicesOf('emoncms');
    expect(others).toEqual([]);
    expect((await historyOf(pv!.sn)).map(({ power }) => power)).toEqual([
      1400, 1500, 1400, 1500, 1400, 1500, 1520,
    ]);
    await settle(world.app.database.db, NOW);
    const { rows: days } = await sql<{ wh: number }>`
      select energy_wh::float8 as wh from device_day where device_id = ${pv!.id}`.execute(
      world.app.database.db,
    );
    // Half an hour at some 1.45 kW.
    expect(days[0]?.wh).toBeGreaterThan(700);
    expect(days[0]?.wh).toBeLessThan(760);
    const bomb = new URLSearchParams({ data: deflateSync(Buffer.alloc(20_000_000)).toString('hex'), c: '1' });
    expect((await send('/input/bulk', { headers, body: bomb })).text).toContain(
      'compressed data is not valid',
    );
    await revoke(id);
  });

  it('stores values without names by the mapping of the feed, with exact energy', async () => {
    const before = new Set((await devicesOf('emoncms')).map(({ id }) => id));
    const { id, token } = await newFeed('emoncms', undefined, 'pv_power, pv_energy; power1=grid_power');
    const headers = { authorization: `Bearer ${token}` };
    const rows = '[[0,16,1200,5000000],[300,16,1200,5000100],[600,16,1200,5000200]]';
    const body = new URLSearchParams({ data: rows, sentat: '1200' });
    expect((await send('/emoncms/input/bulk', { headers, body })).text).toBe('ok');
    expect((await send(`/emoncms/input/post?node=16&csv=1200,5000350`, { headers })).text).toBe('ok');
    expect((await send(`/emoncms/input/post?node=16&json={power1:-700}`, { headers })).text).toBe('ok');
    const found = (await devicesOf('emoncms')).filter((one) => !before.has(one.id));
    expect(found.map(({ kind }) => kind)).toEqual(['meter', 'stringMachine']);
    await settle(world.app.database.db, NOW);
    const { rows: days } = await sql<{ wh: number }>`
      select energy_wh::float8 as wh from device_day where device_id = ${found[1]!.id}`.execute(
      world.app.database.db,
    );
    expect(days).toEqual([{ wh: 350 }]);
    const unmapped = await newFeed('emoncms');
    expect(
      await send('/emoncms/input/post?csv=1200', { headers: { authorization: `Bearer ${unmapped.token}` } }),
    ).toMatchObject({ status: 400, text: expect.stringContaining('values without names') });
    const free = await world.as('free');
    const bad = { sid: world.sid.alpha, source: 'emoncms', name: 'x', names: 'pv_power, wind' };
    expect((await free.send('v2/feed/create', bad)).envelope.code).toBe(1426);
    for (const one of [id, unmapped.id]) await revoke(one);
  });

  it('keeps nodes apart and stops at the number of devices of a feed', async () => {
    const { id, token } = await newFeed('emoncms');
    const before = (await devicesOf('emoncms')).length;
    const rows = Array.from({ length: 40 }, (_, i) => [i, `node ${i}`, { pv_power: i }]);
    const body = new URLSearchParams({ data: JSON.stringify(rows), apikey: token });
    expect(await send('/input/bulk', { body })).toMatchObject({ status: 200, text: 'ok' });
    expect((await rowOf(id)).lastError).toContain('at most 32 devices');
    expect((await devicesOf('emoncms')).length - before).toBe(32);
    await revoke(id);
  });
});

describe('Influx', () => {
  it('stores lines of both versions, compressed as Telegraf sends them, with exact energy', async () => {
    const { id, token } = await newFeed('influx');
    const at = (minutes: number) => `${NOW / 1000 - minutes * 60}`;
    const lines = [
      `pv power=2000,energy=5000000i ${at(30)}`,
      `pv power=2100,energy=5001000i ${at(0)}`,
      `meter,device=main grid_power=-300,grid_import_energy_kwh=1204.5 ${at(0)}`,
    ].join('\n');
    expect(
      await send('/api/v2/write?org=x&bucket=y&precision=s', {
        headers: { authorization: `Token ${token}`, 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(lines)),
      }),
    ).toMatchObject({ status: 204, text: '' });
    const basic = Buffer.from(`user:${token}`).toString('base64');
    expect(
      (await send('/write?db=z&precision=s', { headers: { authorization: `Basic ${basic}` }, body: lines }))
        .status,
    ).toBe(204);
    const devices = await devicesOf('influx');
    expect(devices.map(({ kind }) => kind).sort()).toEqual(['meter', 'stringMachine']);
    const pv = devices.find(({ kind }) => kind === 'stringMachine')!;
    await settle(world.app.database.db, NOW);
    const { rows } = await sql<{ wh: number }>`
      select energy_wh::float8 as wh from device_day where device_id = ${pv.id}`.execute(
      world.app.database.db,
    );
    expect(rows[0]?.wh).toBe(1000);
    const mixed = `pv power=1 ${at(1)}\nbroken`;
    expect(await send(`/write?p=${token}&precision=s`, { body: mixed })).toMatchObject({
      status: 400,
      text: expect.stringContaining('partial write: line 2'),
    });
    const future = `pv power=1 ${NOW / 1000 + 3600}`;
    expect((await send(`/api/v2/write?p=${token}&precision=s`, { body: future })).text).toContain(
      'inTheFuture',
    );
    expect(
      (
        await send(`/api/v2/write?p=${token}`, {
          body: new Uint8Array(gzipSync(Buffer.alloc(5_000_000, 10))),
          headers: { 'content-encoding': 'gzip' },
        })
      ).status,
    ).toBe(413);
    await revoke(id);
  });
});

describe('OpenTelemetry', () => {
  const place = new URL('../../../../protocol/src/otlp/recorded.json', import.meta.url);
  const recorded = JSON.parse(fs.readFileSync(place, 'utf8')) as Record<'protobuf' | 'json', string[]>;
  const PROTOBUF = 'application/x-protobuf';
  const post = (token: string, body: string | Uint8Array, type: string, more: Record<string, string> = {}) =>
    send('/otlp/v1/metrics', {
      headers: { authorization: `Bearer ${token}`, 'content-type': type, ...more },
      body: body as NonNullable<RequestInit['body']>,
    });
  const energyOf = async (vendorSn: string) => {
    await settle(world.app.database.db, NOW);
    const { rows } = await sql<{ wh: number }>`
      select energy_wh::float8 as wh from device_day y join devices d on d.id = y.device_id
      where d.sn = ${vendorSn}`.execute(world.app.database.db);
    return rows[0]?.wh;
  };

  it.each(['protobuf', 'json'] as const)(
    'stores recorded requests in %s with exact energy over a restart of the program, also when repeated',
    async (encoding) => {
      const before = new Set((await devicesOf('otlp')).map(({ sn }) => sn));
      const { id, token } = await newFeed('otlp');
      const type = encoding === 'json' ? 'application/json' : PROTOBUF;
      for (const [i, body] of recorded[encoding].entries())
        for (let times = 0; times <= i % 2; times++) {
          const compressed = new Uint8Array(gzipSync(Buffer.from(body, 'base64')));
          const answer = await post(token, compressed, type, { 'content-encoding': 'gzip' });
          expect(answer).toMatchObject({ status: 200, text: encoding === 'json' ? '{}' : '' });
          expect(answer.headers.get('content-type')).toContain(type);
        }
      const [grid, pv] = (await devicesOf('otlp')).filter(({ sn }) => !before.has(sn));
      expect([grid?.kind, pv?.kind, pv?.alias]).toEqual(['meter', 'stringMachine', 'My otlp Roof']);
      expect(pv?.sn).toMatch(/-PV-ROOF-1$/);
      // 1.25 kWh at the first value, 2.25 kWh at the last one.
      expect(await energyOf(pv!.sn)).toBe(1000);
      expect((await historyOf(pv!.sn)).map(({ power }) => power)).toEqual([2100, 2100, 2100, 2100]);
      expect((await rowOf(id)).lastValues).toMatchObject({ pv_power: 2100, grid_power: -300 });
      // A late request of the first start adds nothing.
      const late = await post(token, Buffer.from(recorded[encoding][0]!, 'base64'), type);
      expect(late).toMatchObject({
        status: 200,
        text: expect.stringContaining('counter of an earlier start'),
      });
      expect(await energyOf(pv!.sn)).toBe(1000);
      await revoke(id);
      const { rows } = await sql`select from feed_counters where feed_id = ${id}`.execute(
        world.app.database.db,
      );
      expect(rows).toEqual([]);
    },
  );

  it('answers errors in the encoding of the request', async () => {
    const { id, token } = await newFeed('otlp');
    const json = (metrics: unknown[]) =>
      JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
    const gauge = (name: string, unit: string, value: number, minutes = 0) => ({
      name,
      unit,
      gauge: { dataPoints: [{ timeUnixNano: `${NOW - minutes * 60_000}000000`, asDouble: value }] },
    });
    expect(
      await post(token, json([gauge('pv.power', 'W', 5), gauge('pv.energy', 'W', 5)]), 'application/json'),
    ).toEqual(
      expect.objectContaining({
        status: 200,
        text: '{"partialSuccess":{"rejectedDataPoints":"1","errorMessage":"pv.energy: unexpected unit W"}}',
      }),
    );
    expect(await post(token, json([gauge('cpu', '', 5)]), 'application/json')).toMatchObject({
      status: 400,
      text: expect.stringContaining('{"code":3,"message":"no value has a known name'),
    });
    expect((await post(token, json([gauge('pv.power', 'W', 5, -60)]), 'application/json')).text).toContain(
      'inTheFuture',
    );
    const broken = await post(token, new Uint8Array([0x0a, 0xff]), PROTOBUF);
    expect([broken.status, broken.headers.get('content-type')]).toEqual([400, PROTOBUF]);
    expect(broken.text).toContain('not a request in Protocol Buffers');
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(30_000_000)));
    expect((await post(token, bomb, PROTOBUF, { 'content-encoding': 'gzip' })).status).toBe(413);
    expect((await post('0'.repeat(32), '{}', 'application/json')).status).toBe(401);
    const other = await newFeed('influx');
    expect(await post(other.token, '{}', 'application/json')).toMatchObject({
      status: 403,
      text: '{"code":7,"message":"this token is for influx"}',
    });
    for (const one of [id, other.id]) await revoke(one);
  });
});

describe('Shelly', () => {
  it('stores the clamps of a meter by their roles, with exact energy', async () => {
    const { id, token } = await newFeed('shelly');
    const status = (minutes: number, importedWh: number, producedWh: number) =>
      JSON.stringify({
        sys: { mac: 'A8032AB12345', unixtime: NOW / 1000 - minutes * 60 },
        'em1:0': { act_power: -300, voltage: 230, freq: 50 },
        'em1data:0': { total_act_energy: importedWh, total_act_ret_energy: 88210 },
        'em1:1': { act_power: -2100, voltage: 230 },
        'em1data:1': { total_act_energy: 12, total_act_ret_energy: producedWh },
      });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const body of [status(30, 1204500, 5000000.2), status(0, 1204500, 5001000.5)])
      expect(await send('/shelly?roles=grid,-pv', { headers, body })).toMatchObject({
        status: 200,
        text: 'ok',
      });
    expect((await rowOf(id)).lastValues).toMatchObject({ pv_power: 2100, grid_power: -300 });
    const devices = await devicesOf('shelly');
    expect(devices.map(({ kind }) => kind).sort()).toEqual(['meter', 'stringMachine']);
    const pv = devices.find(({ kind }) => kind === 'stringMachine')!;
    expect(pv.sn).toMatch(/-PV-B12345-1$/);
    await settle(world.app.database.db, NOW);
    const { rows } = await sql<{ wh: number }>`
      select energy_wh::float8 as wh from device_day where device_id = ${pv.id}`.execute(
      world.app.database.db,
    );
    expect(rows[0]?.wh).toBe(1000.3);

    expect(await send(`/shelly?token=${token}&roles=roof`, { body: '{}' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('roles: expected'),
    });
    expect((await send('/shelly', { headers, body: '{"sys":' })).status).toBe(400);
    expect((await send('/shelly', { headers, body: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await send('/shelly', { body: status(0, 1, 1) })).status).toBe(401);
    const other = await newFeed('influx');
    expect((await send(`/shelly?token=${other.token}`, { body: '{}' })).status).toBe(403);
    await revoke(other.id);
    await revoke(id);
    expect((await send('/shelly', { headers, body: status(0, 1, 1) })).status).toBe(401);
  });
});

describe('tokens', () => {
  it('open only the plant and the format they are for, and stop a device that was removed from the plant', async () => {
    const { id, token } = await newFeed('influx');
    const write = (body: string) => send(`/write?precision=s&p=${token}`, { body });
    expect(
      (await send('/input/post', { body: new URLSearchParams({ apikey: token, json: '{pv_power:1}' }) }))
        .status,
    ).toBe(403);
    expect((await write('pv,device=GONE power=1')).status).toBe(204);
    await sql`update devices set site_id = (select id from sites where sid = ${world.sid.beta})
      where sn like 'influx.%-GONE'`.execute(world.app.database.db);
    expect(await write('pv,device=GONE power=2')).toMatchObject({
      status: 400,
      text: expect.stringContaining('removed from the plant'),
    });
    const { rows } = await sql`
      select from reading r join devices d on d.id = r.device_id where d.sn like 'influx.%-GONE'`.execute(
      world.app.database.db,
    );
    expect(rows).toHaveLength(1);
    await revoke(id);
  });

  it('limit floods of a feed and of unknown tokens, with the time to wait', async () => {
    const { id, token } = await newFeed('influx');
    const write = (p: string) => send(`/write?p=${p}`, { body: 'pv power=1' });
    const wrong = [];
    for (let i = 0; i <= WRONG_TOKENS_PER_MINUTE; i++) wrong.push((await write('0'.repeat(32))).status);
    expect(wrong.slice(0, -1).every((status) => status === 401)).toBe(true);
    const blocked = await write(token);
    expect([wrong.at(-1), blocked.status]).toEqual([429, 429]);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    await revoke(id);
  });

  it('read no body of unknown senders that has tens of thousands of names, nor any after too many', async () => {
    const names = Array.from({ length: 50_000 }, (_, i) => `${i.toString(36)}=`).join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const startedMs = performance.now();
    expect((await send('/input/post', { headers, body: names })).status).toBe(401);
    // Handling each name alone takes many seconds, in which nothing else is served.
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    const many = new URLSearchParams({ apikey: '0'.repeat(32), node: 'x' });
    for (let i = 1; i < WRONG_TOKENS_PER_MINUTE; i++)
      expect((await send('/input/post', { body: many })).status).toBe(401);
    const tooLarge = { headers, body: 'x'.repeat(300_000) };
    expect((await send('/input/post', tooLarge)).status).toBe(429);
  });

  it('limit requests of one feed', async () => {
    const { id, token } = await newFeed('influx');
    const statuses = [];
    for (let i = 0; i <= FEED_REQUESTS_PER_MINUTE; i++)
      statuses.push((await send(`/write?p=${token}`, { body: 'x' })).status);
    expect([statuses[0], statuses.at(-2), statuses.at(-1)]).toEqual([400, 400, 429]);
    await revoke(id);
  });
});
