// A battery of another manufacturer: from its product over stock and plant to a schedule that the device confirms.
import { gateway } from '@helioport/contract/gateway';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings, callApi, closeBrowser, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const ADMIN = 'admin@demo.test';
const SN = 'powercell.PC10-0001';
const MODEL = 'PowerCell 10';

let device: MqttClient | undefined;
afterAll(async () => {
  await device?.endAsync();
  await closeBrowser();
});

/** Connects as the battery, publishes a reading, and confirms every schedule that it receives. */
async function connectBattery(password: string): Promise<MqttClient> {
  const client = await mqtt.connectAsync(inject('mqttUrl'), { username: SN, password, protocolVersion: 4 });
  client.on('message', (_topic, payload) => {
    const { id, schedule } = JSON.parse(payload.toString()) as { id: string; schedule?: unknown };
    const answer = { id, ...(schedule === undefined ? {} : { schedule }) };
    client.publish(`helioport/${SN}/status`, JSON.stringify(answer), { qos: 1 });
  });
  await client.subscribeAsync(`helioport/${SN}/command`, { qos: 1 });
  await client.publishAsync(
    `helioport/${SN}/report`,
    JSON.stringify({ kind: 'battery', powerW: -350, socRatio: 0.4, energyInWh: 12_000, energyOutWh: 9_000 }),
    { qos: 1 },
  );
  return client;
}

describe('a battery of another manufacturer', () => {
  let sid = '';

  it('gets a product, and its serial number a token before it is in a plant', async () => {
    const page = await pageOf(ADMIN);
    await page.goto('/products');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByLabel('Model', { exact: true }).fill(MODEL);
    await page.getByLabel('Type').selectOption({ label: 'Battery' });
    await page.getByLabel('DC inputs').fill('0');
    await page.getByLabel('Rated power (W)').fill('5000');
    await page.getByLabel('Manufacturer code').fill('powercell');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByText('Product saved').waitFor();
    await page.waitForURL(/\/product\/edit\?id=\d+/);
    const model = Number(new URL(page.url()).searchParams.get('id'));
    const token = await tokenOf(ADMIN);
    const entered = await callApi(
      product.snCreate,
      { model, sn: [SN], from: '', to: '', batch: '', companyId: 0 },
      token,
    );
    expect(entered.entered).toBe(1);
    const stock = await callApi(gateway.tokenStock, { sn: SN }, token);
    device = await connectBattery(stock.token);
    await device.endAsync();
    await page.context().close();
  });

  it('is a battery in its plant as soon as it is added', async () => {
    const token = await tokenOf(ADMIN);
    const made = await callApi(
      site.createFast,
      { siteName: 'Power cellar', countryCode: 'DE', timezone: 'Europe/Berlin', devices: [{ sn: SN }] },
      token,
    );
    sid = made.sid;
    const page = await pageOf(ADMIN);
    await page.goto(`/devices/detail?sn=${SN}`);
    await page.getByText(MODEL).first().waitFor();
    const key = await callApi(gateway.token, { sn: SN }, token);
    device = await connectBattery(key.token);
    await page.goto(`/pvPlant/detail?id=${sid}`);
    await page.getByRole('heading', { name: 'Power cellar' }).waitFor();
    await page
      .getByText(/^40\s%$/)
      .first()
      .waitFor();
    await page.getByText('No device of this plant produces energy.').waitFor();
    await picture(page, 'battery-plant');
    await page.context().close();
  });

  it('takes a schedule and confirms it', async () => {
    const page = await pageOf(ADMIN);
    await page.goto(`/devices/detail?sn=${SN}&tab=schedule`);
    const editor = page.getByRole('region', { name: 'New schedule' });
    await editor.getByRole('button', { name: 'Add time window' }).click();
    const window = editor.getByRole('group', { name: /^Time window \d/ }).last();
    await window.getByLabel('From').fill('01:00');
    await window.getByLabel('To', { exact: true }).fill('05:00');
    await window.getByLabel('Mode').selectOption('charge');
    await window.getByLabel('Power (W)').fill('900');
    await window.getByLabel('Target (%)').fill('80');
    await editor.getByRole('checkbox', { name: 'Allow charging from grid' }).check();
    expect(await accessibilityFindings(page)).toEqual([]);
    await editor.getByRole('button', { name: 'Send to battery' }).click();
    await page.getByText('Confirmed by device').first().waitFor();
    await page.context().close();
  });
});
