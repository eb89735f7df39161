// Replacing a device: the plant's yearly energy continues, and a mistake can be undone.
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  freshSerial,
  pageOf,
  picture,
  replayLines,
} from './fixtures.ts';
import { linesOfDay } from './night.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
const ZONE = 'Africa/Accra';

let pool: pg.Pool;
let token = '';
let sid = '';
let old = '';
let fresh = '';
const today = localDay(Date.now(), ZONE);
const dayStart = (back: number) => dayBounds(addDays(today, -back), ZONE).startMs;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  token = await tokenOf(INSTALLER);
});
beforeEach(async () => {
  [old, fresh] = [freshSerial(), freshSerial()];
  const made = await callApi(
    site.createFast,
    { siteName: 'Unbroken Barn', countryCode: 'GH', timezone: ZONE, devices: [{ sn: old, alias: 'Barn' }] },
    token,
  );
  sid = made.sid;
  // The old inverter worked the day before yesterday; since yesterday a new one reports that is not registered.
  await replayLines(pool, linesOfDay(old, dayStart(2), false));
  await replayLines(pool, linesOfDay(fresh, dayStart(1), false));
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

/** kWh of the last 30 days by the chart of days, which no turn of a year shortens. */
const madeLately = async (): Promise<number> => {
  const rangeDate = `${addDays(today, -29)}~${today}`;
  const { series } = await callApi(site.statisticsEcharts, { sid, types: 3, rangeDate }, token);
  const data = series.flatMap((one) => one.data as (number | null)[]);
  return data.reduce<number>((sum, value) => sum + (value ?? 0), 0);
};

it('gives its place to a new one, and the plant goes on counting; then all is taken back', async () => {
  await expect.poll(madeLately).toBeGreaterThan(1);
  const before = await madeLately();
  const page = await pageOf(INSTALLER);
  await page.goto(`/pvPlant/detail?id=${sid}`);
  await page.getByRole('button', { name: `Replace ${old}…` }).click();
  const dialog = page.getByRole('dialog', { name: `Replace ${old}` });
  await dialog.getByText('Plant totals continue without interruption').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'device-replace');
  await dialog.getByLabel('Serial number of the new device').fill('no serial');
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await dialog.getByText('This is not a valid serial number.').waitFor();
  await dialog.getByLabel('Serial number of the new device').fill(fresh.toLowerCase());
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByText(`${fresh} has replaced ${old}.`).waitFor();
  await page.getByRole('button', { name: `Replace ${fresh}…` }).waitFor();
  await page.getByRole('button', { name: `Replace ${old}…` }).waitFor({ state: 'detached' });
  // Earlier readings of the new device are included: two sunny days, not one.
  await expect.poll(madeLately).toBeCloseTo(before * 2, 1);
  const { list } = await callApi(device.list, { filters: { sid } }, token);
  expect(list).toMatchObject([{ sn: fresh, alias: 'Barn' }]);

  await picture(page, 'device-replaced');
  await page.getByRole('link', { name: `History of ${old}` }).click();
  await page.getByRole('heading', { name: 'Readings' }).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Device', exact: true }).inputValue()).toBe(old);
  await page.getByRole('cell').first().waitFor();
  await page.goBack();

  await page.getByRole('button', { name: `Undo replacement: ${old}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo replacement', exact: true }).click();
  await page.getByText(`${old} is back in its position.`).waitFor();
  await page.getByRole('button', { name: `Replace ${old}…` }).waitFor();
  await expect.poll(madeLately).toBeCloseTo(before, 1);
  await page.context().close();
});

it('asks on a phone too, and axe finds nothing in the dark', async () => {
  await callApi(device.replace, { sid, sn: old, newSn: fresh }, token);
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto(`/pvPlant/detail?id=${sid}`);
  // Its energy counts in the plant and in no row of the table.
  await page.getByRole('heading', { name: /^Replaced devices: [1-9][\d.]* kWh$/ }).waitFor();
  await page.getByRole('button', { name: `Replace ${fresh}…` }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'device-replaced-phone-dark');
  await page.context().close();
});
