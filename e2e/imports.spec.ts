// An owner migrates from another portal: file, correction of a column, import, totals, undo.
import { site } from '@helioport/contract/site';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
let sid = '';

beforeEach(async () => {
  const plant = { siteName: 'Old mill', countryCode: 'DE', timezone: 'Europe/Berlin', devices: [] };
  ({ sid } = await callApi(site.createFast, plant, await tokenOf(INSTALLER)));
});
afterAll(closePages);

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const days = (month: string, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const wh = 8_000 + ((i * 1_733) % 9_000);
    return `${String(i + 1).padStart(2, '0')}.${month};${wh};${Math.round(wh * 0.6)};2100;1,5`;
  }).join('\n');
const fronius = file(
  'Solarweb 2024.csv',
  `Datum und Uhrzeit;PV Produktion;Energie ins Netz eingespeist;Energie vom Netz bezogen;Ersparnis
[dd.MM.yyyy];[Wh];[Wh];[Wh];[EUR]
${days('05.2024', 31)}\n${days('06.2024', 30)}\n`,
);
const generic = file(
  'logger.csv',
  'Time,Roof,Meter\n05/06/2024 10:00,1.5,0.2\n05/06/2024 10:15,2.5,0.1\n05/06/2024 10:30,2,0\n',
);

it('recognizes a file, imports it with progress, shows its energy, and undoes it', async () => {
  const page = await pageOf(INSTALLER);
  await page.goto(`/pvPlant/edit?id=${sid}`);
  await page.getByRole('link', { name: 'Import history' }).click();
  await page.getByRole('heading', { name: 'Import history · Old mill' }).waitFor();
  await page.getByText('No imports').waitFor();
  await picture(page, 'imports-empty');

  await page
    .locator('input[type=file]')
    .setInputFiles(file('month.csv', 'Month,kWh\n2024-01,5\n2024-02,6\n'));
  await page.getByRole('alert').getByText('This file has one row per month.', { exact: false }).waitFor();

  await page.locator('input[type=file]').setInputFiles(fronius);
  await page.getByText('Fronius Solar.web', { exact: true }).waitFor();
  await page.getByText('Daily values').first().waitFor();
  const meaning = page.getByRole('combobox', { name: 'Meaning: PV Produktion [Wh]' });
  expect(await meaning.inputValue()).toBe('produced');
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'imports-preview');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'imports-preview-dark');
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Import started').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'Solarweb 2024.csv' });
  await row.waitFor();
  await picture(page, 'imports-running');
  await row.getByText('Imported', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'imports-done');

  await row.getByRole('link', { name: 'Show energy' }).click();
  await page.getByRole('tab', { name: 'Energy', selected: true }).waitFor();
  await page.waitForTimeout(1_500);
  await picture(page, 'imports-energy');
  await page.goBack();

  // A second file of the same days adds nothing.
  await page.locator('input[type=file]').setInputFiles(fronius);
  await page.getByText('No days left to import', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo the import of Solarweb 2024.csv?' });
  await question.waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('No imports').waitFor();
  await page.context().close();
});

it('requires what a file does not tell, on a phone in the dark', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto(`/pvPlant/import?id=${sid}`);
  await page.locator('input[type=file]').setInputFiles(generic);
  await page.getByText('The dates can be read with the day or the month first.', { exact: false }).waitFor();
  const start = page.getByRole('button', { name: 'Start import' });
  expect(await start.isDisabled()).toBe(true);
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    )
    .toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'imports-phone-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await start.scrollIntoViewIfNeeded();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'imports-phone');
  await page.emulateMedia({ colorScheme: 'dark' });

  await page.getByRole('combobox', { name: 'Date format' }).selectOption('mdy');
  await page.getByRole('combobox', { name: 'Meaning: Roof' }).selectOption('produced');
  await page.getByRole('combobox', { name: 'Unit: Roof' }).selectOption('kWh');
  await page.getByRole('combobox', { name: 'Meaning: Meter' }).selectOption('ignore');
  await expect.poll(() => start.isDisabled()).toBe(false);
  await page.getByText('May 6, 2024').first().waitFor();
  await start.click();
  const row = page.getByRole('listitem').filter({ hasText: 'logger.csv' });
  await row.getByText('Imported', { exact: true }).waitFor({ timeout: 60_000 });
  await row.getByText(/^Production: 6(\.0+)? kWh$/).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'imports-phone-dark-done');
  await page.context().close();
});
