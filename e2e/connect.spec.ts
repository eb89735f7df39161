// The story of a program that uploads to another portal today: its token, its first value, and the end of both.
import { site } from '@helioport/contract/site';
import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  checkEveryLook,
  closePages,
  pageOf,
  picture,
  productUrl,
} from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
let sid = '';

beforeEach(async () => {
  const plant = { siteName: 'Chapel', countryCode: 'GH', timezone: 'Africa/Accra', devices: [] };
  ({ sid } = await callApi(site.createFast, plant, await tokenOf(INSTALLER)));
});
afterAll(closePages);

const settings = (page: Page) => page.locator('.hp-feed-settings');
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

it('shows the token once, turns green with the first value, and ends with the token', async () => {
  const page = await pageOf(INSTALLER);
  await page.goto(`/pvPlant/edit?id=${sid}`);
  await page.getByRole('link', { name: 'Data sources' }).click();
  await page.getByRole('heading', { name: 'Data sources · Chapel' }).waitFor();
  await page.getByText('No data sources').waitFor();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('This Field is required.').waitFor();

  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Influx line protocol' });
  await page.getByLabel('Name').fill('Roof');
  await page.getByRole('button', { name: 'Create token' }).click();
  await settings(page).getByText('Waiting for the first value…').waitFor();
  const token = /[0-9a-f]{32}/.exec(await settings(page).innerText())?.[0] ?? '';
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect');

  const write = (body: string) =>
    fetch(`${productUrl()}/api/v2/write`, {
      method: 'POST',
      headers: { authorization: `Token ${token}` },
      body,
    });
  expect((await write('solar pv_power=1520')).status).toBe(204);
  await settings(page).getByText('Values received').waitFor();
  await page.getByRole('listitem').getByText('pv_power = 1520').waitFor();
  expect((await write('solar nothing=1')).status).toBe(400);
  await page.getByText('Last request rejected:').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-received');

  await page.reload();
  await page.getByRole('listitem').getByText('Roof').waitFor();
  expect(await page.content()).not.toContain(token);
  await page.getByRole('listitem').getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('The token becomes invalid immediately.', { exact: false }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('No data sources').waitFor();
  expect((await write('solar pv_power=1')).status).toBe(401);
  await page.context().close();
});

it('connects a program with OpenTelemetry, on a phone in the dark', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'OpenTelemetry metrics' });
  await page.getByLabel('Name').fill('Collector');
  await page.getByRole('button', { name: 'Create token' }).click();
  await settings(page).getByText('Waiting for the first value…').waitFor();
  const token = /[0-9a-f]{32}/.exec(await settings(page).innerText())?.[0] ?? '';
  const metrics = [{ name: 'pv.power', unit: 'kW', gauge: { dataPoints: [{ asDouble: 1.61 }] } }];
  const answer = await fetch(`${productUrl()}/otlp/v1/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, '{}']);
  await settings(page).getByText('Values received').waitFor();
  await page.getByRole('listitem').getByText('pv_power = 1610').waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-otlp');
  await page.context().close();
});

it('fits a phone in the dark', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByLabel('Name').fill('Cellar');
  await page.getByRole('button', { name: 'Create token' }).click();
  await settings(page).getByText('System ID').waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-phone-dark');
  await page.context().close();
});

it('connects a Shelly with a script to copy', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Shelly script' });
  await page.getByLabel('Name').fill('Shed');
  await page.getByRole('button', { name: 'Create token' }).click();
  await settings(page).getByText('Script for the device').waitFor();
  const token = /[0-9a-f]{32}/.exec(await settings(page).innerText())?.[0] ?? '';
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-shelly-phone-dark');
  const status = { sys: { mac: 'A8032AB12345' }, 'switch:0': { apower: 612, aenergy: { total: 170204 } } };
  const sent = await fetch(`${productUrl()}/shelly?roles=pv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(status),
  });
  expect([sent.status, await sent.text()]).toEqual([200, 'ok']);
  await settings(page).getByText('Values received').waitFor();
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.getByRole('listitem').getByText('pv_power = 612').waitFor();
  await picture(page, 'connect-shelly');
  await page.context().close();
});

