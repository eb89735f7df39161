// Open reads and documents, asked for without end: bounded per connection, per network and per minute.
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOpenApi } from '../../src/http/openapi.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await startTestApp({ limits: { connections: { perNetwork: 60 }, anonymousReadsPerMinute: 100 } });
  addOpenApi(app.http);
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** Sends a text over a connection from a loopback address and counts the answers until it is closed or idle. */
function connect(text: string, { from = '127.0.0.1', reads = true } = {}) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from }, () => socket.write(text));
  let received = '';
  if (reads) {
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
  }
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, closed, answers: () => received.match(/HTTP\/1\.1 \d+/g) ?? [] };
}

const call = 'POST /v1/common/country HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';

describe('pipelined requests', () => {
  it('of a polite client are all answered in order', async () => {
    const { socket, answers } = connect(call.repeat(20));
    await expect.poll(() => answers().length).toBe(20);
    expect(new Set(answers())).toEqual(new Set(['HTTP/1.1 200']));
    socket.destroy();
  });

  it('beyond the limit of a connection close it', async () => {
    const attack = Array.from({ length: 50 }, () => connect(call.repeat(200)));
    await Promise.all(attack.map(({ closed }) => closed));
    const other = connect(call, { from: '127.0.0.6' });
    await expect.poll(() => other.answers()).toEqual(['HTTP/1.1 200']);
    other.socket.destroy();
    expect(Math.max(...attack.map(({ answers }) => answers().length))).toBeLessThanOrEqual(32);
  });

  it('count per network and minute where no session is needed', async () => {
    const { socket, answers } = connect(call.repeat(30), { from: '127.0.0.7' });
    await expect.poll(() => answers().length).toBe(30);
    socket.destroy();
    for (let i = 0; i < 4; i++) {
      const more = connect(call.repeat(30), { from: '127.0.0.7' });
      await expect.poll(() => more.answers().length).toBe(30);
      more.socket.destroy();
      if (i === 3) expect(more.answers()).toContain('HTTP/1.1 429');
    }
  });
});

describe('connections', () => {
  it('of one network are bounded; another network is served', async () => {
    const held = Array.from({ length: 80 }, () => connect('', { from: '127.0.0.9' }));
    let closed = 0;
    for (const { closed: one } of held) void one.then(() => closed++);
    await expect.poll(() => closed).toBe(20);
    const other = connect(call, { from: '127.0.0.10' });
    await expect.poll(() => other.answers().length).toBe(1);
    other.socket.destroy();
    for (const { socket } of held) socket.destroy();
    await Promise.all(held.map(({ closed: one }) => one));
    const later = connect(call, { from: '127.0.0.9' });
    await expect.poll(() => later.answers().length).toBe(1);
    later.socket.destroy();
  });
});

describe('the description of the API', () => {
  it('is compressed once, and has a limit per network', async () => {
    const request = (encoding: string) =>
      app.http.inject({
        url: '/openapi.json',
        remoteAddress: '127.0.0.20',
        headers: { 'accept-encoding': encoding },
      });
    const plain = await request('identity');
    const compressed = await request('br, gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json()).toHaveProperty('openapi');
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    const statuses = new Set<number>();
    for (let i = 0; i < 250; i++) statuses.add((await request('br')).statusCode);
    expect([...statuses]).toEqual([200, 429]);
  });

  it('that is not read costs no memory of its own', async () => {
    const before = process.memoryUsage.rss();
    const get = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20);
    const held = Array.from({ length: 10 }, (_, i) =>
      connect(get, { from: `127.0.1.${i + 1}`, reads: false }),
    );
    await expect
      .poll(async () => {
        const count = await new Promise<number>((resolve, reject) =>
          app.http.server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
        );
        return count;
      })
      .toBeGreaterThanOrEqual(10);
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1_048_576);
    for (const { socket } of held) socket.destroy();
  });
});
