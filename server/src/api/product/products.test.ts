import { device } from '@helioport/contract/device';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const own = { vendor: 'nep', kind: 'microinverter', inputs: 2, ratedPower: 900, maker: 'Acme' } as const;
const codeOf = async (path: string, body: object) =>
  (await (await office.as('administrator')).send(path, body)).envelope.code;

describe('v2/product/create, update, del and list', () => {
  it('keep the models of the operator beside those that come with the product', async () => {
    const admin = await office.as('administrator');
    const { model } = await admin.call(product.create, { ...own, modelName: 'HP-900' });
    expect(model).toBeGreaterThan(1000);
    expect(await codeOf(product.create.path, { ...own, modelName: 'hp-900' })).toBe(1181);
    const { list, total } = await admin.call(product.list, { page: { size: 100 } });
    expect(total).toBe(list.length);
    expect(list.filter(({ isBuiltIn }) => isBuiltIn)).toHaveLength(10);
    expect(list.at(-1)).toMatchObject({ model, modelName: 'HP-900', inputs: 2, ratedPower: 900, serials: 0 });
    expect((await admin.call(product.list, { filters: { keywords: 'acm' } })).list).toHaveLength(1);

    await admin.call(product.update, { model, ratedPower: 950, notes: 'from July' });
    expect(await admin.call(product.detail, { model })).toMatchObject({
      ratedPower: 950,
      notes: 'from July',
    });
    expect((await office.lastAudit())?.detail).toMatchObject({ ratedPower: { from: 900, to: 950 } });
    await admin.call(product.update, { model: 11, notes: 'our best' });
    expect(await codeOf(product.update.path, { model: 11, ratedPower: 1 })).toBe(1182);
    expect(await codeOf(product.update.path, { model, modelName: 'BDM-300' })).toBe(1181);
    expect(await codeOf(product.del.path, { model: 11 })).toBe(1182);
    await admin.call(product.del, { model });
    expect(await codeOf(product.detail.path, { model })).toBe(4056);
  });

  it('are the truth for every device of such a model, at once', async () => {
    const admin = await office.as('administrator');
    const { model } = await admin.call(product.create, { ...own, modelName: 'HP-1000' });
    await admin.call(product.snCreate, { model, sn: ['C1000001'], companyId: 0 });
    const { sid } = await admin.call(site.createFast, {
      siteName: 'Roof',
      countryCode: 'DE',
      timezone: 'Europe/Berlin',
      devices: [{ sn: 'C1000001' }],
    });
    const shown = async () => (await admin.call(device.list, { filters: { sid } })).list[0];
    expect(await shown()).toMatchObject({ model, modelName: 'HP-1000' });
    await admin.call(product.update, { model, modelName: 'HP-1000 mk II' });
    expect(await shown()).toMatchObject({ modelName: 'HP-1000 mk II' });
    const { list } = await admin.call(site.modules, { sid });
    expect(JSON.stringify(list).match(/C1000001_\d/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
    expect(await codeOf(product.del.path, { model })).toBe(1183);
  });

  it('show a picture until it is taken away', async () => {
    const send = await uploader(office.app, addressOf('administrator'));
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { data } = await send(product.picture, { model: '11' }, png, 'model.png');
    expect((await office.app.http.inject({ method: 'GET', url: data.picture })).statusCode).toBe(200);
    const admin = await office.as('administrator');
    expect(await admin.call(product.detail, { model: 11 })).toMatchObject({ picture: data.picture });
    expect(await admin.call(product.picture, { model: 11 } as never)).toEqual({ picture: '' });
  });

  it('are changed by administrators alone', async () => {
    for (const group of ['distributor', 'installer', 'support', 'endUser'] as const)
      expect(
        (await (await office.as(group)).send(product.create.path, { ...own, modelName: 'X' })).status,
      ).toBe(403);
  });
});
