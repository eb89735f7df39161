// Actions on many plants: selected in the list, shared, reports ordered, exported and deleted, with a result for each
// plant.
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, freshSerial, pageOf, picture } from './fixtures.ts';
import { freshAddress, tokenOf } from './people.ts';

const ADMIN = 'admin@demo.test';

let token = '';
let sids: string[] = [];
/** A word that is in no name of another plant. */
let word = '';
let names: string[] = [];

beforeEach(async () => {
  word = `Bulk${freshSerial()}`;
  names = ['barn', 'house', 'stable'].map((kind) => `${word} ${kind}`);
  token = await tokenOf(ADMIN);
  const made = [];
  for (const siteName of names)
    made.push(
      await callApi(site.createFast, { siteName, countryCode: 'GH', timezone: 'Africa/Accra' }, token),
    );
  sids = made.map(({ sid }) => sid);
});
afterAll(closePages);

async function listOf(look: { width?: number; scheme?: 'dark' } = {}): Promise<Page> {
  const page = await pageOf(ADMIN, look);
  await page.goto(`/pvPlant?q=${word}&sort=siteName`);
  await page.getByRole('link', { name: names[2]! }).waitFor();
  return page;
}

const begin = async (page: Page, count: number) => {
  await page.getByRole('button', { name: `Apply to ${count} plants` }).click();
  await page.getByText(/^Completed: \d/).waitFor();
};
const sharedWith = async (sid: string) =>
  (await callApi(site.detail, { sid }, token)).shareWith.map(({ email }) => email);

it('shares those that are chosen by the keyboard, and leaves those in peace with whom they are shared', async () => {
  const [before, friend] = [freshAddress(), freshAddress()];
  await callApi(site.updateFast, { sid: sids[0]!, shareWith: [{ email: before }] }, token);
  const page = await listOf();
  for (let row = 0; row < 2; row++) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    // The row takes the keyboard back from its box.
    await page.locator('tbody > tr').nth(row).focus();
  }
  await page.getByText('2 plants selected').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Apply to 2 plants' }).click();
  await page.getByText('This Field is required.').waitFor();
  await page.getByLabel('Email').fill('friend@');
  await page.getByRole('button', { name: 'Apply to 2 plants' }).click();
  await page.getByText('Please enter a valid email address.').waitFor();
  await page.getByLabel('Email').fill(friend);
  await begin(page, 2);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('2 plants selected').waitFor({ state: 'detached' });
  expect((await sharedWith(sids[0]!)).toSorted()).toEqual([before, friend].toSorted());
  expect(await sharedWith(sids[1]!)).toEqual([friend]);
  expect(await sharedWith(sids[2]!)).toEqual([]);
  await page.context().close();
});

it('orders reports of all of the page on a phone, and exports them', async () => {
  const page = await listOf({ width: 390, scheme: 'dark' });
  await page.getByLabel('Select all on this page').check();
  await page.getByText('3 plants selected').waitFor();
  await picture(page, 'bulk-phone');
  // At the end of the page the bar of the selection covers no row.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await picture(page, 'bulk-phone-end');
  expect(await accessibilityFindings(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.getByRole('region', { name: '3 plants selected' }).getByText('Export as CSV').click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('button', { name: 'My reports' }).click();
  await page.getByLabel('Yearly').check();
  await begin(page, 3);
  await page.getByText('Completed: 3 · not completed: 0').waitFor();
  for (const sid of sids) {
    const { yearly, monthly, weekly } = await callApi(pv.reportSettings, { sid }, token);
    expect({ yearly, monthly, weekly }).toEqual({ yearly: true, monthly: true, weekly: false });
  }
  await page.context().close();
});

it('deletes after their number was typed, and says of one that was renamed meanwhile why it stays', async () => {
  const cottage = `${word} cottage`;
  const page = await listOf();
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await callApi(site.updateFast, { sid: sids[1]!, siteName: cottage }, token);
  await page.getByLabel('Type the number of plants: 3').fill('2');
  await page.getByRole('button', { name: 'Apply to 3 plants' }).click();
  await page.getByText('This does not match 3.').waitFor();
  await page.getByLabel('Type the number of plants: 3').fill('3');
  await begin(page, 3);
  await page.getByText('Completed: 2 · not completed: 1').waitFor();
  const first = page.getByRole('dialog').getByRole('listitem').first();
  await expect.poll(() => first.innerText()).toMatch(new RegExp(`${names[1]}[\\s\\S]*${cottage}`));
  await picture(page, 'bulk-results');
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: cottage }).waitFor();
  await page.getByRole('link', { name: names[0]! }).waitFor({ state: 'detached' });
  await callApi(pv.delete, { sid: sids[1]!, siteName: cottage }, token);
  await page.context().close();
});
