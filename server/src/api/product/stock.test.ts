// Stock of serial numbers: the location of each for administrator, distributor and dealer, through issuing by range,
// spreadsheet and filter, installation and return.
import { gateway } from '@helioport/contract/gateway';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
import { makeSheet } from '@helioport/demo/makeSheet';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import type { Caller } from '../../../test/harness.ts';
import { addressOf, type Office, startOffice } from '../../../test/office.ts';
import { uploader } from '../../../test/upload.ts';
import { inTransaction } from '../../platform/db.ts';
import { seedProducts } from '../../repositories/products.ts';

let office: Office;
let [admin, distributor, dealer, installer]: Caller[] = [];

beforeAll(async () => {
  office = await startOffice();
  await inTransaction(office.app.database.db, 'write', seedProducts);
  admin = await office.as('administrator');
  distributor = await office.as('distributor');
  dealer = await office.as('dealer');
  installer = await office.as('installer');
});
afterAll(() => office.close());

const rangeOf = (start: number, count: number): { from: string; to: string } => ({
  from: start.toString(16).toUpperCase(),
  to: (start + count - 1).toString(16).toUpperCase(),
});
const placeOf = async (who: Caller, sn: string) =>
  (await who.call(product.sn, { filters: { sn } })).list[0]?.stock;

describe('the stock of a distributor', () => {
  it('grows by what the distributor enters, which is issued to the own company', async () => {
    const range = rangeOf(0xd1000000, 12_000);
    const entered = await distributor!.call(product.snCreate, { model: 11, ...range, batch: 'pallet 7' });
    expect(entered).toMatchObject({ total: 12_000, entered: 12_000, bad: [] });
    const { list, total } = await distributor!.call(product.snStock, {});
    expect(total).toEqual({ inStock: 12_000, atDealer: 0, installed: 0, returned: 0, total: 12_000 });
    expect(list).toMatchObject([{ companyId: office.companies.distributor, inStock: 12_000 }]);
    expect(await placeOf(distributor!, range.from)).toBe('inStock');
    expect(await placeOf(admin!, range.from)).toBe('atDealer');
    expect(await placeOf(dealer!, range.from)).toBeUndefined();
  });

  it('takes no serial of the list of others, of a known device, or for a company that is not below', async () => {
    const [listed, known, free] = ['D1F00000', 'D1F00001', 'D1F00002'];
    await admin!.call(product.snCreate, { model: 11, sn: [listed!] });
    await inTransaction(office.app.database.db, 'write', (tx) => makeDevice(tx, null, { serial: known! }));
    const answer = await distributor!.call(product.snCreate, { model: 11, sn: [listed!, known!, free!] });
    expect(answer.bad.map(({ sn, result }) => [sn, result])).toEqual([
      [listed, 'exists'],
      [known, 'exists'],
    ]);
    expect(answer.entered).toBe(1);
    // An operator enters known devices, of which the list then knows the model.
    expect((await admin!.call(product.snCreate, { model: 11, sn: [known!] })).entered).toBe(1);
    const into = (who: Caller, companyId: number) =>
      who.send(product.snCreate.path, { model: 11, sn: ['D1F00003'], companyId, isTrial: true });
    expect((await into(distributor!, office.companies.dealer)).envelope.code).toBe(200);
    expect((await into(distributor!, 987_654)).envelope.code).toBe(4043);
    expect((await dealer!.send(product.snCreate.path, { model: 11, sn: ['D1F00003'] })).status).toBe(403);
  });
});

