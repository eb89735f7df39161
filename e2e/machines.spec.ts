// Composite devices with live data: a battery follows a schedule after reading it back, and an old gateway token is
// invalid.

import net from 'node:net';
import { battery } from '@helioport/contract/battery';
import { gateway } from '@helioport/contract/gateway';
import pg from 'pg';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'admin@demo.test';
const COMPOSITE = 'sunhall.HYB10-24017';
const GATEWAY = 'sunhall.GW2-70031';
const SLOW_MS = 60_000;
/** Longer than one of its steps may take, so that a step that hangs is named. */
const STORY_MS = 4 * SLOW_MS;

let token: string;
let pool: pg.Pool;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
  token = await tokenOf(INSTALLER);
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

const openTab = async (sn: string, tab: string, look = {}) => {
  const page = await pageOf(INSTALLER, look);
  page.setDefaultTimeout(SLOW_MS);
  await page.goto(`/devices/detail?sn=${sn}&tab=${tab}`);
  return page;
};
const batteryNow = async () => (await callApi(battery.hxOverview, { sn: COMPOSITE }, token)).flow.battery;

/** Removes the time windows of the active schedule from the editor and returns their number. */
async function removeWindows(editor: Locator): Promise<number> {
  const count = await editor.getByRole('group', { name: /^Time window \d/ }).count();
  for (let i = 0; i < count; i++) await editor.getByRole('button', { name: 'Remove time window 1' }).click();
  return count;
}

/** Whether the broker lets a device in (MQTT 3.1.1: the fourth byte of its answer is 0). */
async function mayConnect({ user, token: password }: { user: string; token: string }): Promise<boolean> {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    text(`story-${Date.now()}`),
    text(user),
    text(password),
  ]);
  const { hostname, port } = new URL(inject('mqttUrl'));
  return await new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body])),
    );
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer[3] === 0);
    });
    socket.once('error', reject);
  });
}

