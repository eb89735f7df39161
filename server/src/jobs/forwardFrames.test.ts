import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import { decodeFrame, encodeFrame } from '@helioport/protocol/nep/frame';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { createPipeline, type Pipeline } from '../ingest/accept.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createUpstreamSender } from '../platform/upstream.ts';
import { listOfNetworks, type PrivateHooks } from '../platform/webhook.ts';
import { deleteSurplusUpstreamFrames, upstreamQueue, upstreamState } from '../repositories/upstreamFrames.ts';
import { createForwarder, pauseAfter } from './forwardFrames.ts';

const NOON = Date.UTC(2026, 5, 21, 10);
const listed = listOfNetworks(['127.0.0.1']);
const log = createLog('silent');
const BDM_400 = Buffer.from(
  '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd',
  'hex',
);
const BDM_2250 = Buffer.from(
  '793e00401400000f0f0f0f00003400c3c3c3c301000086000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233ab430',
  'hex',
);

/** A captured frame with another serial number and energy. */
function frameOf(serial: string, energyRaw: number, of = BDM_400): Buffer {
  const decoded = decodeFrame(of);
  if (!decoded.ok) throw new Error('captured frame not readable');
  return Buffer.from(encodeFrame({ ...decoded.frame, serial, energyRaw }));
}

interface Received {
  path: string;
  rawHeaders: string[];
  body: Buffer;
}

let database: TestDatabase;
let pipeline: Pipeline;
let now = NOON;
let siteId: number;
let answer: (response: http.ServerResponse) => void = accept;
const received: Received[] = [];
let underWay = 0;
let mostUnderWay = 0;
const vendor = http.createServer((request, response) => {
  mostUnderWay = Math.max(mostUnderWay, ++underWay);
  response.on('close', () => underWay--);
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { url = '', rawHeaders } = request;
    received.push({ path: url, rawHeaders, body: Buffer.concat(pieces) });
    answer(response);
  });
});
let port: number;

function accept(response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('20260621120000');
}

beforeAll(async () => {
  database = await freshDatabase();
  pipeline = createPipeline({
    pool: database.pool,
    clock: () => now,
    log,
    metrics: createMetrics(),
    rawFrameDays: 30,
    forwards: true,
  });
  siteId = await inTransaction(database.db, 'write', async (tx) => {
    const { id } = await makeSite(tx, { timezone: 'Europe/Berlin' });
    for (const serial of ['12345678', '86000001', '0A0B0C0D']) await makeDevice(tx, id, { serial });
    const demo = await makeSite(tx, { timezone: 'Europe/Berlin' });
    await makeDevice(tx, demo.id, { serial: 'DE300001' });
    await sql`update sites set is_demo = true where id = ${demo.id}`.execute(tx);
    return id;
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  port = (vendor.address() as AddressInfo).port;
});
afterAll(async () => {
  vendor.close();
  await pipeline.close();
  await database.close();
});
afterEach(async () => {
  await sql`delete from upstream_frames`.execute(database.db);
  await sql`delete from settings where name = 'upstream.state'`.execute(database.db);
  received.length = 0;
  mostUnderWay = 0;
  answer = accept;
  now += 24 * HOUR_MS;
});

const take = (...frames: Buffer[]) =>
  Promise.all(frames.map((bytes) => pipeline.accept({ kind: 'frame', bytes }, 'http', '192.168.1.20')));
const takeInOrder = async (...frames: Buffer[]) => {
  for (const frame of frames) {
    await take(frame);
    now += 5 * MINUTE_MS;
  }
};
function forwarder(
  options: {
    url?: string;
    allows?: PrivateHooks;
    timeoutMs?: number;
    publicUrl?: string;
    own?: string[];
  } = {},
) {
  const metrics = createMetrics();
  const sender = createUpstreamSender({
    target: { url: options.url ?? `http://127.0.0.1:${port}`, nameServers: [] },
    allowsPrivate: options.allows ?? listed,
    publicUrl: options.publicUrl ?? 'http://portal.invalid',
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...(options.own ? { ownAddresses: () => options.own ?? [] } : {}),
  });
  return { ...createForwarder({ db: database.db, clock: () => now, log, metrics }, sender), metrics };
}
const state = () => upstreamState(database.db);
const queued = async () => (await upstreamQueue(database.db)).queued;
const free = async (): Promise<number> => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: number } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return number;
};

