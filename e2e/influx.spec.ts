// The output of a plant's readings to a database: add it, test it, see a failure, switch it off and delete it.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { site } from '@helioport/contract/site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
let sid = '';
let url = '';
let status = 204;
const received: { url: string; text: string }[] = [];
const receiver = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    received.push({ url: request.url ?? '', text: gunzipSync(Buffer.concat(pieces)).toString() });
    response.writeHead(status).end(status === 204 ? '' : '{"message":"bucket not found"}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  const plant = { siteName: 'Sawmill', countryCode: 'GH', timezone: 'Africa/Accra', devices: [] };
  ({ sid } = await callApi(site.createFast, plant, await tokenOf(INSTALLER)));
  status = 204;
  received.length = 0;
});
afterAll(async () => {
  receiver.close();
  await closePages();
});

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const button = (page: Page, name: string) =>
  page.locator('.hp-influx').getByRole('button', { name, exact: true });

it('adds an output, tests it, shows a failure and deletes it', async () => {
  const page = await pageOf(INSTALLER);
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByText('No output').waitFor();
  await button(page, 'Add output').click();
  const form = page.locator('.hp-influx-form');
  await button(page, 'Save output').click();
  await form.getByText('This Field is required.').waitFor();
  await form.getByLabel('Address').fill('http://10.0.0.1:8086');
  await form.getByLabel('Organization').fill('home');
  await form.getByLabel('Bucket').fill('pv');
  await form.getByLabel('Token').fill('secret');
  await button(page, 'Save output').click();
  await form.getByText('Enter a public webhook address', { exact: false }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'influx-form');

  await form.getByLabel('Address').fill(url);
  await button(page, 'Save output').click();
  await button(page, 'Send test').click();
  await page.getByText('Delivered').first().waitFor();
  expect(received).toEqual([
    { url: '/api/v2/write?org=home&bucket=pv&precision=ms', text: '# test of Helioport\n' },
  ]);
  status = 404;
  await button(page, 'Send test').click();
  await page.getByText('answered 404: bucket not found', { exact: false }).first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await picture(page, 'influx-output');
  await button(page, 'Deactivate').click();
  await page.locator('.hp-influx-head').getByText('Inactive').waitFor();
  await button(page, 'Delete output').click();
  await page
    .getByRole('dialog', { name: 'Delete this output?' })
    .getByRole('button', { name: 'Delete output' })
    .click();
  await page.getByText('No output').waitFor();
  await page.context().close();
});

it('fits a phone in dark mode', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await button(page, 'Add output').click();
  await page.locator('.hp-influx-form').getByLabel('Address').fill(url);
  await button(page, 'Save output').click();
  await page.locator('.hp-influx-head').waitFor();
  await button(page, 'Edit output').click();
  expect(await fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'influx-phone');
  await page.context().close();
});
