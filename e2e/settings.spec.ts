// The settings of a plant on a phone: sections fold, one is open at a time, an address opens its own, and whatever is
// wrong comes into sight.
import { site } from '@helioport/contract/site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const OWNER = 'owner@demo.test';
const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
let sid = '';

beforeAll(async () => {
  const plant = { siteName: 'Folded Roof', countryCode: 'DE', timezone: 'Europe/Berlin', devices: [] };
  ({ sid } = await callApi(site.createFast, plant, await tokenOf(OWNER)));
});
afterAll(closePages);

const settings = (section = '') => `/pvPlant/edit?id=${sid}${section && `&section=${section}`}`;
const head = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openHeads = (page: Page) => page.locator('.hp-fold[aria-expanded="true"]').allInnerTexts();

it('fold, one open at a time, so that nobody scrolls through all of them', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await pageOf(OWNER, { width: 390, height: 844, scheme });
    await page.goto(settings());
    await page.getByLabel('City').waitFor();
    expect(await openHeads(page)).toEqual(['Name and location']);
    await head(page, 'Arrays').click();
    await expect.poll(() => openHeads(page)).toEqual(['Arrays']);
    await expect.poll(() => page.getByLabel('City').isVisible()).toBe(false);
    expect(await accessibilityFindings(page)).toEqual([]);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(tall).toBeLessThan(2200);
    await head(page, 'Arrays').press('Enter');
    await expect.poll(() => openHeads(page)).toEqual([]);
    await page.context().close();
  }
});

it('open by their address, and where something is wrong', async () => {
  const page = await pageOf(OWNER, { width: 390, height: 844 });
  await page.goto(settings('public'));
  await page.getByLabel('Headline').waitFor();
  expect(await openHeads(page)).toEqual(['Public page']);
  await head(page, 'Name and location').click();
  const name = page.getByRole('textbox', { name: 'Plant name' });
  await name.fill('');
  await head(page, 'Add devices').click();
  await expect.poll(() => name.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect.poll(() => openHeads(page)).toEqual(['Name and location']);
  await expect.poll(() => name.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.context().close();
});

it('stand below one another where there is room, and the one of the address is in sight', async () => {
  const page = await pageOf(OWNER);
  await page.goto(settings('planes'));
  const arrays = page.getByRole('heading', { name: 'Arrays', exact: true });
  await arrays.waitFor();
  await expect.poll(() => page.locator('.hp-fold').count()).toBe(0);
  await expect.poll(() => arrays.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
  await page.context().close();
});

it('keep documents of the plant, on a phone too', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await pageOf(OWNER, { width: 390, height: 844, scheme });
    await page.goto(settings('files'));
    const name = `Warranty ${scheme} ${Date.now()}.pdf`;
    const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(PDF) };
    const files = page.locator('[data-fold="files"]');
    await files.locator('input[type="file"]').setInputFiles(file);
    await files.getByRole('listitem').filter({ hasText: name }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, `plant-documents-${scheme}`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await files.getByRole('listitem').filter({ hasText: name }).waitFor({ state: 'detached' });
    await page.context().close();
  }
});
