// Documents of a plant: who adds, sees and deletes them, and what is left of a plant that is deleted.

import { account } from '@helioport/contract/account';
import { PIECE_BYTES } from '@helioport/contract/largeFiles';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { SITE_FILES_MAX } from '@helioport/contract/siteFiles';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../../seed/makePdf.ts';
import { sendPiece } from '../../../test/largeFiles.ts';
import { type People, startPeople } from '../../../test/people.ts';
import { deleteUnusedLargeFiles } from '../../repositories/largeFiles.ts';

let world: People;
let token: string;
let sid: string;
beforeAll(async () => {
  world = await startPeople();
  sid = world.sid.alpha;
  token = await tokenOf('free@make.test');
});
afterAll(() => world.close());

async function tokenOf(email: string): Promise<string> {
  const answer = await world.app.anonymous.call(account.signIn, {
    account: email,
    password: 'helioport-demo',
  });
  return answer.tokenInfo.token;
}

async function add(name: string, data = pdfOf(name)): Promise<number> {
  const { id } = await world.app.withToken(token).call(site.fileBegin, { sid, name, bytes: data.length });
  for (let startAt = 0; startAt < data.length; startAt += PIECE_BYTES) {
    const piece = { id, startAt, data: data.subarray(startAt, startAt + PIECE_BYTES) };
    expect(await sendPiece(world.app, token, site.filePiece, piece)).toMatchObject({ code: 200 });
  }
  return id;
}

const names = async () =>
  (await world.app.withToken(token).call(site.files, { sid })).list.map(({ name }) => name);

describe('documents of a plant', () => {
  it('are listed when they are complete, opened by their address, and deleted', async () => {
    const id = await add('Warranty.pdf');
    await world.app.withToken(token).call(site.fileBegin, { sid, name: 'Unfinished.pdf', bytes: 100 });
    const { list } = await world.app.withToken(token).call(site.files, { sid });
    expect(list).toMatchObject([{ id, name: 'Warranty.pdf', mime: 'application/pdf' }]);
    expect(list[0]!.addedBy).not.toBe('');
    const opened = await world.app.http.inject({ method: 'GET', url: list[0]!.address });
    expect(opened.rawPayload.equals(pdfOf('Warranty.pdf'))).toBe(true);
    await world.app.withToken(token).call(site.fileDelete, { sid, id });
    expect(await names()).toEqual([]);
    expect((await world.app.http.inject({ method: 'GET', url: list[0]!.address })).statusCode).toBe(404);
    const { rows } = await sql<{ action: string }>`
      select action from audit where action like 'site.file%' order by id`.execute(world.app.database.db);
    expect(rows.map(({ action }) => action)).toEqual(['site.fileAdd', 'site.fileDelete']);
  });

  it('are refused from those who may not change the plant, whatever plant they name', async () => {
    const other = await tokenOf('customer.south@make.test');
    const { id } = await world.app
      .withToken(token)
      .call(site.fileBegin, { sid, name: 'Ours.pdf', bytes: 100 });
    expect((await world.app.withToken(other).send(site.files.path, { sid })).envelope.code).not.toBe(200);
    const begun = await world.app
      .withToken(other)
      .send(site.fileBegin.path, { sid, name: 'x.pdf', bytes: 9 });
    expect(begun.envelope.code).not.toBe(200);
    const piece = { id, startAt: 0, data: Buffer.alloc(100) };
    expect((await sendPiece(world.app, other, site.filePiece, piece)).code).not.toBe(200);
    expect((await sendPiece(world.app, token, site.filePiece, piece)).code).not.toBe(200);
  });

  it('have a limit for each plant, and unfinished ones leave after a day', async () => {
    const begin = () =>
      world.app.withToken(token).send(site.fileBegin.path, { sid, name: 'many.pdf', bytes: 100 });
    let code = 200;
    for (let count = 0; count <= SITE_FILES_MAX && code === 200; count++)
      code = (await begin()).envelope.code;
    expect(code).toBe(1431);
    await deleteUnusedLargeFiles(world.app.database.db, world.app.now() + 2 * DAY_MS);
    expect((await begin()).envelope.code).toBe(200);
  });

  it('leave with their plant', async () => {
    await add('Contract.pdf');
    await deleteUnusedLargeFiles(world.app.database.db, world.app.now() + 2 * DAY_MS);
    expect(await names()).toEqual(['Contract.pdf']);
    await world.app.withToken(token).call(pv.delete, { sid, siteName: 'Alpha' });
    await deleteUnusedLargeFiles(world.app.database.db, world.app.now() + 2 * DAY_MS);
    const { rows } = await sql`select from large_files`.execute(world.app.database.db);
    expect(rows).toHaveLength(0);
  });
});
