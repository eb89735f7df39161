// Devices: found in the list, viewed one by one, a year of data exported, a module compared with its array, the
// blocklist, and permanent deletion of a history.
import fs from 'node:fs';
import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import pg from 'pg';
import type { Page } from 'playwright-core';
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

const ADMIN = 'admin@demo.test';
const ZONE = 'Africa/Accra';

let pool: pg.Pool;
let token = '';
let sid = '';
let kept = '';
let gone = '';
const today = localDay(Date.now(), ZONE);
const dayStart = (back: number) => dayBounds(addDays(today, -back), ZONE).startMs;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  token = await tokenOf(ADMIN);
});
beforeEach(async () => {
  [kept, gone] = [freshSerial(), freshSerial()];
  const made = await callApi(
    site.createFast,
    {
      siteName: 'Quiet Mill',
      countryCode: 'GH',
      timezone: ZONE,
      devices: [{ sn: kept, alias: 'West' }, { sn: gone }],
    },
    token,
  );
  sid = made.sid;
  for (const sn of [kept, gone])
    for (const back of [3, 2]) await replayLines(pool, linesOfDay(sn, dayStart(back), false));
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

/** The whole text of a file that the page has saved. */
async function savedBy(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download');
  await press();
  const download = await saving;
  return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
}

it('finds a device in its list by what it is, keeps the filter under a name, and opens it', async () => {
  const page = await pageOf(ADMIN);
  // Serial numbers of other tests begin like it.
  const prefix = kept;
  await page.goto('/pvPlant');
  await page.getByRole('link', { name: 'Inverters and gateways' }).click();
  await page.getByRole('heading', { name: 'Inverters and gateways' }).waitFor();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('searchbox', { name: 'Serial number starts with' }).fill(prefix);
  await page.getByRole('link', { name: 'West' }).waitFor();
  await page.getByRole('link', { name: 'Arbour 1' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('prefix')).toBe(prefix);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Mill');
  await page.getByRole('button', { name: 'Save these filters' }).click();
  await page.getByRole('button', { name: 'Mill', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Inverters and gateways' }).click();
  const { name, bytes } = await savedBy(page, () =>
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  );
  expect(name).toMatch(/^Inverters_and_gateways\.csv$/);
  expect(bytes.toString().trim().split('\r\n')).toHaveLength(2);
  await picture(page, 'devices');
  await page.getByRole('link', { name: 'West' }).click();
  await page.getByRole('heading', { name: 'West' }).waitFor();
  await page.getByText('Real-time output').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  // Meters of the same plant are no inverters, and components of a composite device are collapsed.
  await page.goto('/devices/allInOneMachine');
  await page
    .getByRole('button', { name: /^Show what is below|sunhall/ })
    .first()
    .waitFor();
  await page.context().close();
});

it('shows on a phone by night what each tab of a device tells', async () => {
  const page = await pageOf(ADMIN, { width: 390, scheme: 'dark' });
  for (const tab of ['statistics', 'playback', 'history', 'events', 'firmware', 'changes']) {
    await page.goto(`/devices/detail?sn=86D30001&tab=${tab}`);
    await page.locator('[role="tab"][aria-selected="true"]').waitFor();
    await page.locator('.hp-bones').first().waitFor({ state: 'detached' });
    expect([tab, await accessibilityFindings(page)]).toEqual([tab, []]);
  }
  await picture(page, 'device-phone');
  await page.context().close();
});

it('saves a year of a device as text and as a sheet, and says how far it is', async () => {
  const page = await pageOf(ADMIN);
  const span = `span=own&from=${addDays(today, -365)}&to=${today}`;
  await page.goto(`/devices/detail?sn=${kept}&tab=history&${span}`);
  await page.getByRole('cell').first().waitFor();
  const text = await savedBy(page, () => page.getByRole('button', { name: 'Export as CSV' }).last().click());
  const lines = text.bytes.toString().trim().split('\r\n');
  expect(lines[0]).toContain('Time');
  expect(lines.length).toBeGreaterThan(90);
  const sheet = await savedBy(page, () =>
    page.getByRole('button', { name: 'Export as XLSX (Excel)' }).last().click(),
  );
  expect(sheet.name).toMatch(/\.xlsx$/);
  expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK');
  expect(sheet.bytes.length).toBeGreaterThan(2000);
  await page.context().close();
});

it('leads from a plant to one module, beside the median of its plane', async () => {
  const page = await pageOf(ADMIN);
  const { list } = await callApi(device.list, { filters: { sn: '86D30001' } }, token);
  await page.goto(`/pvPlant/detail?id=${list[0]!.sid}&tab=modules&show=table`);
  await page.getByRole('link', { name: '86D30001_2' }).click();
  await page.getByRole('heading', { name: 'Module 86D30001_2' }).waitFor();
  await page.getByRole('row', { name: /^Array median/ }).waitFor();
  await page
    .getByLabel('Array median')
    .first()
    .waitFor({ state: 'attached' })
    .catch(() => undefined);
  await page.getByLabel('Measurement').selectOption({ label: 'DC voltage' });
  await page.waitForURL('**measure=dcVoltage**');
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'module');
  await page.context().close();
});

it('puts a serial on the black list, from where no plant can take it', async () => {
  const page = await pageOf(ADMIN);
  await page.goto(`/devices/detail?sn=${kept}`);
  await page.getByRole('button', { name: 'Actions for West' }).click();
  await page.getByRole('button', { name: 'Add to blocklist' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The serial number can no longer be added to a plant.').waitFor();
  await dialog.getByLabel('Reason (optional)').fill('Reported stolen');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add to blocklist' }).click();
  await page.getByText('On the blocklist', { exact: true }).waitFor();
  const { list } = await callApi(device.list, { filters: { is_restricted: true, sn: kept } }, token);
  expect(list.map(({ sn }) => sn)).toEqual([kept]);
  await page.getByRole('button', { name: 'Actions for West' }).click();
  await page.getByRole('button', { name: 'Remove from blocklist' }).click();
  await page.getByText('On the blocklist', { exact: true }).waitFor({ state: 'detached' });
  await page.context().close();
});

const madeLately = async (): Promise<number> => {
  const rangeDate = `${addDays(today, -9)}~${today}`;
  const { series } = await callApi(site.statisticsEcharts, { sid, types: 3, rangeDate }, token);
  return series
    .flatMap((one) => one.data as (number | null)[])
    .reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
};

it('deletes a history after its serial was typed, and tells how far the sums are', async () => {
  await expect.poll(madeLately).toBeGreaterThan(1);
  // Half of the days would be half of the energy, too.
  await expect
    .poll(async () => {
      const waiting = `select from dirty_day d join sites s on s.id = d.site_id where s.sid = $1`;
      return (await pool.query(waiting, [sid])).rowCount;
    })
    .toBe(0);
  const before = await madeLately();
  const page = await pageOf(ADMIN);
  await page.goto(`/devices/detail?sn=${gone}`);
  await page.getByRole('button', { name: `Actions for ${gone}` }).click();
  await page.getByRole('button', { name: 'Delete history' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type the serial number: ${gone}`).fill(kept);
  await dialog.getByRole('button', { name: 'Delete history' }).click();
  await dialog.getByText(`This does not match ${gone}.`).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByLabel(`Type the serial number: ${gone}`).fill(gone.toLowerCase());
  await dialog.getByRole('button', { name: 'Delete history' }).click();
  await page.getByText('The totals of Quiet Mill are up to date.').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await madeLately()).toBeCloseTo(before / 2, 1);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByText('Deleted the history of a device').waitFor();
  await page.context().close();
});
