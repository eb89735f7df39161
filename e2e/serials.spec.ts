// Manufacturers and sellers: a spreadsheet of serial numbers, a custom model on its way into a plant, counts that link
// to their lists, and the service password.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { common } from '@helioport/contract/common';
import { product } from '@helioport/contract/product';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf } from './fixtures.ts';
import { tokenOf } from './people.ts';

afterAll(closePages);

const ADMIN = 'admin@demo.test';
const INSTALLER = 'installer@demo.test';

/** Serial numbers that no other test uses. */
let next = 0xb1000000 + ((Date.now() % 0xff_ffff) >>> 8) * 0x100;
const some = (count: number): string[] =>
  Array.from({ length: count }, () => (next++).toString(16).toUpperCase());

/** Serial numbers from C1000000 on, with an invalid one every 2,500 rows. */
const sheet = fileURLToPath(new URL('fiftyThousand.xlsx', import.meta.url));

const barAction = (page: Page, name: string) =>
  page.getByRole('region', { name: /selected/ }).getByRole('button', { name, exact: true });

describe('a sheet of fifty thousand serials', () => {
  it('says which twenty rows are wrong, gives them back as a file and enters the others', {
    timeout: 180_000,
  }, async () => {
    // An earlier try can have added them.
    const pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
    await pool.query("delete from sn_entries where sn between 'C1000000' and 'C100FFFF'");
    await pool.end();
    const page = await pageOf(ADMIN);
    await page.goto('/snList');
    await page.getByRole('button', { name: 'Add serial numbers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add serial numbers' });
    await dialog.getByText('A spreadsheet (.xlsx)').click();
    await dialog.locator('input[type="file"]').setInputFiles(sheet);
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText('Can be added: 49,980 · cannot be added: 20').waitFor({ timeout: 60_000 });
    expect(await accessibilityFindings(page)).toEqual([]);

    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download these rows' }).click();
    const file = await (await saving).path();
    const refused = {
      name: 'Serial numbers not added.xlsx',
      mimeType: 'application/zip',
      buffer: readFileSync(file),
    };

    await dialog.getByRole('button', { name: 'Add 49,980 serial numbers' }).click();
    await dialog.waitFor({ state: 'detached', timeout: 60_000 });
    await page.goto('/snList?q=C100C33B');
    await page.getByText('1–1 of 1').waitFor();
    // The downloaded rows are a sheet that can be corrected and imported; they are still wrong.
    await page.getByRole('button', { name: 'Add serial numbers' }).click();
    await dialog.getByText('A spreadsheet (.xlsx)').click();
    await dialog.locator('input[type="file"]').setInputFiles(refused);
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText('Can be added: 0 · cannot be added: 20').waitFor();
    await dialog.getByRole('row', { name: /^2 wrong 0 BDM-2250 Invalid characters: / }).waitFor();
  });
});

describe('a model of the operator', () => {
  it('is made, its serial issued to a company and taken by a plant; a restricted one is refused', {
    timeout: 180_000,
  }, async () => {
    const [good, bad] = some(2) as [string, string];
    const name = `HP-${next % 100_000}`;
    const page = await pageOf(ADMIN);
    await page.goto('/products');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByLabel('Model').fill(name);
    await page.getByLabel('DC inputs').fill('2');
    await page.getByLabel('Rated power (W)').fill('900');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: 'Back' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.goto('/snList');
    await page.getByRole('button', { name: 'Add serial numbers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add serial numbers' });
    await dialog.getByLabel('Product').selectOption(name);
    await dialog.getByLabel('Serial numbers').fill(`${good} ${bad}`);
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByRole('button', { name: 'Add 2 serial numbers' }).click();
    await dialog.waitFor({ state: 'detached' });

    // Before it is issued no plant may take it.
    const token = await tokenOf(INSTALLER);
    const validityOf = async (sn: string) => (await callApi(common.getHardwareValid, { sn }, token)).result;
    expect(await validityOf(good)).toBe('notIssued');

    await page.goto(`/snList?q=${good.slice(0, 7)}`);
    await page.getByLabel(`Select ${good}`).check();
    await barAction(page, 'Issue').click();
    const issue = page.getByRole('dialog', { name: 'Issue' });
    await issue.getByRole('combobox').fill('Sonnenwerk');
    await page.getByRole('option').filter({ hasText: 'Sonnenwerk Montage' }).first().click();
    await issue.getByRole('button', { name: 'Issue', exact: true }).click();
    await page.getByText('Completed: 1 · not completed: 0').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();

    await page.getByLabel(`Select ${bad}`).check();
    await barAction(page, 'Restrict').click();
    const restrict = page.getByRole('dialog', { name: 'Restrict' });
    await restrict.getByLabel('Reason for restriction').fill('Stolen');
    await restrict.getByRole('button', { name: 'Restrict', exact: true }).click();
    await page.getByText('Completed: 1 · not completed: 0').waitFor();
    expect(await validityOf(good)).toBe('unknown');
    expect(await validityOf(bad)).toBe('restricted');

    const wizard = await pageOf(INSTALLER);
    await wizard.goto('/pvPlant/edit');
    await wizard.getByLabel('Plant name').fill(`Roof of ${name}`);
    await wizard.getByLabel('Country').selectOption('DE');
    await wizard.getByLabel('Time zone').selectOption('Europe/Berlin');
    await wizard.getByRole('button', { name: 'Next: devices' }).click();
    await wizard.getByLabel('Serial numbers').fill(`${good}\n${bad}`);
    await wizard.getByRole('button', { name: 'Add to list' }).click();
    await wizard.getByText('This serial number is restricted and').waitFor();
    await wizard.getByRole('button', { name: 'Remove these from the list' }).click();
    await wizard.getByRole('button', { name: 'Create plant' }).click();
    await wizard.getByText(`Roof of ${name} was created.`).waitFor();
    const { list } = await callApi(product.sn, { filters: { sn: good } }, token);
    expect(list).toMatchObject([{ sn: good, modelName: name, isActivated: true }]);
  });
});

describe('the dashboard', () => {
  it('shows figures that lead to the lists of what they count', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/dashboard');
    await page
      .getByRole('link', { name: /^Users/ })
      .last()
      .waitFor();
    await page.getByRole('link', { name: 'Germany' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const count = await page.getByRole('listitem').filter({ hasText: 'Germany' }).locator('b').innerText();
    await page.getByRole('link', { name: 'Germany' }).click();
    await page.waitForURL(/\/users\?country=DE/);
    await page.getByText(new RegExp(`of ${count}$`)).waitFor();
  });
});

describe('a service password', () => {
  it('is generated from a serial and can be copied', async () => {
    const page = await pageOf(INSTALLER);
    const { list } = await callApi(product.sn, { filters: { is_activated: true } }, await tokenOf(INSTALLER));
    await page.goto('/generateBDMPassword');
    await page.getByLabel('Serial number').fill('12345678');
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByText('No device with this serial number').waitFor();
    await page.getByLabel('Serial number').fill(list[0]!.sn);
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByText(/^\d{8}$/).waitFor();
    await page.getByRole('button', { name: 'Copy password' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
