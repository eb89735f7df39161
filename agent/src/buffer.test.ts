// The buffer and the sender: nothing is lost or deleted before the portal has stored it.
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { readLines } from '@helioport/protocol/influx/lines';
import { afterEach, describe, expect, it } from 'vitest';
import { openBuffer, type Stored } from './buffer.ts';
import { takeBuffer } from './lock.ts';
import { createSender } from './portal.ts';

const folders: string[] = [];
const servers: http.Server[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
const folder = () => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-agent-'));
  folders.push(made);
  return made;
};
const silent = () => {};
const START = Date.UTC(2026, 5, 14);
/** The reading of minute `i`, with 10 Wh more each. */
const minute = (i: number, device = 'Roof'): Stored => ({
  device,
  reading: {
    source: 'A1',
    role: 'pv',
    atMs: START + i * 60_000,
    values: { powerW: 600, energyOutWh: 1000 + i * 10 },
  },
});
const allOf = (dir: string) => {
  const buffer = openBuffer(dir, { bytesMax: 1e9, log: silent });
  const found: Stored[] = [];
  for (let one = buffer.oldest(); one; one = buffer.oldest()) {
    found.push(...one.stored);
    buffer.remove(one.id);
  }
  return found;
};

describe('buffer', () => {
  it('keeps readings over a restart, without a line that was being written', () => {
    const dir = folder();
    const buffer = openBuffer(dir, { bytesMax: 1e9, log: silent });
    buffer.append([minute(0)]);
    buffer.append([minute(1), minute(2)]);
    const [file] = fs.readdirSync(dir);
    fs.appendFileSync(path.join(dir, file!), '{"device":"Roof","reading":{"sour');
    fs.writeFileSync(path.join(dir, '000000000009.jsonl'), 'null\n{}\n\u0000\u0000\n');
    const problems: string[] = [];
    const again = openBuffer(dir, { bytesMax: 1e9, log: (text) => problems.push(text) });
    again.append([minute(3)]);
    expect(again.oldest()?.stored).toEqual([minute(0), minute(1), minute(2)]);
    expect(problems).toEqual(['buffer: 1 incomplete line(s) skipped']);
    expect(allOf(dir).map(({ reading }) => reading.atMs)).toEqual(
      [0, 1, 2, 3].map((i) => minute(i).reading.atMs),
    );
  });

  it('thins a week that is larger than it may be, with its first and last energy and every midnight', () => {
    const dir = folder();
    const week = 7 * 1440;
    const buffer = openBuffer(dir, { bytesMax: 600_000, log: silent });
    for (let i = 0; i < week; i += 60) {
      buffer.append(Array.from({ length: 60 }, (_, k) => minute(i + k)));
      buffer.fit();
    }
    expect(buffer.bytes()).toBeLessThanOrEqual(600_000);
    const kept = allOf(dir);
    const minutes = new Set(kept.map(({ reading }) => (reading.atMs - START) / 60_000));
    expect([...minutes]).toEqual([...minutes].sort((a, b) => a - b));
    expect(kept.at(-1)).toEqual(minute(week - 1));
    // The last reading of every quarter of an hour in the older part, thus of every day in every time zone.
    for (let i = 14; i < 1440; i += 15) expect(minutes.has(i)).toBe(true);
    for (let day = 1; day <= 7; day++) expect(minutes.has(day * 1440 - 1)).toBe(true);
  });

  it('thins held readings within the same size, and does not join them with others', () => {
    const dir = folder();
    const buffer = openBuffer(dir, { bytesMax: 300_000, log: silent });
    for (let i = 0; i < 3 * 1440; i += 60) {
      const stored = Array.from({ length: 60 }, (_, k) => minute(i + k));
      buffer.append(stored);
      // The portal rejects the token of this segment.
      const segment = buffer.oldest();
      buffer.hold(segment?.stored ?? []);
      if (segment) buffer.remove(segment.id);
      buffer.append(stored.map((one) => ({ ...one, device: 'Barn' })));
      buffer.fit();
    }
    expect(buffer.bytes()).toBeLessThanOrEqual(300_000);
    const sent: Stored[] = [];
    for (let one = buffer.oldest(); one; one = buffer.oldest()) {
      sent.push(...one.stored);
      buffer.remove(one.id);
    }
    expect(new Set(sent.map(({ device }) => device))).toEqual(new Set(['Barn']));
    const kept = allOf(dir).filter(({ device }) => device === 'Roof');
    expect(kept.at(-1)).toEqual(minute(3 * 1440 - 1));
  });

  it('keeps the last value before a counter restarts', () => {
    const dir = folder();
    const buffer = openBuffer(dir, { bytesMax: 1, log: silent });
    const reset: Stored = { ...minute(3), reading: { ...minute(3).reading, values: { energyOutWh: 0 } } };
    const filler = Array.from({ length: 3000 }, (_, i) => minute(100 + i));
    buffer.append([minute(1), minute(2), reset, minute(4), ...filler]);
    const small = openBuffer(dir, { bytesMax: 300_000, log: silent });
    small.fit();
    expect(allOf(dir).slice(0, 3)).toEqual([minute(2), minute(4), minute(104)]);
  });

  it('belongs to one agent', async () => {
    const dir = folder();
    const lock = await takeBuffer(dir);
    await expect(takeBuffer(dir)).rejects.toThrow('another agent uses');
    lock.release();
    (await takeBuffer(dir)).release();
  });
});

