// A firmware campaign for the meters of the demo data: the pilot device fails to start the new version, and the others
// are not updated.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings, closePages, pageOf, picture } from './fixtures.ts';

const ADMIN = 'admin@demo.test';
const SLOW_MS = 60_000;
/** The second series of the simulated meters' firmware has a fault. Each try has a version of its own. */
let series = 7;

let pool: pg.Pool;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl') });
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

/** Runs a job that the scheduler starts every minute. */
const hurry = () => pool.query("select graphile_worker.add_job('drive_campaigns')");

describe('a campaign', () => {
  it('is stopped by its first device, so that the rest is never told', { timeout: 330_000 }, async () => {
    const version = `2.2.${series++}`;
    // The meters are free for the campaign of this try.
    await pool.query("delete from campaigns where not is_demo and name like '%2.2.%'");
    // Meters report their firmware some minutes after the start of the product.
    await expect
      .poll(
        async () =>
          (await pool.query("select from devices where kind = 'meter' and wifi_version = '1.4.0'")).rowCount,
        { timeout: 150_000, interval: 1000 },
      )
      .toBeGreaterThanOrEqual(3);
    const page = await pageOf(ADMIN);
    page.setDefaultTimeout(SLOW_MS);
    await page.goto('/hardwareConfig/otaFile');
    await page.getByRole('button', { name: 'New firmware' }).click();
    await page.getByRole('heading', { name: 'New firmware' }).waitFor();
    await page.locator('form').getByLabel('Model').selectOption('nep.meter');
    await page.getByLabel('Version', { exact: true }).fill(version);
    await page.locator('input[type=file]').setInputFiles({
      name: `meter-${version}.bin`,
      mimeType: 'application/octet-stream',
      buffer: Buffer.alloc(1_200_000, 'firmware'),
    });
    await page.getByText('SHA-256', { exact: true }).waitFor();
    await page.getByLabel('Published').check();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'ota-edit');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Firmware saved').waitFor();

    await page.getByRole('button', { name: `Roll out Meter · nep ${version}` }).click();
    await page.getByLabel('Pilot devices').fill('1');
    await page.getByLabel('Pilot observation time (min)').fill('0');
    // The fourth is in another campaign, or has what that one brings.
    await page.getByLabel('Limit to devices on version').fill('1.4.0');
    await page.getByRole('dialog').locator('strong', { hasText: /^3$/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'ota-campaign-new');
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByText('Campaign started').waitFor();
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();

    // The command is sent in one run, and the answer evaluated in a later one.
    const stopped = page.getByText(/Stopped automatically: pilot device \w+ failed\./);
    for (let i = 0; i < 20 && !(await stopped.isVisible()); i++) {
      await hurry();
      await stopped.waitFor({ timeout: 6_000 }).catch(() => undefined);
    }
    await page.getByText(`${version} failed to start, reverted to 1.4.0`).waitFor();
    await picture(page, 'ota-campaign');
    await expect.poll(() => page.getByRole('row', { name: /Queued/ }).count()).toBe(2);
    expect(await accessibilityFindings(page)).toEqual([]);
    const { rows } = await pool.query(
      "select count(*)::int as told from commands where more -> 'firmware' ->> 'version' = $1",
      [version],
    );
    expect(rows[0].told).toBe(1);
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.context().close();
  });

  it('leaves its version on the page of the device that took it, and the old one on the other', {
    timeout: 180_000,
  }, async () => {
    const page = await pageOf(ADMIN);
    page.setDefaultTimeout(SLOW_MS);
    const fact = (name: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd');
    await page.goto('/devices/detail?sn=4DD40001&tab=firmware');
    await fact('Firmware').getByText('1.4.0', { exact: true }).waitFor();
    await fact('CPU version').getByText('2.0.3', { exact: true }).waitFor();
    const updated = fact('Firmware').getByText('2.1.0', { exact: true });
    for (let i = 0; i < 20 && !(await updated.isVisible()); i++) {
      await hurry();
      await page.goto('/devices/detail?sn=4DE10001&tab=firmware');
      await updated.waitFor({ timeout: 6_000 }).catch(() => undefined);
    }
    await updated.waitFor();
    await page.context().close();
  });

  it('is seen by the owner at his plant, who puts it off', async () => {
    await pool.query(
      `update campaign_devices set state = 'queued', postponed_until = null
       where state = 'postponed' and device_id in (select id from devices where serial = '4DD30001')`,
    );
    const page = await pageOf('owner@demo.test');
    page.setDefaultTimeout(SLOW_MS);
    await page.goto('/pvPlant/detail?id=DE_20231120_Fg1h');
    await page.getByRole('heading', { name: 'Firmware update' }).waitFor();
    const button = page.getByRole('button', { name: 'Postpone for a week (4DD30001)' });
    await button.first().waitFor();
    const before = await button.count();
    await button.first().click();
    await page.getByRole('button', { name: 'Update now' }).first().waitFor();
    await expect.poll(() => button.count()).toBe(before - 1);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'ota-plant');
    await page.context().close();
  });

  it.each([
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('is listed beside others, without a fault that axe can see, at $width', async (look) => {
    const page = await pageOf(ADMIN, look);
    page.setDefaultTimeout(SLOW_MS);
    await page.goto('/hardwareConfig/otaFile');
    await page.getByRole('link', { name: '3.2.10', exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await picture(page, `ota-files-${look.scheme}-${look.width}`);
    await page.goto('/hardwareConfig/otaFile?view=campaigns');
    await page.getByRole('link', { name: 'Meters 2.2' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Meters 2.2' }).click();
    await page.getByText(/pilot device \w+ failed/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await picture(page, `ota-campaign-${look.scheme}-${look.width}`);
    await page.goto('/hardwareConfig/otaFile?q=3.2.10');
    await page.getByRole('link', { name: '3.2.10', exact: true }).click();
    await page.getByText('Not available: monitoring only').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });
});