describe('the schedule of a battery', () => {
  it('is written in the list, confirmed by read-back, and followed in its window', {
    timeout: STORY_MS,
  }, async () => {
    const page = await openTab(COMPOSITE, 'schedule');
    await page.getByRole('heading', { name: 'Active schedule' }).waitFor();
    const editor = page.getByRole('region', { name: 'New schedule' });
    await removeWindows(editor);
    await editor.getByRole('button', { name: 'Add time window' }).click();
    const window = editor.getByRole('group', { name: /^Time window \d/ }).last();
    for (const day of ['Sat', 'Sun']) await window.getByRole('checkbox', { name: day }).check();
    const send = editor.getByRole('button', { name: 'Send to battery' });
    await send.click();
    await window.getByText('Please select a time range first').waitFor();
    // The whole day, so that it applies at any time of the test, and a mode that the state of charge permits.
    const isFull = (await callApi(battery.hxOverview, { sn: COMPOSITE }, token)).flow.soc! > 50;
    const [mode, until] = isFull ? ['discharge', '10'] : ['charge', '100'];
    await window.getByLabel('From').fill('00:00');
    await window.getByLabel('To', { exact: true }).fill('00:00');
    await window.getByLabel('Mode').selectOption(mode!);
    await window.getByLabel('Power (W)').fill('700');
    await window.getByLabel('Target (%)').fill(until!);
    await editor.getByRole('checkbox', { name: 'Allow charging from grid' }).check();
    await send.click();
    await page.getByText('Sent. Takes effect once the battery confirms it.').waitFor();
    await page.getByText('Confirmed by device').first().waitFor();
    const confirmed = async () => (await callApi(battery.hxParamsView, { sn: COMPOSITE }, token)).schedule;
    await expect
      .poll(async () => (await confirmed())?.windows, { timeout: SLOW_MS, interval: 500 })
      .toMatchObject([{ from: '00:00', to: '24:00', mode, power: 700 }]);
    const schedule = await confirmed();
    await page.getByText(schedule!.version, { exact: true }).waitFor();
    await expect.poll(batteryNow, { timeout: SLOW_MS, interval: 500 }).toBe(isFull ? 700 : -700);
    await page.context().close();
  });

  it('is chosen in the week by the keyboard alone', async () => {
    const page = await openTab(COMPOSITE, 'schedule');
    const editor = page.getByRole('region', { name: 'New schedule' });
    await editor.getByRole('button', { name: 'Mon, 00:00' }).focus();
    expect(await removeWindows(editor)).toBeGreaterThan(0);
    await editor.getByRole('button', { name: 'Mon, 00:00' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const window = editor.getByRole('group', { name: 'Time window 1' });
    await expect.poll(() => window.getByLabel('From').inputValue()).toBe('01:00');
    await expect.poll(() => window.getByRole('checkbox', { name: 'Tue' }).isChecked()).toBe(true);
    await page.context().close();
  });

  it.each([
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('has no fault that axe can see and fits at $width', async (look) => {
    for (const [sn, tab, heading] of [
      [COMPOSITE, 'schedule', 'New schedule'],
      [COMPOSITE, 'machine', 'Phases'],
      [GATEWAY, 'connection', 'Connection'],
    ] as const) {
      const page = await openTab(sn, tab, look);
      await page.getByRole('heading', { name: heading }).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
      await page.context().close();
    }
  });
});

let published = 0;

/** Publishes the firmware of the demo data under a version that no try has installed, and returns that version. */
async function publishNext(): Promise<string> {
  const version = `1.5.${published++}`;
  await pool.query(
    `insert into firmware (model, version, description, file_id, is_published, is_demo, created_at)
     select model, $1, description, file_id, true, true, now() from firmware
     where model = 'sunhall.allInOne' and version = '1.5.0'
     on conflict (model, version) do nothing`,
    [version],
  );
  return version;
}

describe('the firmware of a machine', () => {
  it('is installed from its page, and runs when the machine says so', { timeout: STORY_MS }, async () => {
    const version = await publishNext();
    const page = await openTab(COMPOSITE, 'firmware');
    await page.getByRole('button', { name: `Install ${version}` }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Install ${version}` })
      .click();
    await page.getByText('The latest published version is installed.').waitFor();
    await page.getByText(`Firmware ${version}`, { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: `Install ${version}` }).count()).toBe(0);
    await page.context().close();
  });
});

describe('a gateway', () => {
  it('is told where to send its data and reads it back within the call', async () => {
    // An earlier try can have left an address that awaits approval.
    await pool.query(
      `update commands c set state = 'withdrawn', ended_at = now() from devices d
       where d.id = c.device_id and d.sn = $1 and c.state = 'waiting'`,
      [GATEWAY],
    );
    const page = await openTab(GATEWAY, 'connection');
    const { hostname } = new URL(inject('mqttUrl'));
    const address = page.getByLabel('New server address');
    await address.fill(hostname);
    await page.getByRole('button', { name: 'Send to gateway' }).click();
    await page.getByText(`${hostname}:1883`).first().waitFor();
    // The answer empties the form. The address can have been there before it.
    await expect.poll(() => address.inputValue()).toBe('');
    await address.fill('second.portal.example');
    await page.getByRole('button', { name: 'Send to gateway' }).click();
    await page.getByText('Awaiting second approval').first().waitFor();
    await page.context().close();
  });

  it('has its token replaced, and the old one is refused', async () => {
    const old = await callApi(gateway.token, { sn: GATEWAY }, token);
    const page = await openTab(GATEWAY, 'connection');
    await page.getByText(old.token).waitFor();
    await page.getByRole('button', { name: 'Replace token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace token' }).click();
    await page.getByText('Token replaced').waitFor();
    await page.getByText(old.token).waitFor({ state: 'detached' });
    const fresh = await callApi(gateway.token, { sn: GATEWAY }, token);
    await page.getByText(fresh.token).waitFor();
    expect([await mayConnect(old), await mayConnect(fresh)]).toEqual([false, true]);
    await page.context().close();
  });
});
