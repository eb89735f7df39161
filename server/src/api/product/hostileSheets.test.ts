import { product } from '@helioport/contract/product';
import { makeSheet } from '@helioport/demo/makeSheet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileSheet } from '../../../seed/hostileSheets.ts';
import { addressOf, type Office, startOffice } from '../../../test/office.ts';
import { uploader } from '../../../test/upload.ts';
import { inTransaction } from '../../platform/db.ts';
import { seedProducts } from '../../repositories/products.ts';

/** `npx tsx bench/sheets.ts` throws ten thousand. */
const FILES = 105;
const SEED = 20_261_122;

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  await inTransaction(office.app.database.db, 'write', seedProducts);
});
afterAll(() => office.close());

it('v2/product/sn/sheet refuses hostile files with a code, or finds nothing wrong in them', {
  timeout: 600_000,
}, async () => {
  const send = await uploader(office.app, addressOf('administrator'));
  const codes = new Map<number, number>();
  for (let i = 0; i < FILES; i++) {
    const { status, code } = await send(
      product.snSheet,
      { model: '11' },
      hostileSheet(SEED, i),
      'hostile.xlsx',
    );
    expect(status, `file ${i}`).toBe(200);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  // Good, refused as a body, as no sheet, or as one without serial numbers: nothing else, and some of each kind.
  expect([...codes.keys()].filter((code) => ![200, 283, 400, 1427].includes(code))).toEqual([]);
  expect(codes.get(283)).toBeGreaterThan(FILES / 2);
  const after = await send(product.snSheet, { model: '11' }, makeSheet([['E0000001']]), 'good.xlsx');
  expect(after.data).toMatchObject({ good: 1 });
});
