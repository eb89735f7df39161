// The public page of a plant: anonymous visitors see the published content and nothing else, until it is unpublished.
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
  newContext,
  pageOf,
  picture,
  productUrl,
  replayLines,
} from './fixtures.ts';
import { linesOfDay } from './night.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
const ZONE = 'Africa/Accra';
const plant = { siteName: 'Family Miller', countryCode: 'GH', timezone: ZONE, street: 'Secret Lane 7' };

let sid = '';
let serial = '';
let pool: pg.Pool;

beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
});
beforeEach(async () => {
  serial = freshSerial();
  const token = await tokenOf(INSTALLER);
  ({ sid } = await callApi(site.createFast, { ...plant, devices: [{ sn: serial }] }, token));
  const yesterday = addDays(localDay(Date.now(), ZONE), -1);
  await replayLines(pool, linesOfDay(serial, dayBounds(yesterday, ZONE).startMs, false));
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

const visitor = async (look: Parameters<typeof newContext>[0] = {}): Promise<Page> =>
  (await newContext(look)).newPage();

it('is opened by who decides over the plant, seen by a stranger, changed, renewed and taken away', async () => {
  const page = await pageOf(INSTALLER);
  await page.goto(`/pvPlant/edit?id=${sid}`);
  await page.getByLabel('Headline').fill('Sun of our school');
  await page.getByLabel('Environmental benefits').uncheck();
  await page.getByRole('button', { name: 'Publish page' }).click();
  const link = page.getByRole('link', { name: 'page address' });
  await link.waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'settings-public');
  const address = (await link.getAttribute('href')) ?? '';

  const seen = await visitor();
  const answer = await seen.goto(address);
  expect(answer?.headers()['x-robots-tag']).toContain('noindex');
  await seen.getByRole('heading', { name: 'Sun of our school' }).waitFor();
  await seen.getByText('This month').waitFor();
  await expect.poll(() => seen.getByText('Environmental benefits').count()).toBe(0);
  const token = address.split('/').at(-1) ?? '';
  const publicData = JSON.stringify(await callApi(site.publicView, { token }));
  for (const secret of [serial, 'Miller', 'Secret Lane', sid, INSTALLER]) {
    expect(await seen.content()).not.toContain(secret);
    expect(publicData).not.toContain(secret);
  }
  expect(await accessibilityFindings(seen)).toEqual([]);

  await page.getByRole('button', { name: 'Change address' }).click();
  await expect.poll(() => link.getAttribute('href')).not.toBe(address);
  await seen.reload();
  await seen.getByText('No plant is published at this address.').waitFor();
  const renewed = (await link.getAttribute('href')) ?? '';
  await seen.goto(renewed);
  await seen.getByRole('heading', { name: 'Sun of our school' }).waitFor();
  await page.getByRole('button', { name: 'Remove page' }).click();
  await page.getByRole('button', { name: 'Publish page' }).waitFor();
  await seen.reload();
  await seen.getByText('No plant is published at this address.').waitFor();
  await seen.context().close();
  await page.context().close();
});

it('fits a phone, and fills a screen in a hall, one block after the other', async () => {
  const owner = await tokenOf(INSTALLER);
  const input = { sid, title: 'Hall', blocks: ['now', 'today', 'curve', 'benefit', 'verdict'] as const };
  const { token } = await callApi(site.publicPageSet, { ...input, blocks: [...input.blocks] }, owner);
  const phone = await visitor({ width: 390, scheme: 'dark' });
  await phone.goto(`${productUrl()}/p/${token}`);
  await phone.getByText('Environmental benefits').waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await accessibilityFindings(phone)).toEqual([]);
  await picture(phone, 'public-phone-dark');
  await phone.context().close();

  const hall = await visitor();
  await hall.clock.install();
  await hall.goto(`${productUrl()}/p/${token}`);
  await hall.getByText('Environmental benefits').waitFor();
  await picture(hall, 'public-wide-light');
  await hall.getByRole('button', { name: 'Full screen' }).click();
  await hall.getByRole('button', { name: 'Exit full screen' }).waitFor();
  const shown = () => hall.locator('.hp-kiosk section').innerText();
  await picture(hall, 'public-kiosk');
  const first = await shown();
  expect(await accessibilityFindings(hall)).toEqual([]);
  await hall.clock.runFor(12_500);
  await expect.poll(shown).not.toBe(first);
  await hall.getByRole('button', { name: 'Pause' }).click();
  const second = await shown();
  await hall.clock.runFor(12_500);
  expect(await shown()).toBe(second);
  await hall.getByRole('button', { name: 'Exit full screen' }).click();
  await hall.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  await hall.context().close();
});