describe('v2/product/sn/issueMany', () => {
  it('issues a range to a dealer and shows it there', async () => {
    const range = rangeOf(0xd1000000, 5_000);
    const order = { ...range, companyId: office.companies.dealer };
    expect(await distributor!.call(product.snIssueMany, { ...order, isTrial: true })).toMatchObject({
      total: 5_000,
      changed: 5_000,
      bad: [],
    });
    expect((await distributor!.call(product.snStock, {})).total.atDealer).toBe(0);
    expect(await distributor!.call(product.snIssueMany, order)).toMatchObject({ changed: 5_000 });
    expect(await distributor!.call(product.snIssueMany, order)).toMatchObject({
      changed: 0,
      results: { same: 5_000, changed: 0 },
    });
    expect((await distributor!.call(product.snStock, {})).total).toMatchObject({
      inStock: 7_001,
      atDealer: 5_000,
    });
    expect((await dealer!.call(product.snStock, {})).total).toMatchObject({ inStock: 5_000, atDealer: 0 });
  });

  it('issues all that match the filters, and nothing of others', async () => {
    const installerId = office.companies.installer;
    const order = { isMatching: true, filters: { sn: 'D10000', stock: 'inStock' }, companyId: installerId };
    const { changed } = await dealer!.call(product.snIssueMany, order);
    expect(changed).toBe(256);
    const rows = await sql<{ count: number }>`select count(*)::int as count from sn_entries
      where company_id = ${installerId}`.execute(office.app.database.db);
    expect(rows.rows[0]?.count).toBe(256);
    const { list } = await distributor!.call(product.snStock, {});
    expect(list.find(({ companyId }) => companyId === installerId)).toMatchObject({
      atDealer: 256,
      total: 256,
    });
    const codeOf = async (body: object) =>
      (await dealer!.send(product.snIssueMany.path, { companyId: installerId, ...body })).envelope.code;
    expect(await codeOf({})).toBe(1185);
    expect(await codeOf({ from: 'D1000000', to: 'D9000000' })).toBe(1184);
    expect(await codeOf({ from: 'D1000000', to: 'D1000001', companyId: office.companies.distributor })).toBe(
      4043,
    );
    expect((await installer!.send(product.snIssueMany.path, order)).status).toBe(403);
  });

  it('revokes what is not in use: it comes back as returned, and is in stock once it is issued again', async () => {
    const [installed, idle] = ['D1000000', 'D1000001'];
    const { sid } = await inTransaction(office.app.database.db, 'write', (tx) =>
      makeSite(tx, { companyId: office.companies.installer }),
    );
    await installer!.call(site.updateFast, { sid, devices: [{ sn: installed }] });
    expect(await placeOf(dealer!, installed!)).toBe('installed');
    const range = rangeOf(0xd1000000, 256);
    const back = await dealer!.call(product.snIssueMany, { ...range, isIssued: false });
    expect(back).toMatchObject({ changed: 255, results: { inUse: 1 }, bad: [{ sn: installed }] });
    expect(await placeOf(dealer!, idle!)).toBe('returned');
    expect(await placeOf(installer!, idle!)).toBeUndefined();
    expect((await dealer!.call(product.snStock, {})).total).toMatchObject({ returned: 255, installed: 1 });
    await dealer!.call(product.snIssue, { sn: [idle!], companyId: office.companies.dealer });
    expect(await placeOf(dealer!, idle!)).toBe('inStock');
    await admin!.call(product.snIssue, { sn: [idle!], isIssued: false });
    expect(await placeOf(admin!, idle!)).toBe('returned');
    expect(await placeOf(distributor!, idle!)).toBeUndefined();
  });
});

describe('v2/product/sn/issueSheet', () => {
  it('issues the serials of a sheet, with the first row read as the caller says', async () => {
    const send = await uploader(office.app, addressOf('distributor'));
    const sheet = makeSheet([
      ['Ware', 'Serial number'],
      ['BDM', 'D1002000'],
      ['BDM', 'D1002001'],
      ['', 'none'],
    ]);
    const order = { companyId: String(office.companies.dealer) };
    const { data } = await send(product.snIssueSheet, { ...order, isTrial: 'true' }, sheet, 'out.xlsx');
    expect(data).toMatchObject({ total: 3, changed: 2, hasHead: true, results: { format: 1 } });
    const plain = makeSheet([['D1002000'], ['D1002001']]);
    const asHead = await send(
      ...([product.snIssueSheet, { ...order, isTrial: 'true', hasHead: 'true' }, plain, 'out.xlsx'] as const),
    );
    expect(asHead.data).toMatchObject({ total: 1, hasHead: true });
    const done = await send(product.snIssueSheet, { ...order, hasHead: 'false' }, plain, 'out.xlsx');
    expect(done.data).toMatchObject({ changed: 2, hasHead: false });
    expect(await placeOf(dealer!, 'D1002000')).toBe('inStock');
  });
});

describe('the token of a device in stock', () => {
  it('ends when the issue is revoked', async () => {
    const sn = 'D1002001';
    const first = await dealer!.call(gateway.tokenStock, { sn });
    expect(first.token).not.toBe('');
    await distributor!.call(product.snIssue, { sn: [sn], isIssued: false });
    expect((await dealer!.send(gateway.tokenStock.path, { sn })).envelope.code).not.toBe(200);
    expect((await distributor!.call(gateway.tokenStock, { sn })).token).not.toBe(first.token);
  });
});
