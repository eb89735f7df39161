import { common } from '@helioport/contract/common';
import { device } from '@helioport/contract/device';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
import { makeSheet } from '@helioport/demo/makeSheet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice } from '../../../seed/make.ts';
import { addressOf, type Office, startOffice } from '../../../test/office.ts';
import { uploader } from '../../../test/upload.ts';
import { inTransaction } from '../../platform/db.ts';
import { seedProducts } from '../../repositories/products.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  await inTransaction(office.app.database.db, 'write', seedProducts);
});
afterAll(() => office.close());

let next = 0xc0000000;
const some = (count: number) => Array.from({ length: count }, () => (next++).toString(16).toUpperCase());

/** Adds new serial numbers of model 11 and returns them. */
async function entered(count: number, companyId?: number): Promise<string[]> {
  const admin = await office.as('administrator');
  const sns = some(count);
  const answer = await admin.call(product.snCreate, {
    model: 11,
    sn: sns,
    ...(companyId === undefined ? {} : { companyId }),
  });
  expect(answer).toMatchObject({ total: count, entered: count, bad: [] });
  return sns;
}

const results = (answer: { list: { sn: string; result: string }[] }) =>
  answer.list.map(({ result }) => result);

describe('v2/product/sn', () => {
  it('lists by the first characters, filtered and in pages', async () => {
    const admin = await office.as('administrator');
    const [first, second, third] = (await entered(3)) as [string, string, string];
    await admin.call(product.snIssue, { sn: [second], companyId: office.companies.dealer });
    await admin.call(product.snRestrict, { sn: [third], reason: 'stolen' });
    const find = (filters: Record<string, unknown>) =>
      admin.call(product.sn, { filters, sort: [{ field: 'sn', order: 'desc' }] } as never);
    const listed = async (filters: Record<string, unknown>) => {
      const { list, total } = await find(filters);
      expect(total).toBe(list.length);
      return list.map(({ sn }) => sn);
    };
    const sn = first.slice(0, 7).toLowerCase();
    expect(await listed({ sn: first.toLowerCase() })).toEqual([first]);
    expect(await listed({ sn, is_issued: true })).toEqual([second]);
    expect(await listed({ sn, is_issued: 'true', company_id: office.companies.dealer })).toEqual([second]);
    expect(await listed({ sn, is_restricted: true })).toEqual([third]);
    expect(await listed({ sn, is_restricted: false, is_issued: false })).toEqual([first]);
    expect(await listed({ sn, is_activated: true })).toEqual([]);
    expect(await listed({ sn, model: 10 })).toEqual([]);
    expect(await listed({ sn: 'acme.' })).toEqual([]);
    const { list } = await find({ sn: third });
    expect(list).toMatchObject([
      {
        model: 11,
        modelName: 'BDM-2250',
        maker: 'nep',
        isRestricted: true,
        restrictedReason: 'stolen',
        isIssued: false,
      },
    ]);
    const page = await admin.call(product.sn, { page: { size: 2, num: 0 } });
    expect(page.list).toHaveLength(2);
    expect(page.total).toBeGreaterThanOrEqual(3);
  });

  it('shows each company what was issued to it and to those below, and nothing else', async () => {
    const { distributor, dealer, installer } = office.companies;
    const [all, own, below, lowest] = await Promise.all(
      [undefined, distributor, dealer, installer].map((id) => entered(1, id)),
    );
    const seen = async (group: Parameters<Office['as']>[0]) => {
      const { list } = await (await office.as(group)).call(product.sn, { page: { size: 1000 } });
      return list
        .map(({ sn }) => sn)
        .filter((sn) => [all, own, below, lowest].flat().includes(sn))
        .sort();
    };
    expect(await seen('administrator')).toEqual([all, own, below, lowest].flat().sort());
    expect(await seen('support')).toHaveLength(4);
    expect(await seen('distributor')).toEqual([own, below, lowest].flat().sort());
    expect(await seen('dealer')).toEqual([below, lowest].flat().sort());
    expect(await seen('installer')).toEqual(lowest);
    expect((await (await office.as('endUser')).send(product.sn.path)).status).toBe(403);
  });
});

