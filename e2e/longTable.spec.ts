// The list of a roof of 5,000 modules, the most that a page of a layout holds: few rows in the document, every row
// reachable.
import { firstVendor } from '@helioport/domain/deviceIdentity';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { accessibilityFindings, closePages, newContext } from './fixtures.ts';
import { FIRST_PASSWORD, fillLogin, newPerson } from './people.ts';

const MODULES = 5000;
const INPUTS = 250;
const SID = 'DE_20260101_Long';

let page: Page;
beforeAll(async () => {
  const email = await newPerson();
  const pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
  await pool.query(
    `with site as (
       insert into sites (sid, name, owner_id, country_code, latitude, longitude, timezone, registered_at, commissioned_at)
       select $1, 'Five Thousand', id, 'DE', 52.5, 13.4, 'Europe/Berlin', '2026-01-01', '2026-01-01'
       from users where email = $2 returning id
     ), page as (
       insert into module_pages (site_id, id, name) select id, 1, 'Roof' from site returning site_id
     ), made as (
       insert into devices (vendor, serial, site_id, kind, product_number, model_byte, first_seen_at, claimed_at)
       select $3, '7E57F0' || lpad(n::text, 2, '0'), site_id, 'microinverter', 11, 230, '2026-01-01', '2026-01-01'
       from page, generate_series(0, $4::int / $5::int - 1) n returning id, site_id, serial
     )
     insert into modules (site_id, device_id, addr, page_id, x_m, y_m)
     select site_id, id, addr, 1, addr * 1.2, right(serial, 2)::int * 1.8 from made, generate_series(1, $5::int) addr`,
    [SID, email, firstVendor, MODULES, INPUTS],
  );
  await pool.end();
  page = await (await newContext()).newPage();
  await page.goto('/');
  await fillLogin(page, email, FIRST_PASSWORD);
  await page.getByText('Five Thousand').first().waitFor();
});
beforeEach(async () => {
  // Neither scrolled nor with a selection.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/pvPlant/detail?id=${SID}&tab=modules`);
  await list().locator('tbody tr').first().waitFor();
});
afterAll(closePages);

const list = () => page.locator('.hp-roof-list');
const rows = () => list().locator('tbody tr');
const last = () => list().locator(`tbody tr[aria-rowindex="${MODULES + 1}"]`);
const focusedRow = () =>
  page.evaluate(() => Number(document.activeElement?.closest('tr')?.ariaRowIndex ?? Number.NaN));

it('keeps few rows in the document and gives screen readers the number of all', async () => {
  expect(await rows().count()).toBeLessThan(60);
  expect(await list().locator('table').getAttribute('aria-rowcount')).toBe(String(MODULES + 1));
  expect(await accessibilityFindings(page)).toEqual([]);
});

it('reaches the last row by scrolling and by the End key', async () => {
  await list().evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await last().waitFor();
  expect(await rows().count()).toBeLessThan(60);
  await list().evaluate((frame) => frame.scrollTo(0, 0));
  await last().waitFor({ state: 'detached' });
  await list().focus();
  await page.keyboard.press('End');
  await last().waitFor();
  const header = list().locator('thead th').first();
  const offset = async () => (await header.boundingBox())!.y - (await list().boundingBox())!.y;
  expect(Math.abs(await offset())).toBeLessThan(3);
});

it('steps row by row to the last one, also from a row that has scrolled out of view', async () => {
  await list().evaluate((frame) => frame.scrollTo(0, 0));
  await list().locator('tbody tr[aria-rowindex="2"]').waitFor();
  await list().focus();
  for (let step = 1; step <= 40; step++) {
    await page.keyboard.press('j');
    await expect.poll(focusedRow).toBe(step + 1);
  }
  await list().evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await last().waitFor();
  expect(await focusedRow()).toBe(41);
  await page.keyboard.press('j');
  await expect.poll(focusedRow).toBe(42);
  await page.keyboard.press('j');
  await expect.poll(focusedRow).toBe(43);

  await list().evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await last().locator('input').focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(focusedRow).toBe(MODULES);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.locator('.hp-module-peek').waitFor();
  expect(await last().locator('input').isChecked()).toBe(true);
});

it('prints every row', async () => {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await rows().count()).toBe(MODULES);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows().count()).toBeLessThan(60);
});

it('fits a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await list().evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await last().waitFor();
  expect(await list().evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
  expect(await accessibilityFindings(page)).toEqual([]);
});
