// A distributor on the day of a delivery: imports a spreadsheet of 12,000 serial numbers, issues a range to a dealer,
// checks the stock, and revokes those that the dealer does not need.

import { makeSheet } from '@helioport/demo/makeSheet';
import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf, picture } from './fixtures.ts';

afterAll(closePages);

const DISTRIBUTOR = 'distributor@demo.test';
const DEALER_NAME = 'Rheinsolar Handel';
/** First serial number of a delivery. Each try has one of its own. */
let first = 0xd6000000 - 0x10000;
const serial = (i: number) => (first + i).toString(16).toUpperCase();

describe('the stock of a distributor', () => {
  it('imports 12,000 serial numbers, issues a range and shows the stock', { timeout: 400_000 }, async () => {
    first += 0x10000;
    const page = await pageOf(DISTRIBUTOR);
    await page.goto('/snList');
    await page.getByRole('button', { name: 'Add serial numbers' }).click();
    const enter = page.getByRole('dialog', { name: 'Add serial numbers' });
    await enter.getByText('A spreadsheet (.xlsx)').click();
    await enter.getByRole('button', { name: 'Download template' }).waitFor();
    const rows = Array.from({ length: 12_000 }, (_, i) => [serial(i), 'BDM-2250', 'Pallet 7']);
    await enter.locator('input[type="file"]').setInputFiles({
      name: 'delivery.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: makeSheet([['Serial number', 'Model', 'Batch'], ...rows]),
    });
    await enter.getByRole('button', { name: 'Check', exact: true }).click();
    const summary = enter.getByRole('status').filter({ hasText: 'Can be added' });
    await summary.waitFor({ timeout: 120_000 });
    expect(await summary.innerText()).toBe('Can be added: 12,000 · cannot be added: 0');
    expect(await enter.getByLabel('The first row contains column names').isChecked()).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
    await enter.getByRole('button', { name: 'Add 12,000 serial numbers' }).click();
    await enter.waitFor({ state: 'detached', timeout: 60_000 });

    const stock = page.getByRole('region', { name: 'Stock', exact: true });
    const countOf = async (place: string) => {
      const text = await stock
        .getByRole('button', { name: new RegExp(place) })
        .locator('b')
        .innerText();
      return Number(text.replaceAll(',', ''));
    };
    await expect.poll(() => countOf('In stock')).toBeGreaterThanOrEqual(12_000);
    const before = { inStock: await countOf('In stock'), atDealers: await countOf('At dealers') };

    await page.getByRole('button', { name: 'Issue or revoke' }).click();
    const issue = page.getByRole('dialog', { name: 'Issue or revoke' });
    await issue.getByLabel('From', { exact: true }).fill(serial(0));
    await issue.getByLabel('To', { exact: true }).fill(serial(4_999));
    await issue.getByRole('button', { name: 'Check', exact: true }).click();
    await issue.getByText('This Field is required.').waitFor();
    await issue.getByRole('combobox').fill(DEALER_NAME);
    await page.getByRole('option').filter({ hasText: DEALER_NAME }).first().click();
    await issue.getByRole('button', { name: 'Check', exact: true }).click();
    await issue.getByText('Will be changed: 5,000 · not changed: 0').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'stock-issue');
    await issue.getByRole('button', { name: 'Apply' }).click();
    await issue.waitFor({ state: 'detached' });
    await expect.poll(() => countOf('In stock')).toBe(before.inStock - 5_000);
    expect(await countOf('At dealers')).toBe(before.atDealers + 5_000);
    await stock.getByText('Stock by company').click();
    await stock.getByRole('button', { name: DEALER_NAME }).waitFor();
    await picture(page, 'stock');

    await page.goto(`/snList?q=${serial(0).slice(0, 5)}&stock=atDealer`);
    await page.getByLabel(`Select ${serial(0)}`).check();
    await page.getByRole('button', { name: 'Select all 4,096 matching' }).click();
    await issue.getByText('Revoke what is not in use').click();
    await issue.getByRole('button', { name: 'Check', exact: true }).click();
    await issue.getByText('Will be changed: 4,096 · not changed: 0').waitFor();
    await issue.getByRole('button', { name: 'Apply' }).click();
    await issue.waitFor({ state: 'detached' });
    await expect.poll(() => countOf('Returned')).toBeGreaterThanOrEqual(4_096);
  });

  it('shows how a device in stock connects, and fits a phone in the dark', async () => {
    const page = await pageOf(DISTRIBUTOR, { width: 390, height: 844, scheme: 'dark' });
    await page.goto('/snList?stock=inStock');
    await page.getByRole('region', { name: 'Stock', exact: true }).waitFor();
    await page.getByText('D60', { exact: false }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'stock-phone');
    await page
      .getByRole('button', { name: /^Connection data / })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: 'Connection data' })
      .getByText(/connects to the broker/)
      .waitFor();
  });
});