it('publishes the plant to Home Assistant', async () => {
  const page = await pageOf(INSTALLER, { width: 390, scheme: 'dark' });
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Home Assistant' });
  await page.getByLabel('Name').fill('Home');
  await page.getByRole('button', { name: 'Create token' }).click();
  await settings(page).getByText('Waiting for the connection…').waitFor();
  await settings(page).getByText('topic homeassistant/# in 0').waitFor();
  const token = /[0-9a-f]{32}/.exec(await settings(page).innerText())?.[0] ?? '';
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-homeassistant-phone-dark');
  const client = await mqtt.connectAsync(inject('mqttUrl'), { username: token, protocolVersion: 4 });
  const received = new Promise<string>((resolve) => client.once('message', (topic) => resolve(topic)));
  await client.subscribeAsync(['homeassistant/#', 'helioport-plant/#']);
  expect(await received).toContain(sid);
  await settings(page).getByText('Values published').waitFor();
  await page.setViewportSize({ width: 1440, height: 1000 });
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-homeassistant-dark');
  await client.endAsync(true);
  await page.context().close();
});

it('connects an OpenDTU over MQTT with the names of its settings', async () => {
  const page = await pageOf(INSTALLER, { width: 390 });
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'OpenDTU' });
  await page.getByLabel('Name').fill('Barn');
  await page.getByRole('button', { name: 'Create token' }).click();
  await settings(page).getByText('Base Topic', { exact: true }).waitFor();
  const token = /[0-9a-f]{32}/.exec(await settings(page).innerText())?.[0] ?? '';
  expect(await settings(page).getByText('127.0.0.1', { exact: true }).count()).toBe(1);
  await settings(page).getByText(`remote_username ${token}`).waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-opendtu-phone');

  const client = await mqtt.connectAsync(inject('mqttUrl'), {
    username: token,
    password: token,
    protocolVersion: 4,
  });
  const serial = 'solar/116491110077';
  await client.publishAsync(`${serial}/status/last_update`, String(Math.floor(Date.now() / 1000)));
  await client.publishAsync(`${serial}/0/power`, '612.3');
  await client.publishAsync(`${serial}/0/yieldtotal`, '402.117');
  await client.publishAsync(`${serial}/1/power`, '640');
  await settings(page).getByText('Values received').waitFor();
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('listitem').getByText('pv_power = 612.3').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'connect-opendtu');
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const row = page.getByRole('listitem').filter({ hasText: 'Barn' });
  await row.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await closed;
  await client.endAsync(true);
  await page.context().close();
});

it('connects an Enphase Envoy with a configuration of the agent to copy', async () => {
  const page = await pageOf(INSTALLER);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/pvPlant/connect?id=${sid}`);
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Enphase Envoy' });
  await page.getByLabel('Name').fill('Gateway');
  await page.getByRole('button', { name: 'Create token' }).click();
  await settings(page).getByText('Configuration of the agent').waitFor();
  await settings(page).getByText('Waiting for the first value…').waitFor();
  await settings(page).getByRole('button', { name: 'Copy' }).first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('accessToken');
  const config = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as {
    portal: string;
    devices: { type: string; name: string; token: string }[];
  };
  expect(config).toMatchObject({
    portal: new URL(page.url()).origin,
    devices: [{ type: 'enphase', name: 'Gateway' }],
  });
  const token = config.devices[0]?.token ?? '';
  await checkEveryLook(page, 'configuration of the agent', 'connect-enphase');
  const sent = await fetch(`${productUrl()}/api/v2/write?precision=ms`, {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
    body: `pv,device=E1,device_name=Gateway pv_power=4599,pv_energy=10394678 ${Date.now()}`,
  });
  expect(sent.status).toBe(204);
  await settings(page).getByText('Values received').waitFor();
  await page.getByRole('listitem').getByText('pv_power = 4599', { exact: false }).waitFor();
  await page.reload();
  await page.getByRole('listitem').getByText('Gateway').waitFor();
  expect(await page.content()).not.toContain(token);
  await page.context().close();
});
