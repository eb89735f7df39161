import { account } from '@helioport/contract/account';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, startPeople } from '../../../test/people.ts';
import { deleteUnusedFiles } from '../../repositories/files.ts';

let world: People;
let token: string;
beforeAll(async () => {
  world = await startPeople();
  const answer = await world.app.anonymous.call(account.signIn, {
    account: 'free@make.test',
    password: 'helioport-demo',
  });
  token = answer.tokenInfo.token;
});
afterAll(() => world.close());

async function send(sid: string, data: Buffer) {
  const boundary = 'helioport-boundary';
  const part = (head: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ]);
  const answer = await world.app.http.inject({
    method: 'POST',
    url: `/${site.picture.path}`,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      part('name="sid"', Buffer.from(sid)),
      part('name="file"; filename="roof.png"', data),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  });
  return answer.json() as { code: number; data: { logo: string } };
}

const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: 'tan' } })
    .png()
    .toBuffer();

describe('v2/site/picture', () => {
  it('is shown with the plant, kept while it is used, and taken away again', async () => {
    const { code, data } = await send(world.sid.alpha, await picture());
    expect([code, data.logo]).toEqual([200, expect.stringMatching(/^\/files\/[0-9a-f]{64}$/)]);
    const free = await world.as('free');
    expect((await free.call(site.detail, { sid: world.sid.alpha })).logo).toBe(data.logo);
    const { db } = world.app.database;
    const later = world.app.now() + 100 * 86_400_000;
    expect(await deleteUnusedFiles(db, later)).toBe(0);
    await free.call(site.pictureDelete, { sid: world.sid.alpha });
    expect((await free.call(site.detail, { sid: world.sid.alpha })).logo).toBe('');
    expect(await deleteUnusedFiles(db, later)).toBe(1);
    const { rows } = await sql`select from audit where action = 'site.picture'`.execute(db);
    expect(rows).toHaveLength(2);
  });

  it('is refused for the plant of another, and for what is no picture', async () => {
    expect((await send(world.sid.beta, await picture())).code).toBe(4040);
    expect((await send(world.sid.alpha, Buffer.from('no picture'))).code).toBe(281);
    const free = await world.as('free');
    expect((await free.send(site.picture.path, { sid: world.sid.alpha })).envelope.code).toBe(400);
  });
});
