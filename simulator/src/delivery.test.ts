import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoPlants } from '@helioport/demo/plants';
import { decodeFrame } from '@helioport/protocol/nep/frame';
import { afterEach, expect, test } from 'vitest';
import { postFrame, RequestRefused, replay } from './deviceEndpoints.ts';
import { bringHistory, type Progress } from './history.ts';
import { live } from './live.ts';
import { createWorld } from './world.ts';

/** A portal of one page: it keeps what comes in and answers what the test wants. */
interface Gate {
  readonly url: URL;
  readonly requests: { method: string; path: string; headers: http.IncomingHttpHeaders; body: Buffer }[];
  reply: (path: string) => { status: number; body: string; headers?: Record<string, string> };
}

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function openGate(): Promise<Gate> {
  const requests: Gate['requests'] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      requests.push({
        method: request.method ?? '',
        path,
        headers: request.headers,
        body: Buffer.concat(chunks),
      });
      const { status, body, headers } = gate.reply(path);
      response.writeHead(status, headers).end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const gate: Gate = { url, requests, reply: (path) => (path === '/ingest/replay' ? ok : clock) };
  return gate;
}

const ok = { status: 200, body: '{"accepted":1,"repeated":0,"refused":0}' };
const clock = { status: 200, body: '20261121081500' };
const never = new AbortController().signal;
const house = demoPlants.filter((p) => p.sid === 'DE_20240312_9kQm');

test('a frame is posted with the three headers of a device and nothing else', async () => {
  const gate = await openGate();
  expect(await postFrame(gate.url, new Uint8Array(45))).toBe('20261121081500');
  await postFrame(gate.url, new Uint8Array(69));
  expect(gate.requests.map((r) => r.path)).toEqual(['/i.php', '/t.php']);
  expect(Object.keys(gate.requests[0]?.headers ?? {}).sort()).toEqual([
    'connection',
    'content-length',
    'host',
  ]);
  expect(gate.requests[1]?.body).toHaveLength(69);
  gate.reply = () => ({ status: 502, body: '' });
  await expect(postFrame(gate.url, new Uint8Array(45))).rejects.toThrow('502');
});

test('the replay endpoint is asked again while it is busy, and not when it refuses', async () => {
  const gate = await openGate();
  const answers = [
    { status: 503, body: '' },
    { status: 429, body: '', headers: { 'retry-after': '0.01' } },
    ok,
  ];
  gate.reply = () => answers.shift() ?? ok;
  expect(await replay(gate.url, 'secret', ['{}'], never)).toEqual({ accepted: 1, repeated: 0, refused: 0 });
  expect(gate.requests).toHaveLength(3);
  expect(gate.requests[0]?.headers.authorization).toBe('Bearer secret');
  gate.reply = () => ({ status: 401, body: 'no' });
  await expect(replay(gate.url, 'wrong', ['{}'], never)).rejects.toThrow(RequestRefused);
});

test('history comes newest day first, in chunks of lines in order of time, and stops at the given instants', async () => {
  const chunks: string[][] = [];
  const progress: Progress[] = [];
  const untilMs = Date.parse('2026-10-20T11:00:00Z');
  const sum = await bringHistory({
    world: createWorld(),
    plants: demoPlants,
    days: 3,
    untilMs,
    send: async (lines) => {
      chunks.push([...lines]);
      return { accepted: lines.length, repeated: 0, refused: 0 };
    },
    onProgress: (p) => progress.push(p),
    signal: never,
  });
  expect(progress).toEqual([
    { day: '2026-10-20', done: 1, total: 3 },
    { day: '2026-10-19', done: 2, total: 3 },
    { day: '2026-10-18', done: 3, total: 3 },
  ]);
  expect(sum.accepted).toBe(chunks.flat().length);
  for (const chunk of chunks) {
    expect(chunk.length).toBeLessThanOrEqual(2000);
    const times = chunk.map((line) => Date.parse((JSON.parse(line) as { at: string }).at));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(Math.max(...times)).toBeLessThan(untilMs);
  }

  const since = untilMs - 2 * 3_600_000;
  const gap: number[] = [];
  await bringHistory({
    world: createWorld(),
    plants: house,
    days: 60,
    sinceMs: since,
    untilMs,
    send: async (lines) => {
      gap.push(...lines.map((line) => Date.parse((JSON.parse(line) as { at: string }).at)));
      return { accepted: lines.length, repeated: 0, refused: 0 };
    },
    onProgress: (p) => expect(p.total).toBe(2),
    signal: never,
  });
  expect(gap).toHaveLength(24);
  expect(Math.min(...gap)).toBeGreaterThanOrEqual(since);
});

test('live: devices post in their own rhythm, survive a portal that is away, and stop when told', async () => {
  const gate = await openGate();
  const ending = new AbortController();
  const errors: string[] = [];
  let isAway = true;
  const replayed: string[] = [];
  const running = live({
    world: createWorld(),
    plants: house,
    fromMs: Date.parse('2026-07-01T08:00:00Z'),
    speed: 10_000,
    endpoints: {
      frame: (frame) => (isAway ? Promise.reject(new Error('away')) : postFrame(gate.url, frame)),
      replay: async (lines) => {
        replayed.push(...lines);
        return { accepted: lines.length, repeated: 0, refused: 0 };
      },
    },
    onError: (text) => errors.push(text),
    signal: ending.signal,
  });
  await expect.poll(() => errors.length).toBeGreaterThan(2);
  expect(errors[0]).toContain('away');
  isAway = false;
  await expect.poll(() => gate.requests.length, { timeout: 60_000 }).toBeGreaterThan(5);
  ending.abort();
  await running;
  const first = decodeFrame(gate.requests[0]?.body ?? new Uint8Array());
  expect(first.ok && first.frame.serial).toBe('86D10001');
});

test('live at the pace of the clock: what is late goes through the replay endpoint with its own time', async () => {
  const ending = new AbortController();
  const replayed: string[] = [];
  const fromMs = Date.parse('2026-07-01T08:00:00Z');
  const running = live({
    world: createWorld(),
    plants: house,
    fromMs,
    speed: 1,
    endpoints: {
      frame: () => Promise.reject(new Error('no frame is due')),
      replay: async (lines) => {
        replayed.push(...lines);
        if (replayed.length >= 20) ending.abort();
        return { accepted: lines.length, repeated: 0, refused: 0 };
      },
    },
    onError: () => undefined,
    signal: ending.signal,
  });
  await running;
  const times = replayed.map((line) => Date.parse((JSON.parse(line) as { at: string }).at));
  expect(times[0]).toBeGreaterThanOrEqual(fromMs);
  expect(times[1]).toBe((times[0] ?? 0) + 300_000);
});
