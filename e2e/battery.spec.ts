// A battery of another manufacturer: from its product over stock and plant to a schedule that the device confirms.
import { device as calls } from '@helioport/contract/device';
import { gateway } from '@helioport/contract/gateway';
import { product } from '@helioport/contract/product';
import { site } from '@helioport/contract/site';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import mqtt, { type MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { MODEL_BYTE } from './alarmPlants.ts';
import {
  accessibilityFindings,
  callApi,
  closePages,
  freshSerial,
  pageOf,
  picture,
  replayLines,
} from './fixtures.ts';
import { tokenOf } from './people.ts';

const ADMIN = 'admin@demo.test';
const looks = [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const;

let device: MqttClient | undefined;
afterEach(async () => {
  await device?.endAsync();
  device = undefined;
});
afterAll(closePages);

interface Battery {
  sn: string;
  /** Name of its product. */
  model: string;
}

let made = 0;
/** A battery whose product and serial number do not exist. */
const freshBattery = (): Battery => {
  const number = String(++made).padStart(4, '0');
  return { sn: `powercell.PC10-${number}`, model: `PowerCell ${number}` };
};

/** Adds the serial number of a battery to the stock. */
async function addToStock(sn: string, model: number, token: string): Promise<void> {
  const input = { model, sn: [sn], from: '', to: '', batch: '', companyId: 0 };
  expect((await callApi(product.snCreate, input, token)).entered).toBe(1);
}

/** A battery with product, in stock. */
async function stockBattery(token: string): Promise<Battery> {
  const battery = freshBattery();
  const type = { modelName: battery.model, vendor: 'powercell', kind: 'battery', ratedPower: 5000 } as const;
  const { model } = await callApi(product.create, type, token);
  await addToStock(battery.sn, model, token);
  return battery;
}

/** Adds a battery to a plant of its own, and returns the ID of the plant. */
async function makePlantWith({ sn }: Battery, token: string): Promise<string> {
  const plant = { siteName: 'Power cellar', countryCode: 'DE', timezone: 'Europe/Berlin', devices: [{ sn }] };
  return (await callApi(site.createFast, plant, token)).sid;
}

/** Connects as the battery, publishes a reading, and confirms every schedule that it receives. */
async function connectBattery(sn: string, password: string): Promise<MqttClient> {
  const client = await mqtt.connectAsync(inject('mqttUrl'), { username: sn, password, protocolVersion: 4 });
  client.on('message', (_topic, payload) => {
    const { id, schedule } = JSON.parse(payload.toString()) as { id: string; schedule?: unknown };
    const answer = { id, ...(schedule === undefined ? {} : { schedule }) };
    client.publish(`helioport/${sn}/status`, JSON.stringify(answer), { qos: 1 });
  });
  await client.subscribeAsync(`helioport/${sn}/command`, { qos: 1 });
  await client.publishAsync(
    `helioport/${sn}/report`,
    JSON.stringify({ kind: 'battery', powerW: -350, socRatio: 0.4, energyInWh: 12_000, energyOutWh: 9_000 }),
    { qos: 1 },
  );
  return client;
}

/** Connects a battery that is in a plant. */
async function connect({ sn }: Battery, token: string): Promise<void> {
  device = await connectBattery(sn, (await callApi(gateway.token, { sn }, token)).token);
}

describe('a battery of another manufacturer', () => {
  it('gets a product, and its serial number a token before it is in a plant', async () => {
    const battery = freshBattery();
    const page = await pageOf(ADMIN);
    await page.goto('/products');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByLabel('Model', { exact: true }).fill(battery.model);
    await page.getByLabel('Type').selectOption({ label: 'Battery' });
    await page.getByLabel('DC inputs').fill('0');
    await page.getByLabel('Rated power (W)').fill('5000');
    await page.getByLabel('Manufacturer code').fill('powercell');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByText('Product saved').waitFor();
    await page.waitForURL(/\/product\/edit\?id=\d+/);
    const model = Number(new URL(page.url()).searchParams.get('id'));
    const token = await tokenOf(ADMIN);
    await addToStock(battery.sn, model, token);
    const stock = await callApi(gateway.tokenStock, { sn: battery.sn }, token);
    device = await connectBattery(battery.sn, stock.token);
    await page.context().close();
  });

  it('is a battery in its plant as soon as it is added', async () => {
    const token = await tokenOf(ADMIN);
    const battery = await stockBattery(token);
    const sid = await makePlantWith(battery, token);
    const page = await pageOf(ADMIN);
    await page.goto(`/devices/detail?sn=${battery.sn}`);
    await page.getByText(battery.model).first().waitFor();
    await connect(battery, token);
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
    const token = await tokenOf(ADMIN);
    const battery = await stockBattery(token);
    await makePlantWith(battery, token);
    await connect(battery, token);
    const page = await pageOf(ADMIN);
    await page.goto(`/devices/detail?sn=${battery.sn}&tab=schedule`);
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

  it('shows the age of readings that are too old for its energy flow', async () => {
    const token = await tokenOf(ADMIN);
    const battery = await stockBattery(token);
    const sid = await makePlantWith(battery, token);
    await connect(battery, token);
    const serial = freshSerial();
    const frame = frameFromReading({
      serial,
      modelByte: MODEL_BYTE,
      stateByte: 6,
      statusBits: 0,
      powerW: 381,
      energyTodayWh: 900,
      dcVoltageV: 37,
      acVoltageV: 230,
      frequencyHz: 50,
      temperatureC: 30,
      channels: [{ voltageV: 37, powerW: 381, energyTodayWh: 900 }],
    });
    const pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
    const at = new Date(Date.now() - 10 * 60_000).toISOString();
    await replayLines(pool, [JSON.stringify({ at, frame: Buffer.from(encodeFrame(frame)).toString('hex') })]);
    await pool.end();
    await callApi(calls.claim, { sn: serial, sid }, token);
    await device?.publishAsync(
      `helioport/${battery.sn}/report`,
      JSON.stringify({
        kind: 'battery',
        powerW: -876,
        socRatio: 0.4,
        energyInWh: 12_100,
        energyOutWh: 9_000,
      }),
      { qos: 1 },
    );
    for (const look of looks) {
      const page = await pageOf(ADMIN, look);
      await page.goto(`/pvPlant/detail?id=${sid}`);
      await page.getByRole('img', { name: /Solar: last reading 1\d min\. ago\./ }).waitFor();
      const solar = page.locator('.hp-flow-node', { hasText: 'Solar' });
      expect(await solar.innerText()).toMatch(/381\s*W\s+1\d min\. ago/);
      await page.locator('.hp-flow').scrollIntoViewIfNeeded();
      expect(await accessibilityFindings(page)).toEqual([]);
      await picture(page, `flow-ages-${look.width}`);
      await page.context().close();
    }
  });
});
