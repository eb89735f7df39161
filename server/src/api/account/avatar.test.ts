import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { account } from '@helioport/contract/account';
import { sign } from '@helioport/contract/sign';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { tidy } from '../../jobs/cleanup.ts';
import { inTransaction } from '../../platform/db.ts';
import { adoptOldFiles } from '../../repositories/files.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ env: { SIGN_POLICY: 'enforce' } });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'anna@demo.test' });
  });
  const answer = await app.anonymous.call(account.signIn, {
    account: 'anna@demo.test',
    password: 'helioport-demo',
  });
  token = answer.tokenInfo.token;
});
afterAll(() => app.close());

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

async function send(data: Buffer, headers: Record<string, string> = {}, filename = '../../evil.html') {
  const boundary = 'helioport-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: text/html\r\n\r\n`;
  const answer = await app.http.inject({
    method: 'POST',
    url: '/v2/account/avatar',
    headers: {
      authorization: token,
      sign: sign(''),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, ...(answer.json() as { code: number; data: { headerImg: string } }) };
}
const get = (url: string) => app.http.inject({ method: 'GET', url });
const namesOfFiles = async () =>
  (await sql<{ hash: string }>`select hash from file_bytes`.execute(app.database.db)).rows.map(
    (row) => row.hash,
  );

describe('v2/account/avatar', () => {
  it('keeps the picture, shows it everywhere, and serves it to any browser, for ever and only as a picture', async () => {
    const { code, data } = await send(await picture('red'));
    expect(code).toBe(200);
    expect(data.headerImg).toMatch(/^\/files\/[0-9a-f]{64}$/);
    const me = app.withToken(token);
    expect((await me.call(account.profile)).avatar).toBe(data.headerImg);
    expect((await me.call(account.info)).headerImg).toBe(data.headerImg);

    const served = await get(data.headerImg);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="picture"',
    });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    });
  });

  it('keeps the same picture once, under no name that the caller chose', async () => {
    const first = await send(await picture('red'));
    const second = await send(await picture('red'), {}, 'other.png');
    expect(second.data).toEqual(first.data);
    expect(await namesOfFiles()).toEqual([first.data.headerImg.slice('/files/'.length)]);
  });

  it('refuses what is no picture, whatever it is called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await send(svg, {}, 'me.png')).code).toBe(281);
    expect((await send(Buffer.from('<html></html>'))).code).toBe(281);
    expect((await send(Buffer.alloc(0))).code).toBe(281);
  });

  it('refuses more than 4 MB', async () => {
    const { status, code } = await send(Buffer.concat([await picture('red'), Buffer.alloc(4 * 1_048_576)]));
    expect([status, code]).toEqual([413, 413]);
  });

  it('takes no file from a JSON body, and none from strangers', async () => {
    const me = app.withToken(token);
    for (const file of ['x', { data: [1, 2] }, { data: 'x', filename: 'y' }, null, undefined]) {
      expect((await me.send('v2/account/avatar', { file })).envelope.code).toBe(400);
    }
    expect((await send(await picture('red'), { authorization: '' })).status).toBe(401);
  });

  it('collects a picture that nobody uses, after a day', async () => {
    const start = app.now();
    const red = (await send(await picture('red'))).data.headerImg;
    const blue = (await send(await picture('blue'))).data.headerImg;
    const parts = { db: app.database.db, clock: app.now };
    await tidy(parts);
    expect((await get(red)).statusCode).toBe(200);
    app.setNow(start + 86_400_001);
    expect((await tidy(parts)).files).toBe(1);
    expect((await get(red)).statusCode).toBe(404);
    expect((await get(blue)).statusCode).toBe(200);
    expect(await namesOfFiles()).toEqual([blue.slice('/files/'.length)]);
    app.setNow(start);
  });
});

describe('v2/account/avatarDelete', () => {
  it('takes the picture away', async () => {
    await send(await picture('green'));
    const me = app.withToken(token);
    await me.call(account.avatarDelete);
    expect((await me.call(account.profile)).avatar).toBe('');
  });
});

describe('files of an earlier version', () => {
  it('are brought into the database out of the folder, and only as what they are called', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-files-'));
    const url = (await send(await picture('white'))).data.headerImg;
    const hash = url.slice('/files/'.length);
    const { rawPayload } = await get(url);
    const { db } = app.database;
    await sql`delete from file_bytes where hash = ${hash}`.execute(db);
    expect((await get(url)).statusCode).toBe(404);
    const place = path.join(dataDir, 'files', hash.slice(0, 2), hash.slice(2));
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, 'something else');
    expect(await adoptOldFiles(db, dataDir)).toBe(0);
    fs.writeFileSync(place, rawPayload);
    expect(await adoptOldFiles(db, dataDir)).toBe(1);
    expect((await get(url)).rawPayload.equals(rawPayload)).toBe(true);
    expect(await adoptOldFiles(db, dataDir)).toBe(0);
    fs.rmSync(dataDir, { recursive: true });
  });
});

describe('GET /files/<hash>', () => {
  it.each([
    `/files/${'0'.repeat(64)}`,
    '/files/..%2F..%2Fpostgres%2FPG_VERSION',
    `/files/${'A'.repeat(64)}`,
    '/files/x',
    '/files/',
    '/files/%00',
  ])('knows nothing under %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});
