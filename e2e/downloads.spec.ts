// A year of a device's data as a file: written in the background, saved, and deleted.
import fs from 'node:fs';
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture, replayLines } from './fixtures.ts';
import { linesOfDay } from './night.ts';
import { tokenOf } from './people.ts';

const ADMIN = 'admin@demo.test';
const ZONE = 'Africa/Accra';
const SN = 'E9D20001';
const today = localDay(Date.now(), ZONE);

let pool: pg.Pool;
let token = '';

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  token = await tokenOf(ADMIN);
  await callApi(
    site.createFast,
    { siteName: 'Slow Mill', countryCode: 'GH', timezone: ZONE, devices: [{ sn: SN, alias: 'West' }] },
    token,
  );
  for (const back of [300, 3, 2])
    await replayLines(pool, linesOfDay(SN, dayBounds(addDays(today, -back), ZONE).startMs, false));
});
beforeEach(async () => {
  const { list } = await callApi(device.downloadList, {}, token);
  for (const { id } of list) await callApi(device.downloadDel, { id }, token);
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

it('has a year of a device written as a sheet, and finds it among the prepared files', async () => {
  const page = await pageOf(ADMIN);
  await page.goto(`/devices/detail?sn=${SN}&tab=history&span=own&from=${addDays(today, -365)}&to=${today}`);
  await page.getByRole('button', { name: 'Prepare file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prepare file' });
  await dialog.getByText('XLSX').click();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Prepare file' }).click();
  const files = page.getByRole('region', { name: 'Prepared files' });
  await files.getByText(/^Ready/).waitFor({ timeout: 40_000 });
  await picture(page, 'downloads');
  const saving = page.waitForEvent('download');
  await files.getByRole('button', { name: /^Save/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${SN}_${addDays(today, -365)}_${today}.xlsx`);
  const bytes = fs.readFileSync(await saved.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.length).toBeGreaterThan(2000);

  await files.getByRole('link', { name: 'All prepared files' }).click();
  await page.getByRole('tab', { name: 'Prepared files', selected: true }).waitFor();
  await page.getByRole('link', { name: SN }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByText('Delete this file?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No prepared files').waitFor();
  await page.context().close();
});

it('keeps a prepared file within a phone by night', async () => {
  const page = await pageOf(ADMIN, { width: 390, scheme: 'dark' });
  await page.goto(`/devices/detail?sn=${SN}&tab=history&span=own&from=${addDays(today, -365)}&to=${today}`);
  await page.getByRole('button', { name: 'Prepare file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare file' }).click();
  await page
    .getByRole('region', { name: 'Prepared files' })
    .getByText(/^Ready/)
    .waitFor({ timeout: 40_000 });
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'downloads-phone');
  await page.context().close();
});
