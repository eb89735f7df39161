// Documents: written, found by their words in several languages, read by whom they are for, and their files kept from
// doing harm.
import { createHash } from 'node:crypto';
import { configuration } from '@helioport/contract/configuration';
import { DOCUMENT_FILE_BYTES } from '@helioport/contract/documentation';
import { PIECE_BYTES } from '@helioport/contract/largeFiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { pdfOf } from '../../../seed/makePdf.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { sendFile, sendPiece } from '../../../test/largeFiles.ts';
import { inTransaction } from '../../platform/db.ts';
import { deleteUnusedLargeFiles } from '../../repositories/largeFiles.ts';

const {
  documentationList: list,
  documentationCreate: create,
  documentationEdit: edit,
  documentationDel: del,
  documentationFileBegin: begin,
  documentationFilePiece: piece,
} = configuration;
const way = { begin, piece };

let app: TestApp;
let admin: Caller & { token: string };
let owner: Caller & { token: string };

const signedIn = async (account: string) => {
  const { envelope } = await app.anonymous.send('v2/sign-in', { account, password: 'helioport-demo' });
  const { token } = (envelope.data as { tokenInfo: { token: string } }).tokenInfo;
  return { ...app.withToken(token), token };
};

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
    await makeUser(tx, { email: 'owner@make.test' });
  });
  admin = await signedIn('admin@make.test');
  owner = await signedIn('owner@make.test');
});
afterAll(() => app?.close());

const fetched = (url: string) => app.http.inject({ method: 'GET', url });
const newFile = async (name = 'manual.pdf', data: Uint8Array = pdfOf('How to mount it')) => {
  const { file } = await sendFile(app, admin, way, { name, data });
  return file!;
};
const found = async (keywords: string, who: Caller = owner) =>
  (await who.call(list, { filters: { keywords } })).list.map(({ title }) => title);

describe('v2/configuration/documentation/list', () => {
  it('finds documents by words, their stems and beginnings, in the way of each language', async () => {
    const write = (language: 'de' | 'en' | 'fr' | 'ja', title: string, text: string) =>
      admin.call(create, { language, title, text, isPublished: true });
    await write('de', 'Montageanleitung', 'Die Wechselrichter werden an der Schiene verschraubt.');
    await write('en', 'Mounting guide', 'Microinverters are screwed to the rail before wiring.');
    await write('fr', 'Guide de montage', 'Les onduleurs se fixent sur le rail.');
    await write('ja', '設置ガイド', 'マイクロインバーターをレールに固定します。');
    expect(await found('verschrauben')).toEqual(['Montageanleitung']);
    expect(await found('wire')).toEqual(['Mounting guide']);
    expect(await found('onduleur')).toEqual(['Guide de montage']);
    expect(await found('レール')).toEqual(['設置ガイド']);
    expect(await found('microinv rail')).toEqual(['Mounting guide']);
    expect(await found("'); drop table documents; --")).toEqual([]);
    const { total } = await owner.call(list, { filters: { language: 'de' } });
    expect(total).toBe(1);
  });

  it('shows the unpublished to those who may edit, and the text of one alone', async () => {
    const { id } = await admin.call(create, { language: 'en', title: 'Draft of a leaflet', text: '# Soon' });
    expect(await found('leaflet')).toEqual([]);
    expect((await owner.call(list, { filters: { id } })).total).toBe(0);
    expect((await admin.call(list, { filters: { keywords: 'leaflet' } })).list).toMatchObject([{ text: '' }]);
    expect((await admin.call(list, { filters: { id } })).list).toMatchObject([
      { text: '# Soon', isPublished: false },
    ]);
  });
});

