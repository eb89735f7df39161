// The story of a program that receives the events of a plant: its webhook, a test, the log, a repetition, and the end.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { site } from '@helioport/contract/site';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
let sid = '';
let url = '';
let status = 200;
const received: { id: string; body: string }[] = [];
const receiver = http.createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const id = String(request.headers['helioport-id']);
    received.push({ id, body: Buffer.concat(pieces).toString() });
    response.writeHead(status).end('received');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
});
// Each test, and each second try of one, has a plant without webhooks.
beforeEach(async () => {
  const plant = { siteName: 'Mill', countryCode: 'GH', timezone: 'Africa/Accra', devices: [] };
  ({ sid } = await callApi(site.createFast, plant, await tokenOf(INSTALLER)));
  status = 200;
  received.length = 0;
});
afterAll(async () => {
  receiver.close();
  await closePages();
});

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const button = (page: Page, name: string) =>
  page.locator('.hp-hooks').getByRole('button', { name, exact: true });
const add = async (page: Page) => {
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await button(page, 'Add webhook').click();
  await page.locator('.hp-hook-form').getByLabel('Address').fill(url);
  await button(page, 'Save webhook').click();
  await page.getByText('The key for the signatures is shown only now.', { exact: false }).waitFor();
};

it('creates a webhook, tests it, shows the log, sends again and deletes it', async () => {
  const page = await pageOf(INSTALLER);
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByText('No webhooks').waitFor();
  await picture(page, 'webhooks-none');
  await button(page, 'Add webhook').click();
  await button(page, 'Save webhook').click();
  await page.locator('.hp-hook-form').getByText('This Field is required.').waitFor();
  await page.locator('.hp-hook-form').getByLabel('Address').fill('http://10.0.0.1/');
  await button(page, 'Save webhook').click();
  await page.getByText('Enter a public webhook address', { exact: false }).first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'webhooks-form');

  await page.locator('.hp-hook-form').getByLabel('Address').fill(url);
  await button(page, 'Save webhook').click();
  await page.getByText('The key for the signatures is shown only now.', { exact: false }).waitFor();
  await button(page, 'Send test').click();
  await page.locator('.hp-hook-log').getByText('HTTP 200', { exact: false }).waitFor();
  expect(received).toHaveLength(1);
  expect(JSON.parse(received[0]!.body)).toMatchObject({ version: 1, event: 'test', plant: { sid } });
  await page.locator('.hp-hook-log').getByText('Response').click();
  await page.locator('.hp-hook-log').getByText('received', { exact: true }).waitFor();

  status = 500;
  await button(page, 'Resend').click();
  await page.locator('.hp-hook-log').getByText('answered 500').waitFor();
  expect(received[1]).toEqual(received[0]);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'webhooks-log');
  status = 200;

  await button(page, 'Deactivate').click();
  await page.locator('.hp-hook-list').getByText('Inactive').waitFor();
  await button(page, 'Delete webhook').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks').waitFor();
  expect(await page.locator('.hp-hook-secret').count()).toBe(0);
  await page.context().close();
});

it('fits a phone in the dark', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await add(page);
  await button(page, 'Send test').click();
  await page.locator('.hp-hook-log').getByText('HTTP 200', { exact: false }).waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'webhooks-phone-dark');
  await page.context().close();
});
