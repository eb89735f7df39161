// Several processes over one database: what one of them does, the others know.
import fs from 'node:fs';
import http from 'node:http';
import { account } from '@helioport/contract/account';
import type { Envelope } from '@helioport/contract/envelope';
import { site } from '@helioport/contract/site';
import { decodeFrame } from '@helioport/protocol/nep/frame';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../seed/make.ts';
import { seedMenus } from '../seed/menus.ts';
import { inTransaction } from '../src/platform/db.ts';
import { freshDatabase, type TestDatabase } from './harness.ts';
import { type ServerProcess, startProcess } from './processes.ts';

/** Of a device of four inputs with 1,512.6 W. */
const FRAME =
  '793e00401400000f0f0f0f00003400c3c3c3c301000086000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233ab430';
const PASSWORD = 'helioport-demo';

let database: TestDatabase;
let one: ServerProcess;
let other: ServerProcess;
let ingest: ServerProcess;
let token: string;
let sid: string;

beforeAll(async () => {
  database = await freshDatabase();
  const decoded = decodeFrame(Buffer.from(FRAME, 'hex'));
  if (!decoded.ok) throw new Error('the frame of the test is none');
  const { serial } = decoded.frame;
  await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const owner = await makeUser(tx, { email: 'anna@demo.test' });
    const plant = await makeSite(tx, { ownerId: owner.id });
    sid = plant.sid;
    await makeDevice(tx, plant.id, { serial });
  });
  const env = { DATABASE_URL: database.url, DATABASE_CONNECTIONS: '8' };
  // Side by side, so that all of them want to migrate and seed.
  [one, other, ingest] = await Promise.all([
    startProcess({ ...env, PARTS: 'api' }),
    startProcess({ ...env, PARTS: 'api' }),
    startProcess({ ...env, PARTS: 'ingest,jobs' }),
  ]);
  token = (await call(one, account.signIn.path, { account: 'anna@demo.test', password: PASSWORD })).token;
});
afterAll(async () => {
  await Promise.all([one?.kill(), other?.kill(), ingest?.kill()]);
  await database.close();
});

async function send(server: ServerProcess, path: string, body: unknown, as = token) {
  const answer = await fetch(`${server.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: as ?? '', lan: '6' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Envelope;
}
async function call(server: ServerProcess, path: string, body: unknown = {}) {
  const { code, msg, data } = await send(server, path, body);
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
  const signedIn = data as { tokenInfo?: { token: string } };
  return { token: signedIn.tokenInfo?.token ?? '', data: data as Record<string, unknown> };
}
const post = (server: ServerProcess, hex: string) =>
  fetch(`${server.url}/t.php`, { method: 'POST', body: Buffer.from(hex, 'hex') });

/** The events of `GET /live` as they come. */
function listen(server: ServerProcess): Promise<{ received: () => string; close: () => void }> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${server.url}/live`, { headers: { authorization: token } }, (response) => {
      let received = '';
      response.on('data', (chunk: Buffer) => (received += chunk.toString()));
      response.on('error', () => undefined);
      resolve({ received: () => received, close: () => request.destroy() });
    });
    request.on('error', reject);
  });
}

describe('processes over one database', () => {
  it('need no folder: nothing was written into theirs', () => {
    for (const { folder } of [one, other, ingest]) expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('write links with the port that the system chose', async () => {
    for (const server of [one, other]) {
      const { data } = await call(server, site.handOver.path, { sid, email: 'buyer@demo.test' });
      expect(data.link).toContain(`${server.url}/pvPlant/offer?token=`);
    }
  });

  it('do their own part only', async () => {
    expect((await send(ingest, account.info.path, {})).code).toBe(404);
    for (const server of [one, other, ingest]) {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    }
    expect((await fetch(`${one.url}/ingest/replay`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${ingest.url}/ingest/replay`, { method: 'POST' })).status).toBe(401);
  });

  it('show a picture at one that was uploaded at the other', async () => {
    const data = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(data)], { type: 'image/png' }), 'me.png');
    const answer = await fetch(`${one.url}/${account.avatar.path}`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    });
    const { headerImg } = ((await answer.json()) as Envelope).data as { headerImg: string };
    const shown = await fetch(`${other.url}${headerImg}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('tell at one what was posted at another', async () => {
    const live = await listen(one);
    expect((await post(ingest, FRAME)).status).toBe(200);
    await expect.poll(live.received, { timeout: 60_000 }).toContain(`"${sid}"`);
    live.close();
    const { data } = await call(other, site.overview.path, { sid });
    expect(JSON.stringify(data)).toContain('1512.6');
  });

  it('hold a limit together: wrong passwords at two processes lock after five', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) {
      const body = { account: 'nobody@demo.test', password: 'wrong-password' };
      codes.push((await send(i % 2 ? one : other, account.signIn.path, body, '')).code);
    }
    expect(codes.slice(0, 4).every((code) => code === 258)).toBe(true);
    expect(codes[5]).toBe(259);
  });

  it('hold the calls of strangers together', async () => {
    // The login above was counted too. Small limits are counted one by one, so the processes hold no lease of it.
    await sql`delete from call_counts`.execute(database.db);
    // A call of strangers that costs little, so that the minute does not end meanwhile.
    const body = { token: 'x'.repeat(43) };
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) => send(i % 2 ? one : other, account.verifyEmail.path, body, '')),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code !== 429)).toHaveLength(60);
  });

  it('serve on when one of them is killed, and take it back', async () => {
    await ingest.kill('SIGKILL');
    expect((await call(one, site.overview.path, { sid })).data).toBeTruthy();
    await one.kill('SIGKILL');
    expect((await call(other, account.info.path)).data).toBeTruthy();
    ingest = await startProcess({ DATABASE_URL: database.url, PARTS: 'ingest,jobs' });
    await other.kill('SIGKILL');
    expect((await post(ingest, FRAME)).status).toBe(200);
    one = await startProcess({ DATABASE_URL: database.url, PARTS: 'api' });
    expect((await call(one, account.info.path)).data).toBeTruthy();
  });
});