describe('sender', () => {
  type Answer = { status: number; body?: string; headers?: Record<string, string> };
  const portal = async (answer: (lines: string[], token: string) => Answer) => {
    const received: string[][] = [];
    const server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const lines = Buffer.concat(chunks).toString().split('\n');
        received.push(lines);
        const { status, body = '', headers } = answer(lines, request.headers.authorization ?? '');
        response.writeHead(status, headers).end(body);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const tokens = new Map([
    ['Roof', 'a'.repeat(32)],
    ['Barn', 'b'.repeat(32)],
  ]);
  const sending = (url: string, dir: string, log: (text: string) => void = silent) => {
    const buffer = openBuffer(dir, { bytesMax: 1e9, log: silent });
    return { buffer, sender: createSender({ portal: url, tokens, buffer, log }) };
  };
  const never = new AbortController().signal;

  it('sends oldest first with original times, each device with its token', async () => {
    const { url, received } = await portal(() => ({ status: 204 }));
    const { buffer, sender } = sending(url, folder());
    buffer.append([minute(0), minute(0, 'Barn'), minute(1), minute(2, 'Gone')]);
    await sender.drain(never);
    expect(buffer.bytes()).toBe(0);
    expect(received.map((lines) => readLines(lines.join('\n'), 'ms').readings)).toEqual([
      [minute(0).reading, minute(1).reading],
      [minute(0).reading],
    ]);
  });

  it.each([
    [{ status: 200, body: '<html>Login</html>' }, 'unexpected status 200'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'redirects to http://127.0.0.1:1/'],
    [{ status: 503, headers: { 'retry-after': '1' } }, 'cannot store now (503)'],
    [{ status: 429 }, 'cannot store now (429)'],
    [{ status: 400, body: '{"message":"inTheFuture"}' }, 'check the clock'],
    [{ status: 204, body: '' }, ''],
  ])('keeps readings after %j', async (answer, problem) => {
    const { url } = await portal(() => answer);
    const dir = folder();
    const { buffer, sender } = sending(url, dir);
    buffer.append([minute(0)]);
    if (problem === '') await sender.drain(never);
    else await expect(sender.drain(never)).rejects.toThrow(problem);
    expect(allOf(dir)).toHaveLength(problem === '' ? 0 : 1);
  });

  it('keeps the readings of a rejected token until the next start and sends the others', async () => {
    let isRejected = true;
    let isBusy = true;
    const { url, received } = await portal((_, token) => {
      if (isRejected && token.endsWith('a')) return { status: 401, body: '{"message":"token revoked"}' };
      return { status: isBusy ? 503 : 204 };
    });
    const dir = folder();
    const logged: string[] = [];
    const { buffer, sender } = sending(url, dir, (text) => logged.push(text));
    buffer.append([minute(0), minute(0, 'Barn')]);
    // An outage of the other feed does not keep the readings twice.
    for (let i = 0; i < 3; i++) await expect(sender.drain(never)).rejects.toThrow('cannot store now');
    isBusy = false;
    await sender.drain(never);
    const stop = new AbortController();
    const ended = sender.run(stop.signal);
    for (const i of [1, 2]) {
      buffer.append([minute(i), minute(i, 'Barn')]);
      sender.wake();
      await expect.poll(() => buffer.hasUnsent()).toBe(false);
    }
    stop.abort();
    await ended;
    expect(sender.isPaused()).toBe(true);
    expect(logged.filter((text) => text.includes('rejects'))).toEqual([
      expect.stringMatching(
        /^the portal rejects the token of Roof: token revoked; readings of Roof are kept/,
      ),
    ]);
    expect(received.filter((lines) => lines.length > 0)).toHaveLength(7);
    expect(fs.readdirSync(dir).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);

    isRejected = false;
    const restarted = sending(url, dir);
    restarted.buffer.append([minute(3)]);
    received.length = 0;
    await restarted.sender.drain(never);
    expect(restarted.buffer.bytes()).toBe(0);
    expect(received.flatMap((lines) => readLines(lines.join('\n'), 'ms').readings)).toEqual(
      [0, 1, 2, 3].map((i) => minute(i).reading),
    );
  });

  it('ends once the portal rejects every token, and keeps all readings', async () => {
    const { url } = await portal((_, token) => ({ status: token.endsWith('a') ? 401 : 403 }));
    const dir = folder();
    const { buffer, sender } = sending(url, dir);
    buffer.append([minute(0)]);
    await sender.drain(never);
    buffer.append([minute(1), minute(1, 'Barn')]);
    await expect(sender.drain(never)).rejects.toThrow('the portal rejects the data of Barn');
    expect(allOf(dir)).toHaveLength(3);
  });

  it('finds the readings that the portal rejects, keeps them apart, and goes on', async () => {
    const { url, received } = await portal((lines) =>
      lines.some((line) => line.includes('energy=1070'))
        ? { status: 400, body: '{"message":"partial write: outOfBounds"}' }
        : { status: 204 },
    );
    const dir = folder();
    const { buffer, sender } = sending(url, dir);
    buffer.append(Array.from({ length: 16 }, (_, i) => minute(i)));
    await sender.drain(never);
    expect(buffer.bytes()).toBe(0);
    expect(received.length).toBeLessThan(10);
    const [line = ''] = fs.readFileSync(path.join(dir, 'rejected.log'), 'utf8').split('\n');
    expect(JSON.parse(line)).toEqual({ problem: 'partial write: outOfBounds', ...minute(7) });
  });

  it('continues after an outage', async () => {
    let isUp = false;
    const { url } = await portal(() => ({ status: isUp ? 204 : 503 }));
    const { buffer, sender } = sending(url, folder());
    const stop = new AbortController();
    const ended = sender.run(stop.signal);
    buffer.append([minute(0)]);
    sender.wake();
    await new Promise((resolve) => setTimeout(resolve, 100));
    buffer.append([minute(1)]);
    sender.wake();
    isUp = true;
    await expect.poll(() => buffer.bytes()).toBe(0);
    stop.abort();
    await ended;
  });
});