describe('v2/product/sn/create', () => {
  it('enters some or a range, and says of each row why not', async () => {
    const admin = await office.as('administrator');
    const [sn] = some(1) as [string];
    const answer = await admin.call(product.snCreate, {
      model: 11,
      sn: [sn, sn.toLowerCase(), '12', '', 'acme.X-100'],
    });
    expect(answer).toMatchObject({
      total: 5,
      good: 1,
      entered: 1,
      sample: [{ row: 1, sn, modelName: 'BDM-2250' }],
    });
    expect(answer.bad.map(({ row, result }) => [row, result])).toEqual([
      [2, 'twice'],
      [3, 'format'],
      [4, 'blank'],
      [5, 'maker'],
    ]);
    expect(answer.bad[1]?.msg).toBe('Failed verification, please check and try again!');

    const range = { model: 11, from: 'D0000000', to: 'D00003E7' };
    expect(await admin.call(product.snCreate, { ...range, isTrial: true })).toMatchObject({
      good: 1000,
      entered: 0,
    });
    expect(await admin.call(product.snCreate, range)).toMatchObject({ good: 1000, entered: 1000 });
    const again = await admin.call(product.snCreate, { ...range, to: 'D00003E8' });
    expect(again).toMatchObject({ good: 1, entered: 1 });
    expect(new Set(again.bad.map(({ result }) => result))).toEqual(new Set(['exists']));
    for (const [wrong, code] of [
      [{ model: 11, from: 'D0000001', to: 'D0000000' }, 1184],
      [{ model: 11, from: 'D0000001', to: 'DFFFFFFF' }, 1184],
      [{ model: 11 }, 1185],
      [{ model: 999, sn: [sn] }, 4056],
      [{ model: 11, sn: some(1), companyId: 987_654 }, 4043],
    ] as const)
      expect((await admin.send(product.snCreate.path, wrong)).envelope.code).toBe(code);
  });
});

describe('v2/product/sn/sheet', () => {
  it('looks at every row of a sheet, and enters the good ones when it is told to', async () => {
    const send = await uploader(office.app, addressOf('administrator'));
    const [one, two, three] = some(3) as [string, string, string];
    const sheet = makeSheet([
      ['Batch', 'Model', 'Serial number'],
      ['2026-7', 'BDM-800', one],
      ['2026-7', '', two],
      ['2026-8', 'BDM-9999', three],
      ['', '', 'nonsense'],
    ]);
    const looked = await send(product.snSheet, { model: '11' }, sheet, 'serials.xlsx');
    expect(looked.data).toMatchObject({ total: 4, good: 2, entered: 0 });
    expect(looked.data.bad.map(({ row, result }) => [row, result])).toEqual([
      [4, 'model'],
      [5, 'format'],
    ]);
    // As typed, to be corrected and imported again.
    expect(looked.data.bad[0]).toMatchObject({ sn: three, modelName: 'BDM-9999', batch: '2026-8' });
    const done = await send(product.snSheet, { model: '11', isTrial: 'false' }, sheet, 'serials.xlsx');
    expect(done.data).toMatchObject({ good: 2, entered: 2 });
    const { list } = await (await office.as('administrator')).call(product.sn, { filters: { sn: one } });
    expect(list).toMatchObject([{ modelName: 'BDM-800', batch: '2026-7' }]);
  });

  it('refuses a sheet of another kind once, with the columns expected and found', async () => {
    const send = await uploader(office.app, addressOf('administrator'));
    const upload = async (rows: string[][], endpoint = product.snSheet, order: object = { model: '11' }) =>
      await send(endpoint, order as never, makeSheet(rows), 'list.xlsx');
    const prices = [
      ['Article', 'Price', 'Currency'],
      ['Microinverter BDM-800', '129.00', 'EUR'],
      ['Cable 2 m', '9.90', 'EUR'],
    ];
    const refused: { code: number; msg?: string } = await upload(prices);
    expect(refused).toMatchObject({ code: 1427 });
    expect(refused.msg).toContain('Serial number, Model, Batch');
    expect(refused.msg).toContain('Article, Price, Currency');
    expect((await upload([['Price list 2026'], ['Cable 2 m']])).code).toBe(1427);
    const issue = { companyId: String(office.companies.dealer) };
    expect((await upload(prices, product.snIssueSheet as never, issue)).code).toBe(1427);
    // Named columns or one serial number make it the right kind, and the other rows are refused one by one.
    const mixed = await upload([...prices, some(1)]);
    expect(mixed.data).toMatchObject({ total: 3, good: 1 });
    expect((await upload([['Serial number'], ['Cable 2 m']])).data).toMatchObject({ total: 1, good: 0 });
  });

  it('takes fifty thousand rows at once, and names the few bad ones', async () => {
    const send = await uploader(office.app, addressOf('administrator'));
    const rows: string[][] = some(49_980).map((sn) => [sn]);
    for (let i = 0; i < 20; i++) rows.splice(i * 2_500 + 7, 0, [`bad ${i}`]);
    const sheet = makeSheet(rows);
    expect(sheet.length).toBeLessThan(4 * 1_048_576);
    const { data } = await send(product.snSheet, { model: '11', isTrial: 'false' }, sheet, 'serials.xlsx');
    expect(data).toMatchObject({ total: 50_000, good: 49_980, entered: 49_980 });
    expect(data.bad.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, i) => i * 2_500 + 8));
  });
});