describe('forwarding of device frames', () => {
  it('sends the bytes of each frame once, like a device, in the order of arrival', async () => {
    const frames = [1, 2, 3].map((n) => frameOf('12345678', 1000 + n));
    await takeInOrder(...frames);
    await take(BDM_2250);
    expect(await forwarder().round()).toBe(4);
    expect(received.filter(({ path }) => path === '/i.php').map(({ body }) => body)).toEqual(frames);
    expect(received.filter(({ path }) => path === '/t.php').map(({ body }) => body)).toEqual([BDM_2250]);
    const names = received[0]!.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
    expect(names.sort()).toEqual(['connection', 'content-length', 'host']);
    expect(await queued()).toBe(0);
    expect(await state()).toMatchObject({ sent: 4, dropped: 0, sentAt: now, failure: null });
    expect(await forwarder().round()).toBe(0);
  });

  it('queues only stored frames that devices of plants sent themselves', async () => {
    await take(frameOf('12345678', 2000));
    // The device repeats it because it lost the response.
    await take(frameOf('12345678', 2000));
    await take(frameOf('DE300001', 1), frameOf('77777777', 1));
    await pipeline.acceptMany([{ kind: 'frame', bytes: frameOf('0A0B0C0D', 5) }], 'replay');
    await pipeline.accept({ kind: 'frame', bytes: frameOf('0A0B0C0D', 6) }, 'mqtt');
    await pipeline.accept(
      { kind: 'report', sn: '86000001', report: { kind: 'inverter', channels: [] } },
      'feed',
    );
    const { rows } = await sql<{ frame: Buffer; siteId: number }>`
      select frame, site_id as "siteId" from upstream_frames`.execute(database.db);
    expect(rows).toEqual([{ frame: frameOf('12345678', 2000), siteId }]);
  });

  it('keeps frames while the server is down and sends them in order when it is up', async () => {
    const closed = await free();
    await takeInOrder(frameOf('12345678', 1), frameOf('12345678', 2), BDM_2250);
    const one = forwarder({ url: `http://127.0.0.1:${closed}` });
    expect(await one.round()).toBe(0);
    expect(await queued()).toBe(3);
    expect((await state()).failure).toMatchObject({ since: now, reason: 'unreachable' });
    // Within the pause nothing is tried.
    const late = http.createServer((request, response) => {
      request.resume().on('end', () => accept(response));
    });
    await new Promise<void>((resolve) => late.listen(closed, '127.0.0.1', resolve));
    now += pauseAfter(1) - 1;
    expect(await one.round()).toBe(0);
    now += 1;
    expect(await one.round()).toBe(3);
    expect(await state()).toMatchObject({ sent: 3, failure: null });
    late.close();
  });

  it('retries one device after an HTTP error while others continue, and gives a frame up in the end', async () => {
    const rejected = frameOf('0A0B0C0D', 9);
    await take(rejected);
    now += MINUTE_MS;
    await take(frameOf('0A0B0C0D', 10), BDM_2250);
    const one = forwarder();
    answer = (response) => {
      if (received.at(-1)?.body.equals(rejected)) response.writeHead(500).end('x'.repeat(100_000));
      else accept(response);
    };
    expect(await one.round()).toBe(1);
    const bodies = received.map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies).toEqual(expect.arrayContaining([rejected, BDM_2250]));
    expect((await state()).sent).toBe(1);
    for (let attempt = 2; attempt <= 20; attempt++) {
      now += 5 * MINUTE_MS;
      await one.round();
    }
    expect(received.filter(({ body }) => body.equals(rejected))).toHaveLength(20);
    await one.round();
    expect(received.at(-1)?.body).toEqual(frameOf('0A0B0C0D', 10));
    expect(await state()).toMatchObject({ sent: 2, dropped: 1, failure: null });
    expect(await one.metrics.registry.metrics()).toContain(
      'helioport_upstream_dropped_total{reason="rejected"} 1',
    );
  });

  it('does not follow redirects', async () => {
    await take(frameOf('12345678', 50));
    answer = (response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
    expect(await forwarder().round()).toBe(0);
    expect(received.map(({ path }) => path)).toEqual(['/i.php']);
    expect((await state()).failure).toMatchObject({ reason: 'status', status: 302 });
  });

  it('gives up waiting for a slow server, one request per device at a time', async () => {
    await takeInOrder(frameOf('12345678', 60), frameOf('12345678', 61));
    answer = () => undefined;
    const one = forwarder({ timeoutMs: 100 });
    expect(await one.round()).toBe(0);
    expect(received).toHaveLength(1);
    expect((await state()).failure?.reason).toBe('timeout');
    answer = (response) => void sleep(20).then(() => accept(response));
    now += pauseAfter(1);
    expect(await forwarder().round()).toBe(2);
    expect(mostUnderWay).toBe(1);
  });

  it('gives a frame up after three connections that were closed without a response', async () => {
    await take(BDM_2250);
    answer = (response) => response.socket?.end();
    const one = forwarder();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await one.round();
      now += 5 * MINUTE_MS;
    }
    await one.round();
    expect(received).toHaveLength(3);
    expect(await queued()).toBe(0);
    expect(await state()).toMatchObject({ dropped: 1, failure: { reason: 'noResponse' } });
  });

  it('drops frames of past days and beyond the limit, and counts them', async () => {
    now = Date.UTC(2026, 7, 1, 21, 50);
    await take(frameOf('12345678', 70));
    const { rows } = await sql<{ ends: Date }>`select expires_at as ends from upstream_frames`.execute(
      database.db,
    );
    // Midnight in Berlin, ten minutes later.
    expect(rows[0]?.ends).toEqual(new Date(Date.UTC(2026, 7, 1, 22)));
    now += 11 * MINUTE_MS;
    const one = forwarder();
    expect(await one.round()).toBe(0);
    expect(received).toHaveLength(0);
    expect((await state()).dropped).toBe(1);
    await takeInOrder(frameOf('12345678', 71), frameOf('12345678', 72), frameOf('12345678', 73));
    expect(await deleteSurplusUpstreamFrames(database.db, { inAll: 2 })).toBe(1);
    await one.round();
    expect(received.map(({ body }) => body)).toEqual([frameOf('12345678', 72), frameOf('12345678', 73)]);
    received.length = 0;
    await takeInOrder(BDM_2250, ...[74, 75, 76].map((n) => frameOf('12345678', n)));
    expect(await deleteSurplusUpstreamFrames(database.db, { perDevice: 2 })).toBe(1);
    await one.round();
    // Sent side by side, so in any order.
    expect(received.map(({ body }) => body)).toEqual(
      expect.arrayContaining([BDM_2250, frameOf('12345678', 75), frameOf('12345678', 76)]),
    );
    expect(received).toHaveLength(3);
  });

  it('sends nothing to this portal, the host or its network unless listed', async () => {
    await take(frameOf('12345678', 80));
    const reason = async (options: Parameters<typeof forwarder>[0]) => {
      await forwarder(options).round();
      return (await state()).failure?.reason;
    };
    expect(await reason({ allows: false })).toBe('self');
    // A general permission for webhooks is none to call oneself.
    expect(await reason({ allows: true })).toBe('self');
    expect(await reason({ allows: true, url: `http://localhost:${port}` })).toBe('self');
    expect(await reason({ allows: false, url: `http://[::1]:${port}` })).toBe('self');
    expect(await reason({ allows: true, url: 'http://10.1.2.3', own: ['10.1.2.3'] })).toBe('self');
    expect(await reason({ allows: true, url: 'http://10.1.2.3', publicUrl: 'http://10.1.2.3' })).toBe('self');
    expect(await reason({ allows: false, url: 'http://10.1.2.3' })).toBe('private');
    expect(await reason({ url: 'http://upstream.invalid' })).toBe('name');
    expect(received).toHaveLength(0);
    expect(await queued()).toBe(1);
  });

  it('keeps the frame of a request that is interrupted', async () => {
    await take(frameOf('12345678', 90));
    answer = () => undefined;
    const one = forwarder();
    const round = one.round();
    while (received.length === 0) await sleep(5);
    one.stop();
    expect(await round).toBe(0);
    expect(await queued()).toBe(1);
    answer = accept;
    expect(await forwarder().round()).toBe(1);
    expect(received[1]?.body).toEqual(received[0]?.body);
  });
});
