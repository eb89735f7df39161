// Endless bodies, and bodies from callers without permission.
import net from 'node:net';
import { account } from '@helioport/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import type { Pipeline } from '../../src/ingest/accept.ts';
import { addReplayEndpoint } from '../../src/ingest/replay.ts';
import { createAdmission } from '../../src/platform/admission.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let port: number;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ limits: { uploadWithinMs: 500, sessionCallsPerMinute: 40 } });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'owner@make.test' });
  });
  addReplayEndpoint(app.http, { pipeline: {} as Pipeline, token: 'secret' });
  const signedIn = await app.anonymous.call(account.signIn, {
    account: 'owner@make.test',
    password: 'helioport-demo',
  });
  token = signedIn.tokenInfo.token;
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** Sends text over a socket of its own and gives the first line of the answer; '' when the server closed instead. */
function send(text: string, at = port): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(at, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\r\n')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}

const head = (path: string, lines: readonly string[]) =>
  [`POST /${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');
const hanging = '--x\r\n\r\n--x--';
const multipart = (path: string, more: readonly string[] = []) =>
  head(path, [
    ...more,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${hanging.length}`,
  ]) + hanging;

describe('a multipart body whose last part never ends', () => {
  it('holds none of a thousand connections, and no other caller waits', async () => {
    const paths = ['v2/sign-in', 'v2/account/avatar', 'v2/brand/logo', 'v2/site/listWithSN'];
    const attack = Promise.all(Array.from({ length: 1_000 }, (_, i) => send(multipart(paths[i % 4] ?? ''))));
    const other = await app.anonymous.send('v1/common/country');
    expect(other.envelope.code).toBe(200);
    const answers = await attack;
    expect([...new Set(answers)].sort()).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 401 Unauthorized']);
  }, 600_000);

  it('is given up after a while where a file is wanted, even of somebody who may upload', async () => {
    expect(await send(multipart('v2/account/avatar', [`Authorization: ${token}`]))).toBe('HTTP/1.1 200 OK');
  });
});

describe('an upload of a caller without a session', () => {
  it('is refused by its header, before any of it is read', async () => {
    const patient = await startTestApp({ limits: { uploadWithinMs: 3_600_000 } });
    const at = Number(new URL(await patient.http.listen({ port: 0, host: '127.0.0.1' })).port);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        send(
          `${head(['v2/sign-in', 'v1/common/country', 'v2/account/avatar'][i % 3] ?? '', [
            'Content-Type: multipart/form-data; boundary=x',
            'Content-Length: 4000000',
          ])}--x\r\n`,
          at,
        ),
      ),
    );
    expect([...new Set(answers)].sort()).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 401 Unauthorized']);
    await patient.close();
  });
});

describe('request bodies under way', () => {
  it('of one network wait with the sender beyond its budget', async () => {
    const admission = createAdmission({
      anonymousBodies: {
        bytes: 1_000_000,
        bytesPerCaller: 100_000,
        bodiesPerCaller: 10,
        waitingPerCaller: 1,
        waiting: 10,
        waitMs: 60_000,
      },
    });
    const small = await startTestApp({ limits: { admission } });
    const at = Number(new URL(await small.http.listen({ port: 0, host: '127.0.0.1' })).port);
    const body = (length: number) =>
      head('v2/sign-in', ['Content-Type: application/json', `Content-Length: ${length}`]);
    const first = net.connect(at, '127.0.0.1', () => first.write(body(90_000)));
    const second = net.connect(at, '127.0.0.1');
    await expect.poll(() => admission.anonymousBodies.load()).toEqual({ bytes: 90_000, waiting: 0 });
    second.write(body(90_000));
    await expect.poll(() => admission.anonymousBodies.load()).toEqual({ bytes: 90_000, waiting: 1 });
    expect(await send(body(90_000), at)).toBe('HTTP/1.1 429 Too Many Requests');
    // Small bodies, such as login and frames, need no reservation.
    expect((await small.anonymous.send('v2/sign-in', { account: 'a@b.test', password: 'x' })).status).toBe(
      200,
    );
    first.destroy();
    await expect.poll(() => admission.anonymousBodies.load()).toEqual({ bytes: 90_000, waiting: 0 });
    second.destroy();
    await expect.poll(() => admission.anonymousBodies.load()).toEqual({ bytes: 0, waiting: 0 });
    await small.close();
  });
});

describe('a body', () => {
  const silent = (path: string, bytes: number, more: readonly string[] = []) =>
    head(path, [...more, 'Content-Type: application/json', `Content-Length: ${bytes}`]);

  it('of a stranger is not waited for where strangers may not call', async () => {
    expect(await send(silent('v2/site/listWithSN', 50_000))).toBe('HTTP/1.1 401 Unauthorized');
  });

  it('without the token of the replay endpoint is not read', async () => {
    expect(await send(silent('ingest/replay', 8_000_000))).toBe('HTTP/1.1 401 Unauthorized');
    expect(await send(silent('ingest/replay', 8_000_000, ['Authorization: Bearer wrong']))).toBe(
      'HTTP/1.1 401 Unauthorized',
    );
  });

  it('of more than 100 kB is refused by its length alone', async () => {
    expect(await send(silent('v2/sign-in', 110_000))).toContain('HTTP/1.1 413');
    expect(await send(silent('v2/nowhere', 110_000))).toContain('HTTP/1.1 413');
  });
});

describe('a session', () => {
  it('may make many calls a minute, and not any number', async () => {
    const caller = app.withToken(token);
    const codes = new Set<number>();
    for (let i = 0; i < 45; i++) codes.add((await caller.send('v2/account/info')).envelope.code);
    expect([...codes]).toEqual([200, 429]);
    const { envelope } = await app.anonymous.send('v1/common/country');
    expect(envelope.code).toBe(200);
  });
});