describe('a file of a document', () => {
  it('comes in pieces, each of which may be sent twice, and is what was sent', async () => {
    const filler = `%${'x'.repeat(PIECE_BYTES * 2)}`;
    const data = Buffer.concat([Buffer.from(`%PDF-1.4\n${filler}\n`), pdfOf('long').subarray(9)]);
    const { id } = await admin.call(begin, { name: '../../etc/pass\u202ewd .pdf', bytes: data.length });
    const send = (startAt: number) =>
      sendPiece(app, admin.token, piece, {
        id,
        startAt,
        data: data.subarray(startAt, startAt + PIECE_BYTES),
      });
    expect(await send(PIECE_BYTES)).toMatchObject({ code: 1362 });
    expect(await send(0)).toMatchObject({ code: 200, data: { received: PIECE_BYTES, file: null } });
    expect(await send(0)).toMatchObject({ code: 200, data: { received: PIECE_BYTES, file: null } });
    await send(PIECE_BYTES);
    const { data: answered } = await send(2 * PIECE_BYTES);
    const sha256 = createHash('sha256').update(data).digest('hex');
    expect(answered).toMatchObject({ file: { name: 'passwd .pdf', mime: 'application/pdf', sha256 } });
    expect(await send(2 * PIECE_BYTES)).toMatchObject({ data: { file: { sha256 } } });
    const served = await fetched((answered as { file: { address: string } }).file.address);
    expect(served.rawPayload.equals(data)).toBe(true);
  });

  it('is shown in a frame of the portal and can run nothing in its name', async () => {
    const { address } = await newFile('Anleitung "für" alle.pdf');
    const { headers } = await fetched(address);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition':
        'inline; filename="Anleitung f_r alle.pdf"; filename*=UTF-8\'\'Anleitung%20f%C3%BCr%20alle.pdf',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
    const saved = await fetched(`${address}?download`);
    expect(saved.headers['content-disposition']).toMatch(/^attachment/);
    const zip = await newFile(
      'all.zip',
      Buffer.from('504b0304504b0506000000000000000000000000040000000000', 'hex'),
    );
    expect((await fetched(zip.address)).headers).toMatchObject({
      'content-type': 'application/zip',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^attachment/),
    });
  });

  it('leads nowhere when its document is no longer published, is taken off, or is deleted', async () => {
    const { id: fileId } = await newFile();
    const fields = { language: 'en' as const, title: 'With a file', files: [fileId] };
    const { id } = await admin.call(create, { ...fields, isPublished: true });
    const addressOf = async () => (await admin.call(list, { filters: { id } })).list[0]!.files[0]!.address;
    const published = await addressOf();
    expect((await fetched(published)).statusCode).toBe(200);
    await admin.call(edit, { ...fields, id, isPublished: false });
    expect((await fetched(published)).statusCode).toBe(404);
    const hidden = await addressOf();
    expect((await fetched(hidden)).statusCode).toBe(200);
    await admin.call(edit, { ...fields, id, isPublished: true, files: [] });
    expect((await fetched(hidden)).statusCode).toBe(404);
    const { id: second } = await newFile();
    await admin.call(edit, { ...fields, id, isPublished: true, files: [second] });
    const last = await addressOf();
    await admin.call(del, { id });
    expect((await fetched(last)).statusCode).toBe(404);
    expect((await admin.send(del.path, { id })).envelope.code).toBe(4057);
  });

  it('that nobody uses goes after a day, and one that is used stays', async () => {
    const [used, left] = [await newFile(), await newFile()];
    await admin.call(create, { language: 'en', title: 'Uses it', files: [used.id] });
    expect(await deleteUnusedLargeFiles(app.database.db, app.now())).toBe(0);
    expect(await deleteUnusedLargeFiles(app.database.db, app.now() + 86_400_001)).toBeGreaterThan(0);
    expect((await fetched(used.address)).statusCode).toBe(200);
    expect((await fetched(left.address)).statusCode).toBe(404);
  });

  it('is bounded, whole, of a known kind, and of whoever announced it', async () => {
    const tooLarge = await admin.send(begin.path, { name: 'a.pdf', bytes: DOCUMENT_FILE_BYTES + 1 });
    expect(tooLarge.envelope).toMatchObject({ code: 1364, msg: 'The file is larger than 20 MB.' });
    const refused = async (data: Uint8Array) =>
      (await sendFile(app, admin, way, { name: 'a.pdf', data })).code;
    expect(await refused(Buffer.from('<html><script>alert(1)</script>'))).toBe(1363);
    expect(await refused(pdfOf('cut off').subarray(0, 200))).toBe(1363);
    const { id } = await admin.call(begin, { name: 'a.pdf', bytes: 10 });
    expect((await admin.send(create.path, { language: 'en', title: 'x', files: [id] })).envelope.code).toBe(
      1361,
    );
    expect((await owner.send(begin.path, { name: 'a.pdf', bytes: 10 })).envelope.code).toBe(403);
    expect(
      await sendPiece(app, owner.token, piece, { id, startAt: 0, data: Buffer.alloc(10) }),
    ).toMatchObject({
      code: 403,
    });
    await inTransaction(app.database.db, 'write', (tx) =>
      makeUser(tx, { email: 'second@make.test', group: 'administrator' }),
    );
    const second = await signedIn('second@make.test');
    expect(
      await sendPiece(app, second.token, piece, { id, startAt: 0, data: Buffer.alloc(10) }),
    ).toMatchObject({
      code: 1361,
    });
  });
});
