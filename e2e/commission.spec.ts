// The story of a plant that is commissioned: looked at, refused without a reason, submitted with one, and done with.
import fs from 'node:fs';
import { site } from '@helioport/contract/site';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, freshSerial, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
let token = '';
let sid = '';
let sn = '';

beforeEach(async () => {
  token = await tokenOf(INSTALLER);
  sn = freshSerial();
  ({ sid } = await callApi(
    site.createFast,
    { siteName: 'New Mill', countryCode: 'GH', timezone: 'Africa/Accra', devices: [{ sn }] },
    token,
  ));
});
afterAll(closePages);

it('is reached from its plant, says what is open, and is submitted with a reason', async () => {
  const page = await pageOf(INSTALLER);
  await page.goto(`/pvPlant/detail?id=${sid}`);
  await page.locator('.hp-plant-head').getByRole('link', { name: 'Commissioning' }).click();
  await page.getByRole('heading', { name: 'Commissioning · New Mill' }).waitFor();
  const seen = page.getByRole('listitem').filter({ hasText: 'All modules reporting' });
  await seen.getByText(`No data received from: ${sn}`).waitFor();
  await expect.poll(() => seen.getByText('Failed').count()).toBe(1);
  await page.getByText('No location has been entered.').waitFor();
  await page.getByText('The plant has no meter.').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'commissioning');

  await page.setViewportSize({ width: 390, height: 900 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await picture(page, 'commissioning-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Submit as commissioned' }).click();
  await page.getByText('This Field is required.').waitFor();
  expect((await callApi(site.commission, { sid }, token)).commissionedAt).toBeNull();
  await page.getByLabel('Note for the owner').fill('The key is with the miller');
  await page.getByLabel('Reason for submitting with open checks').fill('The gateway comes on Monday');
  await page.getByRole('button', { name: 'Submit as commissioned' }).click();
  await page.getByText('Plant commissioned').waitFor();
  await page.getByText('The gateway comes on Monday').waitFor();
  await page.getByText('The key is with the miller').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Submit as commissioned' }).count()).toBe(0);
  expect((await callApi(site.commission, { sid }, token)).commissionedAt).not.toBeNull();

  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF for the owner' }).click(),
  ]);
  expect(paper.suggestedFilename()).toBe(`${sid}_commissioning.pdf`);
  expect(fs.readFileSync(await paper.path(), 'latin1').slice(0, 5)).toBe('%PDF-');

  await page.getByRole('link', { name: 'Location and time zone: Settings' }).click();
  await page.getByRole('heading', { name: /New Mill/ }).waitFor();
  await page.getByText('Submitted the plant for commissioning').waitFor();
});
