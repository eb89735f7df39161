// Retention of detailed readings: confirmation of what will be deleted, nightly deletion, unchanged totals.
import { auth } from '@helioport/contract/auth';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { user } from '@helioport/contract/user';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  newContext,
  pageOf,
  picture,
  replayLines,
} from './fixtures.ts';
import { linesOfDay } from './night.ts';
import { FIRST_PASSWORD, fillLogin, freshAddress, tokenOf } from './people.ts';

const ADMIN = 'admin@demo.test';
const ZONE = 'Africa/Accra';
const SN = 'E9D30001';
const YEARS = 5;
const today = localDay(Date.now(), ZONE);
/** In a year without readings of other tests. */
const old = `${Number(today.slice(0, 4)) - YEARS - 1}-06-15`;
const late = addDays(today, -2);

let pool: pg.Pool;
let token: string;
let sid: string;

const made = async (day: string) => {
  const input = { sid, types: 1, date: day };
  return Number((await callApi(site.statisticsDate, input, token)).power);
};
const detailFrom = async () =>
  (await callApi(overview.health, { withStore: true }, token)).store?.retention.detailFrom ?? null;

const replayDay = (day: string) => replayLines(pool, linesOfDay(SN, dayBounds(day, ZONE).startMs, false));

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  token = await tokenOf(ADMIN);
  sid = (
    await callApi(
      site.createFast,
      { siteName: 'Old Mill', countryCode: 'GH', timezone: ZONE, devices: [{ sn: SN }] },
      token,
    )
  ).sid;
  for (const day of [old, late]) await replayDay(day);
});
afterAll(async () => {
  // Stops further deletion; deleted data is not restored.
  await callApi(overview.setRetention, { years: null }, token);
  await pool.end();
  await closePages();
});

describe('how long single reports are kept', () => {
  it('shows the curve of a day as long as it has one', async () => {
    await expect
      .poll(async () => Math.min(await made(old), await made(late)), { timeout: 60_000 })
      .toBeGreaterThan(5);
    const page = await pageOf(ADMIN);
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&by=power&day=${old}`);
    await page.getByRole('figure', { name: /Old Mill/ }).waitFor();
    await expect.poll(() => page.getByText(/^No detailed data before/).count()).toBe(0);
    await page.context().close();
  });

  it('is told without a button to who may only look', async () => {
    const { id } = await callApi(auth.roleCreate, { name: `Looks ${Date.now()}`, scope: 'all' }, token);
    const { list } = await callApi(auth.roleMenuChoices, { role_id: id }, token);
    const health = list
      .flatMap((one) => [one, ...one.children])
      .find(({ components_title: name }) => name === 'health');
    await callApi(auth.roleMenuDistribution, { role_id: id, menu_ids: [health?.id ?? 0] }, token);
    const email = freshAddress();
    await callApi(user.create, { email, password: FIRST_PASSWORD, groupId: id, companyId: 0 }, token);
    const page = await (await newContext()).newPage();
    await page.goto('/');
    await fillLogin(page, email, FIRST_PASSWORD);
    // Without access to plants, a visit starts at the first permitted page.
    await page.waitForURL('**/health');
    await page.getByText('forever', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Change retention period' }).count()).toBe(0);
    await page.context().close();
  });

  it('is chosen by who runs the house, who is told first how much would go', async () => {
    await callApi(overview.setRetention, { years: null }, token);
    const page = await pageOf(ADMIN);
    await page.goto('/health');
    await page.getByRole('button', { name: 'Change retention period' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change retention period' });
    await dialog.getByLabel('Detailed readings').selectOption({ label: `${YEARS} years` });
    await dialog.getByText(/will be permanently deleted tonight\.$/).waitFor();
    const { days, plants } = await callApi(overview.retentionLoss, { years: YEARS }, token);
    expect(days).toBeGreaterThan(0);
    const figureOf = async (title: string) =>
      await dialog.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd[1]').innerText();
    expect(await figureOf('Plant-days affected')).toBe(days.toLocaleString('en-US'));
    expect(await figureOf('Plants affected')).toBe(plants.toLocaleString('en-US'));
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'retention');
    await dialog.getByRole('button', { name: 'Save and delete' }).click();
    await page.getByText('Retention period updated').waitFor();
    await page.getByText(`${YEARS} years`, { exact: true }).waitFor();
    await page.context().close();
  });

  it('takes curves in the night, says so in their place, and leaves days and years', async ({ task }) => {
    const before = await made(old);
    if (task.result?.retryCount) {
      // The first try can have deleted the curve.
      await pool.query('update retention set detail_from = null');
      await replayDay(old);
      await expect.poll(() => made(old)).toBe(before);
    }
    expect(await detailFrom()).toBeNull();
    await pool.query(`select graphile_worker.add_job('drop_old_detail')`);
    await expect.poll(detailFrom).not.toBeNull();
    expect(await made(old)).toBe(before);

    const page = await pageOf(ADMIN);
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&by=power&day=${old}`);
    await page.getByText(/^No detailed data before/).waitFor();
    const sum = before.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    await page.getByText(sum.slice(0, -1)).first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'retention-gone');
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&by=months&year=${old.slice(0, 4)}`);
    await page.getByText(sum.slice(0, -1)).first().waitFor();
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&by=power&day=${late}`);
    await page.getByRole('figure', { name: /Old Mill/ }).waitFor();
    await expect.poll(() => page.getByText(/^No detailed data before/).count()).toBe(0);
    await page.context().close();
  });
});
