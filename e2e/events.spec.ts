// The log of a plant: what its inverter complained of on two days and complains of now, and what to do about it.

import fs from 'node:fs';
import { device } from '@helioport/contract/device';
import { MINUTE_MS } from '@helioport/domain/duration';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  accessibilityFindings,
  callApi,
  closePages,
  pageOf,
  picture,
  productUrl,
  replayLines,
} from './fixtures.ts';
import { tokenOf } from './people.ts';

const OWNER = 'owner@demo.test';
const PLANT = { sid: 'GH_20260101_Ev5t', name: 'House of Complaints', zone: 'Africa/Accra' };
const SN = 'story.EVENT-0001';

let token: string;
let pool: pg.Pool;

const line = (atMs: number, statusBits: number) =>
  JSON.stringify({
    at: new Date(atMs).toISOString(),
    sn: SN,
    report: { kind: 'inverter', powerW: 800, energyOutWh: Math.round(atMs / 1e6), statusBits },
  });

/** From nine to three; the grid is too high for the hour before noon. */
const dayOf = (startMs: number) =>
  Array.from({ length: 25 }, (_, i) =>
    line(startMs + (540 + i * 15) * MINUTE_MS, i >= 8 && i < 12 ? 0x40 : 0),
  );

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
  token = await tokenOf(OWNER);
  await pool.query(
    `with made as (
       insert into sites (sid, name, owner_id, country_code, latitude, longitude, timezone, registered_at, commissioned_at)
       select $1, $2, id, 'GH', 5.6, -0.2, $3, '2026-01-01', '2026-01-01' from users where email = $4 returning id
     )
     insert into devices (vendor, serial, site_id, kind, first_seen_at, claimed_at)
     select 'story', 'EVENT-0001', made.id, 'stringMachine', '2026-01-01', '2026-01-01' from made`,
    [PLANT.sid, PLANT.name, PLANT.zone, OWNER],
  );
  const today = localDay(Date.now(), PLANT.zone);
  const past = [2, 1].flatMap((back) => dayOf(dayBounds(addDays(today, -back), PLANT.zone).startMs));
  // Dangerous faults count at any time of day.
  await replayLines(pool, [...past, line(Date.now(), 0x2000)]);
  await vi.waitFor(
    async () => {
      const { list } = await callApi(device.alerts, { filters: { sid: PLANT.sid } }, token);
      expect(list).toMatchObject([
        { key: '2000', isOpen: true },
        { key: '0040', days: 2, times: 2 },
      ]);
    },
    { timeout: 150_000, interval: 1000 },
  );
});
afterAll(async () => {
  await closePages();
  await pool.end();
});

const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text });
const kindBox = (page: Page) => page.locator('label', { hasText: /^Event/ }).locator('select');
const url = `/pvPlant/detail?id=${PLANT.sid}&tab=events&span=week`;

describe('the log of a plant', () => {
  it('is where its verdict leads, and says what goes on and what it means', async () => {
    const page = await pageOf(OWNER);
    await page.goto(`/pvPlant/detail?id=${PLANT.sid}`);
    // The alarm of a dangerous fault appears within seconds and determines the status text.
    await page
      .getByRole('link', { name: /Fault reported|GFDI fault indicator on 1 device/ })
      .first()
      .click();
    // Until the alarm is raised the status leads to the log, afterwards to the alarm.
    await page.waitForURL(/tab=events|devices\/alarms/);
    if (!page.url().includes('tab=events')) {
      // The filter names the fault too, in an option.
      await page.getByText('GFDI fault indicator').filter({ visible: true }).first().waitFor();
      await page.goto(url);
    }
    const open = rowOf(page, 'GFDI fault indicator');
    await open.getByText('Ongoing').waitFor();
    await open.getByText('Critical').waitFor();
    await open.locator('summary').click();
    await open.getByText('Do not touch modules or cables. Call your installer today.').waitFor();
    await page.context().close();
  });

  it('folds what came on two days, is narrowed to one kind, and saved as a file', async () => {
    const page = await pageOf(OWNER);
    await page.goto(url);
    const grouped = rowOf(page, 'AC voltage RMS over');
    await grouped.waitFor();
    await picture(page, 'events');
    await kindBox(page).selectOption({ label: '0040 AC voltage RMS over' });
    await rowOf(page, 'GFDI fault indicator').waitFor({ state: 'detached' });
    await page.waitForURL(/code=0040/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV/ }).click(),
    ]);
    const text = fs.readFileSync((await file.path())!, 'utf8');
    expect(text).toMatch(/0040 AC voltage RMS over/);
    expect(text.trim().split('\n')).toHaveLength(2);
    await kindBox(page).selectOption({ label: 'Device not reporting' });
    await page.getByText('No events').waitFor();
    await page.context().close();
  });

  it.each([
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('has no fault that axe can see and fits at $width', async (look) => {
    const page = await pageOf(OWNER, look);
    await page.goto(url);
    await page.locator('summary', { hasText: 'GFDI fault indicator' }).click();
    await page.getByText('What the owner can do').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await page.context().close();
  });

  it('is in German for who reads German', async () => {
    const answer = await fetch(`${productUrl()}/${device.alerts.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token, lan: '1' },
      body: JSON.stringify({ filters: { sid: PLANT.sid, alert_code: '2000' } }),
    });
    const { data } = (await answer.json()) as { data: { list: { ownerAdvice: string }[] } };
    expect(data.list[0]!.ownerAdvice).toMatch(/^Berühren Sie keine Module/);
  });
});
