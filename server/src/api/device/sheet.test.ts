import { account } from '@helioport/contract/account';
import { device } from '@helioport/contract/device';
import { makeSheet, makeZip } from '@helioport/demo/makeSheet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSerial, makeSite, makeUser } from '../../../seed/make.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let token: string;
let mine: string;
let foreign: string;
let stray: string;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id } = await makeUser(tx, { email: 'anna@demo.test' });
    mine = (await makeDevice(tx, (await makeSite(tx, { ownerId: id })).id)).serial;
    foreign = (await makeDevice(tx, (await makeSite(tx)).id)).serial;
    stray = (await makeDevice(tx, null)).serial;
  });
  const answer = await app.anonymous.call(account.signIn, {
    account: 'anna@demo.test',
    password: 'helioport-demo',
  });
  token = answer.tokenInfo.token;
});
afterAll(() => app.close());

async function send(data: Buffer, filename = 'serials.xlsx') {
  const boundary = 'helioport-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  const answer = await app.http.inject({
    method: 'POST',
    url: `/${device.sheet.path}`,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  const { code, data: read } = answer.json() as { code: number; data: { list: Row[] } };
  return { code, list: read?.list ?? [] };
}

interface Row {
  row: number;
  sn: string;
  alias: string;
  result: string;
}

const resultsOf = (list: Row[]) => list.map(({ row, result }) => [row, result]);

describe('v2/device/sheet', () => {
  it('looks at every row and names it by its number in the sheet', async () => {
    const { code, list } = await send(
      makeSheet([
        ['Serial number', 'Name'],
        [stray.toLowerCase(), 'Garage & shed'],
        [mine],
        [foreign],
        [],
        ['nonsense'],
        ['', 'No serial'],
        [stray],
        [makeSerial()],
      ]),
    );
    expect(code).toBe(200);
    expect(resultsOf(list)).toEqual([
      [2, 'valid'],
      [3, 'taken'],
      // Adding it would be refused as well; whose it is stays unknown.
      [4, 'taken'],
      [6, 'format'],
      [7, 'blank'],
      [8, 'twice'],
      [9, 'unknown'],
    ]);
    expect(list[0]).toMatchObject({ sn: stray, alias: 'Garage & shed' });
  });

  it('finds the column of serials by its name, and reads serials that are numbers', async () => {
    const { list } = await send(
      makeSheet([
        ['Roof', 'Seriennummer', 'Name'],
        ['South', 30_120_045, 'A'],
      ]),
    );
    expect(list).toMatchObject([{ row: 2, sn: '30120045', alias: 'A', result: 'unknown' }]);
    expect((await send(makeSheet([[stray]]))).list).toMatchObject([{ row: 1, sn: stray }]);
  });

  it('refuses what is no sheet, what is empty and what is too long', async () => {
    expect((await send(Buffer.from('PK nothing of the kind'))).code).toBe(283);
    expect((await send(makeSheet([[stray]]), 'serials.csv')).code).toBe(283);
    expect((await send(makeSheet([['Serial number']]))).code).toBe(283);
    const prices = [
      ['Article', 'Price'],
      ['Cable 2 m', '9.90'],
    ];
    expect((await send(makeSheet(prices))).code).toBe(1427);
    expect((await send(makeZip({ 'readme.txt': Buffer.from('hello') }))).code).toBe(283);
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => [`E${String(i).padStart(7, '0')}`]);
    expect((await send(makeSheet(rows(500)))).list).toHaveLength(500);
    expect((await send(makeSheet(rows(501)))).code).toBe(284);
    expect((await send(makeSheet(rows(700)))).code).toBe(284);
  });

  it('refuses files that unpack to far more than they are, whether they say so or not', async () => {
    const big = (name: string, megabytes: number) => ({ [name]: Buffer.alloc(megabytes * 1_048_576) });
    // Images in a spreadsheet are never unpacked.
    expect((await send(makeSheet([[stray]], big('xl/media/picture.bin', 64)))).code).toBe(200);
    expect((await send(makeSheet([[stray]], big('xl/extra.xml', 8)))).code).toBe(200);
    expect((await send(makeSheet([[stray]], big('xl/extra.xml', 64)))).code).toBe(283);
    expect((await send(makeZip(big('xl/extra.xml', 64), 1000))).code).toBe(283);
    expect((await send(makeSheet([[stray]]))).code).toBe(200);
  });
});