describe('v2/product/sn/issue, restrict and del', () => {
  it('lets a company hand on what it has to those below it, and nothing else', async () => {
    const { distributor, dealer, installer } = office.companies;
    const [mine, foreign] = [...(await entered(1, dealer)), ...(await entered(1, distributor))] as [
      string,
      string,
    ];
    const boss = await office.as('dealer');
    const issue = (companyId: number, sn = [mine, foreign, '12']) =>
      boss.call(product.snIssue, { sn, companyId });
    expect(results(await issue(installer))).toEqual(['changed', 'unknown', 'format']);
    expect(results(await issue(installer, [mine]))).toEqual(['same']);
    expect(results(await issue(dealer, [mine]))).toEqual(['changed']);
    const codeOf = async (body: object) => (await boss.send(product.snIssue.path, body)).envelope.code;
    expect(await codeOf({ sn: [mine], companyId: distributor })).toBe(4043);
    expect(await codeOf({ sn: [mine] })).toBe(1186);
    expect(results(await boss.call(product.snIssue, { sn: [mine], isIssued: false }))).toEqual(['same']);
    expect((await (await office.as('installer')).send(product.snIssue.path, { sn: [mine] })).status).toBe(
      403,
    );
    for (const { path } of [product.snRestrict, product.snDel, product.snCreate])
      expect((await boss.send(path, { sn: [mine], model: 11 })).status).toBe(403);
  });

  it('does not take back or delete what is in use or restricted', async () => {
    const admin = await office.as('administrator');
    const [free, used, bad] = (await entered(3, 0)) as [string, string, string];
    const plant = { siteName: 'Roof', countryCode: 'DE', timezone: 'Europe/Berlin' };
    const made = await admin.call(site.createFast, { ...plant, devices: [{ sn: used }] });
    expect(made.devices).toMatchObject([{ sn: used, result: 'entered' }]);
    await admin.call(product.snRestrict, { sn: [bad], reason: 'stolen' });
    expect((await office.lastAudit())?.detail).toEqual({ reason: 'stolen' });

    const sn = [free, used, bad, '0BADF00D'];
    expect(results(await admin.call(product.snDel, { sn }))).toEqual([
      'changed',
      'inUse',
      'restricted',
      'unknown',
    ]);
    expect(results(await admin.call(product.snIssue, { sn, isIssued: false }))).toEqual([
      'unknown',
      'inUse',
      'changed',
      'unknown',
    ]);
    expect(results(await admin.call(product.snRestrict, { sn: [used, bad], isRestricted: false }))).toEqual([
      'same',
      'changed',
    ]);
  });

  it('refuses a serial at every way into a plant, each with its own words', async () => {
    const admin = await office.as('administrator');
    const [waiting, restricted, issued] = (await entered(3)) as [string, string, string];
    await admin.call(product.snIssue, { sn: [issued], companyId: 0 });
    await admin.call(product.snRestrict, { sn: [restricted] });
    const want = ['notIssued', 'restricted'];
    const both = [waiting, restricted];
    const plant = { siteName: 'Roof', countryCode: 'DE', timezone: 'Europe/Berlin' };

    const checked = await admin.call(site.checkSerials, { serials: both });
    expect(results(checked)).toEqual(want);
    expect(new Set(checked.list.map(({ msg }) => msg)).size).toBe(2);
    for (const [i, sn] of both.entries())
      expect(await admin.call(common.getHardwareValid, { sn })).toMatchObject({
        valid: false,
        result: want[i],
      });
    const { sid, devices } = await admin.call(site.createFast, {
      ...plant,
      devices: [...both, issued].map((sn) => ({ sn })),
    });
    expect(devices.map(({ result }) => result)).toEqual([...want, 'entered']);
    const updated = await admin.call(site.updateFast, { sid, devices: both.map((sn) => ({ sn })) });
    expect(updated.devices.map(({ result }) => result)).toEqual(want);
    for (const [i, newSn] of both.entries())
      expect(await admin.call(device.replace, { sid, sn: issued, newSn })).toMatchObject({
        result: want[i],
        isReplaced: false,
      });
    // They have reported, so the list of unregistered devices contains them.
    await inTransaction(office.app.database.db, 'write', async (tx) => {
      for (const serial of both) await makeDevice(tx, null, { serial });
    });
    const claims = await Promise.all(both.map((sn) => admin.send(device.claim.path, { sid, sn })));
    expect(claims.map(({ envelope }) => envelope.code)).toEqual([1104, 1103]);
  });
});
