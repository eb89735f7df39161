// A named device is listed by its name everywhere, together with its serial number; the plant's settings list, rename
// and remove it.
import { site } from '@helioport/contract/site';
import { dayBounds, localDay } from '@helioport/domain/periods';
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
  rowAction,
} from './fixtures.ts';
import { linesOfDay } from './night.ts';
import { tokenOf } from './people.ts';

const OWNER = 'owner@demo.test';
const ZONE = 'Africa/Accra';

let pool: pg.Pool;
let sid = '';
let named = '';
let other = '';

beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
});
beforeEach(async () => {
  [named, other] = [freshSerial(), freshSerial()];
  const made = await callApi(
    site.createFast,
    {
      siteName: 'Names',
      countryCode: 'GH',
      timezone: ZONE,
      devices: [{ sn: named, alias: 'Barn 6' }, { sn: other }],
    },
    await tokenOf(OWNER),
  );
  sid = made.sid;
  const start = dayBounds(localDay(Date.now() - 86_400_000, ZONE), ZONE).startMs;
  for (const sn of [named, other]) await replayLines(pool, linesOfDay(sn, start, false));
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

it('stands with its name and serial number in overview, energy, history, events and search', async () => {
  const page = await pageOf(OWNER);
  await page.goto(`/pvPlant/detail?id=${sid}`);
  const row = page.getByRole('region', { name: 'Devices' }).getByRole('row', { name: /Barn 6/ });
  await row.getByRole('link', { name: 'Barn 6' }).waitFor();
  await row.getByText(named).waitFor();
  await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&of=device`);
  await page.getByText(`Barn 6 (${named})`).first().waitFor();
  for (const tab of ['history', 'events']) {
    await page.goto(`/pvPlant/detail?id=${sid}&tab=${tab}`);
    await page
      .getByRole('combobox', { name: 'Device', exact: true })
      .selectOption({ label: `Barn 6 (${named})` });
    if (tab !== 'history') continue;
    const day = localDay(Date.now() - 86_400_000, ZONE);
    await page.goto(`/pvPlant/detail?id=${sid}&tab=history&device=${named}&span=own&from=${day}&to=${day}`);
    await page.getByRole('combobox', { name: 'Add device to chart' }).selectOption({ label: other });
    await page.getByRole('button', { name: other, exact: true }).waitFor();
    const legend = page.locator('.hp-chart-legend');
    for (const name of [`Barn 6 (${named})`, other]) await legend.getByText(name, { exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  }
  for (const text of ['barn 6', named.toLowerCase()]) {
    await page.getByRole('button', { name: 'Search everything' }).click();
    await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
    const hit = page.getByRole('option', { name: /Barn 6/ }).filter({ visible: true });
    await hit.getByText(named).waitFor();
    await page.keyboard.press('Escape');
  }
  await page.context().close();
});

it.each([1440, 390])('is listed, renamed and removed in the settings at %i px', async (width) => {
  const page = await pageOf(OWNER, { width, height: 844 });
  await page.goto(`/pvPlant/edit?id=${sid}${width === 390 ? '&section=list' : ''}`);
  const panel = page.getByRole('region', { name: 'Devices', exact: true });
  const sn = width === 390 ? named : other;
  const name = width === 390 ? `Barn 6 (${named})` : other;
  await panel.getByRole('link', { name: width === 390 ? 'Barn 6' : other }).waitFor();
  if (width > 1000) {
    const links = page.getByRole('navigation', { name: 'Sections' });
    await links.getByRole('link', { name: 'Public page' }).click();
    await page.waitForURL(/section=public/);
    await expect
      .poll(() =>
        page.getByRole('heading', { name: 'Public page' }).evaluate((one) => one.getBoundingClientRect().top),
      )
      .toBeLessThan(844);
    await links.getByRole('link', { name: 'Devices', exact: true }).click();
  }
  if (width < 640) await rowAction(page, name, `Rename ${name}`);
  else await panel.getByRole('button', { name: `Rename ${name}` }).click();
  expect(await accessibilityFindings(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Shed ${width}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('link', { name: `Shed ${width}` }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, `settings-devices-${width}`);
  await rowAction(page, `Shed ${width} (${sn})`, `Remove Shed ${width} (${sn}) from plant`);
  await dialog.getByRole('textbox').fill(sn);
  await dialog.getByRole('button', { name: /plant$/ }).click();
  // An open dialog hides the panel.
  await dialog.waitFor({ state: 'detached' });
  await panel.getByRole('link', { name: `Shed ${width}` }).waitFor({ state: 'detached' });
  const { list } = await callApi(site.listWithSN, { filters: { keywords: 'Names' } }, await tokenOf(OWNER));
  const left = list.find((one) => one.sid === sid)?.sn.map((one) => one.sn) ?? [];
  expect(left).not.toContain(sn);
  await page.context().close();
});
