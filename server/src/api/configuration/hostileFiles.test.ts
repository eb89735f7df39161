// Files that mean harm, many of them: each is refused in words or kept as the bytes that it is, and nothing else happens.
// HOSTILE_FILES sets how many.
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { configuration } from '@helioport/contract/configuration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../../seed/make.ts';
import { pdfOf } from '../../../seed/makePdf.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { sendFile, sendPiece } from '../../../test/largeFiles.ts';
import { inTransaction } from '../../platform/db.ts';

const COUNT = Number(process.env.HOSTILE_FILES ?? 200);

let app: TestApp;
let admin: Caller & { token: string };
beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@make.test', group: 'administrator' });
  });
  const account = { account: 'admin@make.test', password: 'helioport-demo' };
  const { envelope } = await app.anonymous.send('v2/sign-in', account);
  const { token } = (envelope.data as { tokenInfo: { token: string } }).tokenInfo;
  admin = { ...app.withToken(token), token };
});
afterAll(() => app?.close());

/** Numbers that are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** A ZIP with one entry of zeros, a thousand times as long unpacked, which may lie about where things are. */
function bomb(lie: number): Buffer {
  const compressed = deflateRawSync(Buffer.alloc(1_000_000));
  const name = Buffer.from('../../../../etc/cron.d/x');
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(compressed.length, 18);
  head.writeUInt32LE(0xffff_fffe, 22);
  head.writeUInt16LE(name.length, 26);
  const listed = Buffer.alloc(46);
  listed.write('PK\x01\x02', 'latin1');
  listed.writeUInt16LE(name.length, 28);
  const listAt = head.length + name.length + compressed.length;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(65_535, 10);
  end.writeUInt32LE(listed.length + name.length, 12);
  end.writeUInt32LE((listAt + lie) >>> 0, 16);
  return Buffer.concat([head, name, compressed, listed, name, end]);
}

const names = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\a.dll',
  'a.pdf\u0000.exe',
  '\u202egpj.exe',
  `${'a'.repeat(240)}.pdf`,
  '<img src=x onerror=alert(1)>.pdf',
  'CON.pdf',
  "x'; drop table large_files; --.zip",
  '"; filename="evil.html',
  'a\r\nSet-Cookie: x=1.pdf',
  '…',
  '日本語.pdf',
];

/** One hostile file; the same number gives the same. */
function hostile(number: number): { name: string; data: Buffer } {
  const roll = dice(number);
  const good = pdfOf(`page ${number}`);
  const name = names[roll(names.length)]!;
  const random = Buffer.from(Array.from({ length: 1 + roll(4000) }, () => roll(256)));
  const torn = good.subarray(0, 1 + roll(good.length));
  const bitten = Buffer.from(good);
  for (let i = 0; i < 8; i++) bitten[roll(bitten.length)] = roll(256);
  const data = [
    random,
    torn,
    bitten,
    bomb(0),
    bomb(roll(1000) - 500),
    bomb(0).subarray(0, 100 + roll(900)),
    Buffer.concat([good, random]),
    Buffer.from('<!doctype html><script>fetch("/v2/account/info")</script>%PDF-1.4 %%EOF'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), random]),
    Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWEBP', 'latin1'), random]),
    Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), random]),
  ][number % 12]!;
  return { name, data };
}

/**
 * Upload endpoints for large files: the purpose under which they are stored, and the minimum share of rejected files.
 */
const endpoints = [
  {
    endpoint: 'documents',
    purpose: 'document',
    refused: 1 / 3,
    begin: configuration.documentationFileBegin,
    piece: configuration.documentationFilePiece,
    kinds: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'application/zip'],
  },
  {
    endpoint: 'firmware',
    purpose: 'firmware',
    refused: 1 / 2,
    begin: configuration.otaFileBegin,
    piece: configuration.otaFilePiece,
    kinds: ['application/octet-stream'],
  },
];

describe.each(endpoints)('hostile files for $endpoint', ({ purpose, refused, kinds, ...way }) => {
  it('are refused or kept as they are, and leave memory as it was', {
    timeout: Math.max(600_000, COUNT * 500),
  }, async () => {
    const codes = new Map<number, number>();
    const heap: number[] = [];
    for (let i = 0; i < COUNT; i++) {
      const { name, data } = hostile(i);
      const { code, file } = await sendFile(app, admin, way, { name, data });
      codes.set(code, (codes.get(code) ?? 0) + 1);
      if (file) {
        expect(file.sha256).toBe(createHash('sha256').update(data).digest('hex'));
        expect(file.name).not.toMatch(/[/\\<>"]|\p{Cc}|\p{Cf}/u);
        expect(Array.from(file.name).length).toBeLessThanOrEqual(120);
        const { headers } = await app.http.inject({ method: 'GET', url: file.address });
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['set-cookie']).toBeUndefined();
        expect(kinds).toContain(headers['content-type']);
      }
      if (i % 1000 === 0) heap.push(process.memoryUsage().heapUsed);
    }
    // Kept, or refused as no file of a known kind.
    expect([...codes.keys()].filter((code) => code !== 200 && code !== 1363)).toEqual([]);
    expect(codes.get(1363)).toBeGreaterThan(COUNT * refused);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from large_files where sha256 is not null and purpose = ${purpose}`.execute(
      app.database.db,
    );
    expect(rows[0]?.count).toBe(codes.get(200));
    if (COUNT > 1000)
      console.log(
        Object.fromEntries(codes),
        heap.map((bytes) => Math.round(bytes / 1e6)),
      );
  });

  it('are refused when they are not what was announced', async () => {
    const begin = async (bytes: number) => await admin.send(way.begin.path, { name: 'a.bin', bytes });
    for (const bytes of [0, -1, 1.5, 1e9, 1e300, Number.MAX_SAFE_INTEGER])
      expect((await begin(bytes)).envelope.code).not.toBe(200);
    const { id } = (await begin(3_000)).envelope.data as { id: number };
    const sent = async (startAt: number, length: number) =>
      (await sendPiece(app, admin.token, way.piece, { id, startAt, data: Buffer.alloc(length) })).code;
    // Shorter, longer, empty, at a wrong offset, and for a file that was never announced.
    for (const [startAt, length] of [
      [0, 2_999],
      [0, 3_001],
      [0, 0],
      [1, 2_999],
      [3_000, 1],
    ] as const)
      expect(await sent(startAt, length)).not.toBe(200);
    const unknown = { id: id + 1_000_000, startAt: 0, data: Buffer.alloc(3_000) };
    expect((await sendPiece(app, admin.token, way.piece, unknown)).code).not.toBe(200);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from large_file_pieces where file_id = ${id}`.execute(app.database.db);
    expect(rows[0]?.n).toBe(0);
  });
});
