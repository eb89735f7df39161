import net from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/harness.ts';
import { ConfigError, readConfig } from '../config.ts';
import type { RefusedCause } from './connectionLimits.ts';
import { closeGently, createHttpServer } from './http.ts';
import { createLog } from './log.ts';

describe('TRUST_PROXY', () => {
  it.each(['on', 'yes', '0', '12', '10.0.0.0/33', '10.0.0.0/', 'proxy.example', '127.0.0.1,', '0.0.0.0/0'])(
    'refuses %s in a line that says what to write',
    (TRUST_PROXY) => {
      expect(() => readConfig({ TRUST_PROXY })).toThrow(ConfigError);
      expect(() => readConfig({ TRUST_PROXY })).toThrow(/TRUST_PROXY=.*address of your proxy/);
    },
  );

  it('takes networks, or a number of hops', () => {
    const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustsProxy;
    expect(read('127.0.0.1, 10.0.0.0/8,fd00::/8')).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    expect([read('2'), read('off'), read('')]).toEqual([2, false, false]);
  });

  it.each([
    ['1', '192.0.2.1'],
    ['192.0.2.0/24', '192.0.2.1'],
    ['', '203.0.113.9'],
    ['192.0.2.0/24', '203.0.113.9'],
  ])('%s: a caller who makes hops up empties no limit (from %s)', async (trust, remoteAddress) => {
    const app = await startTestApp({ env: { TRUST_PROXY: trust }, limits: { anonymousCallsPerMinute: 3 } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/v2/sign-in',
        remoteAddress,
        payload: '{}',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${i}, 203.0.113.5` },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    await app.close();
  });
});

describe('the headers', () => {
  it('let no page frame the portal, post its forms elsewhere or load pictures from anywhere', async () => {
    const app = await startTestApp();
    const { headers } = await app.http.inject({ method: 'POST', url: '/v1/common/lan', payload: '{}' });
    expect(headers['x-frame-options']).toBe('DENY');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("img-src 'self' data: blob:");
    expect(headers['strict-transport-security']).toBeUndefined();
    await app.close();
  });

  it('ask for https where the portal has such an address', async () => {
    const app = await startTestApp({ env: { PUBLIC_URL: 'https://sun.example' } });
    const { headers } = await app.http.inject({ method: 'POST', url: '/v1/common/lan', payload: '{}' });
    expect(headers['strict-transport-security']).toBe('max-age=15552000');
    await app.close();
  });
});

describe('an address that is no valid URL', () => {
  it.each(['/%ff', '/v2/%zz', '/assets/%'])(
    '%s is refused like an unknown one, in the language of the caller',
    async (url) => {
      const app = await startTestApp();
      const { statusCode, body } = await app.http.inject({
        method: 'POST',
        url,
        payload: '{}',
        headers: { lan: '7' },
      });
      expect(statusCode).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ code: 404, data: null });
      expect(body).not.toContain('FST_');
      await app.close();
    },
  );
});

describe('a server that closes', () => {
  /** A server with a call that responds on demand. */
  async function slowServer() {
    const app = await createHttpServer({ log: createLog('silent'), trustsProxy: false });
    let answer: () => void = () => {};
    const requested = new Promise<void>((markRequested) => {
      app.get('/slow', async () => {
        markRequested();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { status: 'done' };
      });
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { app, url, requested, answer: () => answer() };
  }

  it('answers what is under way, lets nobody in, and keeps no idle connection', async () => {
    const { app, url, requested, answer } = await slowServer();
    const under = fetch(`${url}/slow`);
    await requested;
    const closed = closeGently(app);
    await expect.poll(() => fetch(`${url}/slow`).catch(() => 'refused')).toBe('refused');
    answer();
    expect(await (await under).json()).toEqual({ status: 'done' });
    await closed;
  });

  it('does not wait for ever', async () => {
    const { app, url, requested } = await slowServer();
    const under = fetch(`${url}/slow`).catch(() => 'cut off');
    await requested;
    await closeGently(app, 100);
    expect(await under).toBe('cut off');
  });
});

describe('an answer that is compressed', () => {
  it('is longer than 4 KiB, says how long it is up to 64 KiB, and is sent in pieces beyond', async () => {
    const app = await createHttpServer({ log: createLog('silent'), trustsProxy: false });
    const text = (bytes: number) => ({ text: 'kWh '.repeat(bytes / 4) });
    for (const bytes of [4_000, 40_000, 400_000]) app.get(`/${bytes}`, async () => text(bytes));
    for (const encoding of ['gzip', 'br']) {
      const request = async (bytes: number) => {
        const { headers } = await app.inject({
          method: 'GET',
          url: `/${bytes}`,
          headers: { 'accept-encoding': encoding },
        });
        return { encoding: headers['content-encoding'], hasLength: headers['content-length'] !== undefined };
      };
      expect(await request(4_000)).toEqual({ encoding: undefined, hasLength: true });
      expect(await request(40_000)).toEqual({ encoding, hasLength: true });
      expect(await request(400_000)).toEqual({ encoding, hasLength: false });
    }
    await app.close();
  });
});

describe('a body that arrives after its response', () => {
  const MB = 1_048_576;
  const refused: RefusedCause[] = [];
  let app: Awaited<ReturnType<typeof createHttpServer>>;
  let port: number;

  beforeAll(async () => {
    app = await createHttpServer({
      log: createLog('silent'),
      trustsProxy: false,
      onConnectionRefused: (cause) => refused.push(cause),
    });
    for (const status of [401, 429]) {
      const onRequest = async (_request: unknown, reply: FastifyReply) => {
        await reply.code(status).send({ code: status });
      };
      app.post(`/${status}`, { onRequest }, async () => ({}));
    }
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => app.close());

  /** A socket that sends `heads`, each followed by `bytes` of body, and counts what it could send. */
  function send(heads: readonly string[], bytes: number) {
    let answer = '';
    let sent = 0;
    const block = Buffer.alloc(65_536);
    const socket = net.connect(port, '127.0.0.1');
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const write = (data: string | Buffer) =>
      new Promise<void>((resolve) => {
        if (socket.destroyed) return resolve();
        socket.write(data, () => resolve());
        void closed.then(resolve);
      });
    const finished = (async () => {
      for (const head of heads) {
        await write(head);
        for (let own = 0; own < bytes && !socket.destroyed; own += block.length) {
          await write(block);
          sent += block.length;
        }
      }
    })();
    return { socket, finished, closed, answer: () => answer, sent: () => sent };
  }
  const head = (path: string, line: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`;

  it.each(['/401', '/429'])('ends the connection after some MB of %s', async (path) => {
    refused.length = 0;
    const client = send([head(path, `Content-Length: ${256 * MB}`)], 256 * MB);
    await Promise.race([client.closed, client.finished]);
    expect(client.answer()).toMatch(new RegExp(`^HTTP/1.1 ${path.slice(1)} `));
    // What was received, and what the sockets of both ends hold.
    expect(client.sent()).toBeLessThan(32 * MB);
    expect(refused).toEqual(['body']);
  });

  it('does the same with a body of unknown length', async () => {
    refused.length = 0;
    const chunk = 256 * MB;
    const client = send([`${head('/401', 'Transfer-Encoding: chunked')}${chunk.toString(16)}\r\n`], chunk);
    await Promise.race([client.closed, client.finished]);
    expect(client.answer()).toMatch(/^HTTP\/1.1 401 /);
    expect(client.sent()).toBeLessThan(32 * MB);
    expect(refused).toEqual(['body']);
  });

  it('leaves the connection to the next request if it is shorter, however often', async () => {
    refused.length = 0;
    const heads = Array.from({ length: 6 }, () => head('/401', `Content-Length: ${MB}`));
    const client = send(heads, MB);
    await client.finished;
    await expect.poll(() => client.answer().match(/HTTP\/1.1 401 /g)?.length).toBe(6);
    expect(client.socket.destroyed).toBe(false);
    expect(refused).toEqual([]);
    client.socket.destroy();
  });
});
