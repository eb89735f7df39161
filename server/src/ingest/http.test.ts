import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { wallClock } from '@helioport/domain/periods';
import { clockAnswer } from '@helioport/protocol/nep/answer';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createHttpServer, type FastifyInstance } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { type DevicePort, startDevicePort } from './devicePort.ts';
import { createDeviceEndpoint } from './endpoint.ts';
import { addDeviceEndpoint } from './http.ts';
import { addReplayEndpoint } from './replay.ts';
import { Unavailable } from './storeFaults.ts';

const NOW = Date.UTC(2026, 5, 21, 12, 34, 56);
const log = createLog('silent');
const metrics = createMetrics();
const BDM_400 = Buffer.from(
  '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd',
  'hex',
);
const BDM_2250 = Buffer.from(
  '793e00401400000f0f0f0f00003400c3c3c3c301000086000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233ab430',
  'hex',
);
const serverTime = clockAnswer(wallClock(NOW, Intl.DateTimeFormat().resolvedOptions().timeZone));

let database: TestDatabase;
let pipeline: Pipeline;
let app: FastifyInstance;
let devicePort: DevicePort;
let port: number;
let now = NOW;

beforeAll(async () => {
  database = await freshDatabase();
  const parts = { pool: database.pool, clock: () => now, log, metrics };
  pipeline = createPipeline({ ...parts, rawFrameDays: 30 });
  const endpoint = createDeviceEndpoint({ ...parts, pipeline });
  app = await createHttpServer({ log, trustsProxy: false });
  addDeviceEndpoint(app, endpoint);
  addReplayEndpoint(app, { pipeline, token: 'secret' });
  app.post('/v2/anything', async () => ({ code: 200 }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as net.AddressInfo).port;
  devicePort = await startDevicePort(endpoint, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await devicePort.close();
  await app.close();
  await pipeline.close();
  await database.close();
});

/** Writes pieces one after the other over a bare socket and gives what came back when the server closes. */
function exchange(
  pieces: (string | Buffer)[],
  options: { to?: number; pauseMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect({ port: options.to ?? port, host: '127.0.0.1', noDelay: true }, async () => {
      for (const piece of pieces) {
        if (socket.destroyed) break;
        socket.write(piece);
        await sleep(options.pauseMs ?? 5);
      }
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(answer) : reject(error),
    );
    socket.on('close', () => resolve(answer));
  });
}

const post = (path: string, body: Buffer, head = '', version = '1.1') => [
  Buffer.concat([
    Buffer.from(`POST ${path} HTTP/${version}\r\n${head}Content-Length: ${body.length}\r\n\r\n`),
    body,
  ]),
];

/** The whole answer to the byte: nothing more may be in it. */
const answerOf = (time: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 14\r\nConnection: close\r\n\r\n${time}`;

const reports = async (serial: string) =>
  (
    await sql<{ power: number }>`
    select power from reading r join devices d on d.id = r.device_id where d.serial = ${serial} order by r.at`.execute(
      database.db,
    )
  ).rows;

/** A frame with another serial number and power. Its checksums are wrong, which the endpoint accepts. */
function frame(serial: string, power = 1000): Buffer {
  const bytes = Buffer.from(BDM_400);
  bytes.writeUInt32LE(Number.parseInt(serial, 16), 19);
  bytes.writeUInt16LE(power, 25);
  return bytes;
}

describe('the device endpoint', () => {
  it('takes a frame as an inverter posts it, and answers with the time and nothing else', async () => {
    expect(await exchange(post('/i.php', frame('D0000001'), 'Host: x\r\nConnection: close\r\n'))).toBe(
      answerOf(serverTime),
    );
    expect(await reports('D0000001')).toHaveLength(1);
  });

  it.each([() => port, () => devicePort.port])(
    'keeps a connection only for who asks in words, and only for frames (%#)',
    async (to) => {
      const kept = (serial: string) => post('/i.php', frame(serial), 'Host: x\r\nConnection: keep-alive\r\n');
      const pieces = [
        ...kept('D0000101'),
        ...kept('D0000102'),
        ...post('/i.php', Buffer.from('no frame'), 'Host: x\r\nConnection: keep-alive\r\n'),
      ];
      const answer = await exchange(pieces, { to: to(), pauseMs: 100 });
      expect(answer.match(/Connection: [a-z-]+/g)).toEqual([
        'Connection: keep-alive',
        'Connection: keep-alive',
        'Connection: close',
      ]);
    },
  );

  it.each([
    ['without any other header', '/i.php', '', '1.1'],
    ['in HTTP/1.0', '/t.php', '', '1.0'],
    ['with a query', '/i.php?a=b', '', '1.1'],
    ['that claims to be a form', '/t.php', 'Content-Type: application/x-www-form-urlencoded\r\n', '1.1'],
    ['that claims to be JSON', '/i.php', 'Content-Type: application/json\r\n', '1.1'],
    ['on any other path', '/', '', '1.1'],
    ['on a path nobody knows', '/some/where.php', '', '1.0'],
    ['on a path of the API', '/v2/anything', 'Content-Type: application/json\r\n', '1.1'],
  ])('takes a frame %s', async (_name, path, head, version) => {
    const serial = `D1${Buffer.from(path + head + version)
      .reduce((sum, byte) => (sum * 31 + byte) % 0xffffff, 7)
      .toString(16)
      .padStart(6, '0')
      .toUpperCase()}`;
    expect(await exchange(post(path, frame(serial), head, version))).toBe(answerOf(serverTime));
    expect(await reports(serial)).toHaveLength(1);
  });

  it('takes a frame in single bytes', async () => {
    const [whole] = post('/t.php', BDM_2250);
    const bytes = [...(whole ?? Buffer.alloc(0))].map((byte) => Buffer.from([byte]));
    expect(await exchange(bytes, { pauseMs: 0 })).toBe(answerOf(serverTime));
    expect(await reports('86000001')).toEqual([{ power: 15126 }]);
  });

  it('takes a chunked body', async () => {
    const body = frame('D0000002');
    const head = 'POST /i.php HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2d\r\n';
    expect(await exchange([head, body, '\r\n0\r\n\r\n'])).toBe(answerOf(serverTime));
    expect(await reports('D0000002')).toHaveLength(1);
  });

  it("tells the time of the plant's place", async () => {
    await inTransaction(database.db, 'write', async (tx) => {
      const site = await makeSite(tx, { timezone: 'Asia/Kathmandu' });
      await makeDevice(tx, site.id, { serial: 'D0000003' });
    });
    expect(await exchange(post('/i.php', frame('D0000003')))).toBe(answerOf('20260621181956'));
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'tooShort'],
    ['rubbish', Buffer.from('GET me some <script>'), 'tooShort'],
    ['a long rubbish', Buffer.alloc(200, 'x'), 'wrongStart'],
    ['half a frame', BDM_400.subarray(0, 30), 'tooShort'],
  ])('answers %s like a frame', async (_name, body, refusal) => {
    expect(await exchange(post('/i.php', body))).toBe(answerOf(serverTime));
    if (body.length === 0) return;
    await expect
      .poll(
        async () =>
          (
            await sql`
      select 1 from raw_frame where device_id = 0 and bytes = ${body} and refusal = ${refusal}`.execute(
              database.db,
            )
          ).rows.length,
      )
      .toBeGreaterThan(0);
  });

  it('answers a health check', async () => {
    expect(await exchange(['GET /i.php HTTP/1.1\r\n\r\n'])).toBe(answerOf(serverTime));
  });

  it('leaves calls of the API to the API', async () => {
    const answer = await exchange(
      post('/v2/anything', Buffer.from('{}'), 'Connection: close\r\nContent-Type: application/json\r\n'),
    );
    expect(answer).toContain('{"code":200}');
    expect(answer).toContain('Content-Security-Policy');
  });

  it('cuts an oversized body, and goes on living', async () => {
    const answer = await exchange([...post('/i.php', Buffer.alloc(5_000_000, 'y'))]);
    expect(answer === '' || answer === answerOf(serverTime)).toBe(true);
    expect(await exchange(post('/i.php', frame('D0000004')))).toBe(answerOf(serverTime));
  });

  it('cuts a body that is too slow', async () => {
    const parts = { pipeline, pool: database.pool, clock: () => now, log, metrics };
    const hasty = await startDevicePort(createDeviceEndpoint({ ...parts, bodyWithinMs: 200 }), {
      port: 0,
      host: '127.0.0.1',
    });
    const began = Date.now();
    const head = 'POST /i.php HTTP/1.1\r\nContent-Length: 45\r\n\r\n';
    expect(await exchange([head, 'y', 'y'], { to: hasty.port, pauseMs: 60 })).toBe('');
    expect(Date.now() - began).toBeLessThan(2_000);
    await hasty.close();
  });

  it('answers only after the frame can be read by others', async () => {
    for (let i = 0; i < 20; i++) {
      const serial = `D2${i.toString().padStart(6, '0')}`;
      expect(await exchange(post('/i.php', frame(serial)))).toBe(answerOf(serverTime));
      expect(await reports(serial)).toHaveLength(1);
    }
  });

  it('gives no answer when the frame could not be stored', async () => {
    const sinking: Pipeline = {
      ...pipeline,
      accept: async () => Promise.reject(new Unavailable('database')),
    };
    const endpoint = createDeviceEndpoint({
      pool: database.pool,
      clock: () => now,
      log,
      metrics,
      pipeline: sinking,
    });
    const other = await startDevicePort(endpoint, { port: 0, host: '127.0.0.1' });
    expect(await exchange(post('/i.php', frame('D0000005')), { to: other.port })).toBe('');
    await other.close();
  });

  it('counts a retry once, and a wrong checksum', async () => {
    const wrong = async () =>
      (await metrics.checksumMismatches.get()).values.reduce((sum, { value }) => sum + value, 0);
    const before = await wrong();
    for (let i = 0; i < 3; i++) {
      now += 10_000;
      await exchange(post('/i.php', frame('D0000006', 2000 + Math.trunc(i / 2))));
    }
    now = NOW;
    expect(await reports('D0000006')).toEqual([
      { power: Math.round(20_000 / 78.568) },
      { power: Math.round(20_010 / 78.568) },
    ]);
    // Each of the three is wrong in the inner, the sum and perhaps the xor checksum.
    expect((await wrong()) - before).toBeGreaterThanOrEqual(6);
  });

  it('takes the same on a port of its own, on any path', async () => {
    expect(await exchange(post('/anything', frame('D0000007')), { to: devicePort.port })).toBe(
      answerOf(serverTime),
    );
    expect(await reports('D0000007')).toHaveLength(1);
    expect(await exchange(['this is no HTTP\r\n\r\n'], { to: devicePort.port })).toBe('');
  });
});

describe('the replay endpoint', () => {
  const send = async (lines: (string | object)[], token = 'secret') => {
    const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const answer = await fetch(`http://127.0.0.1:${port}/ingest/replay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const line = (at: string, serial: string) => ({ at, frame: frame(serial).toString('hex') });

  it('is for those who have the token', async () => {
    expect((await send([], 'other')).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/ingest/replay`, { method: 'POST' })).status).toBe(401);
  });

  const head = (lines: string[]) =>
    ['POST /ingest/replay HTTP/1.1', 'Host: x', 'Authorization: Bearer secret', ...lines, '', ''].join(
      '\r\n',
    );

  /** Sends everything before it reads, as many clients do; returns the answer and the code of a failure. */
  async function sendFirst(text: string, bodyBytes: number) {
    const socket = net.connect({ port, host: '127.0.0.1' });
    let answer = '';
    let failure = '';
    socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? 'unknown'));
    socket.pause();
    const write = (piece: string | Buffer) =>
      new Promise<void>((resolve) => socket.write(piece, () => resolve()));
    await write(text);
    const piece = Buffer.alloc(1_048_576, 'x');
    for (let left = bodyBytes; left > 0 && !socket.destroyed; left -= piece.length)
      await write(piece.subarray(0, Math.min(left, piece.length)));
    const hasClosed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.resume();
    if (!socket.destroyed) await hasClosed;
    return { answer, failure };
  }

  it('answers a body that is too long with its limit, however the client sends it', async () => {
    const tooLong = 20 * 1_048_576;
    const declared = `Content-Length: ${tooLong}`;
    const chunked = `${head(['Transfer-Encoding: chunked'])}${tooLong.toString(16)}\r\n`;
    const ways: [string, number][] = [
      [head([declared]), 0],
      [head([declared]), tooLong],
      [head([declared, 'Connection: close']), tooLong],
      [head(['Expect: 100-continue', declared]), tooLong],
      [chunked, tooLong],
    ];
    for (const [text, bytes] of ways) {
      const { answer, failure } = await sendFirst(text, bytes);
      expect([text, failure, answer.match(/HTTP\/1.1 4\d\d/g)]).toEqual([text, '', ['HTTP/1.1 413']]);
      expect(answer).toContain('{"error":"request too large: at most 8 MB per request"}');
      expect(answer).toMatch(/^connection: close\r$/im);
    }
  });

  it('closes the connection of a body that does not end', async () => {
    const endless = 120 * 1_048_576;
    const { failure } = await sendFirst(head([`Content-Length: ${endless}`]), endless);
    expect(['ECONNRESET', 'EPIPE']).toContain(failure);
  });

  it('stores lines by their own time, repeats for nothing, and refuses bad lines by themselves', async () => {
    const lines = [
      line('2026-06-20T10:00:00Z', 'D3000001'),
      line('2026-06-20T10:05:00+02:00', 'D3000001'),
      'this is no JSON',
      '',
      line('2026-06-21T13:00:00Z', 'D3000001'),
      line('yesterday', 'D3000001'),
      { at: '2026-06-20T10:00:00Z', frame: '79zz' },
      { at: '2026-06-20T10:00:00Z', frame: '7926' },
      {
        at: '2026-06-20T10:00:00Z',
        serial: 'D3000002',
        report: { kind: 'meter', powerW: -400, energyInWh: 12.5 },
      },
      { at: '2026-06-20T10:00:00Z', serial: 'nobody', report: { kind: 'meter', powerW: 1 } },
      { at: '2026-06-20T10:00:00Z', serial: 'D3000002', report: { kind: 'meter', powerW: 'much' } },
      { serial: 'D3000002' },
      [],
    ];
    const { status, body } = await send(lines);
    expect(status).toBe(200);
    expect(body).toEqual({
      accepted: 3,
      repeated: 0,
      refused: 9,
      problems: [
        { line: 3, reason: 'notJson' },
        { line: 5, reason: 'inTheFuture' },
        { line: 6, reason: 'badInstant' },
        { line: 7, reason: 'notHex' },
        { line: 8, reason: 'tooShort' },
        { line: 10, reason: 'badSerial' },
        { line: 11, reason: 'notANumber: powerW' },
        { line: 12, reason: 'neitherFrameNorReport' },
        { line: 13, reason: 'notAnObject' },
      ],
    });
    expect((await send(lines)).body).toMatchObject({ accepted: 0, repeated: 3, refused: 9 });
    expect(await reports('D3000001')).toHaveLength(2);
  });

  it('lets the later arrival of one instant win', async () => {
    const at = '2026-06-20T10:00:00Z';
    const lines = [1000, 2000].map((power) => ({ at, frame: frame('D3000003', power).toString('hex') }));
    expect((await send(lines)).body).toMatchObject({ refused: 0 });
    expect(await reports('D3000003')).toEqual([{ power: Math.round(20_000 / 78.568) }]);
  });
});
