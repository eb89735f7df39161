// Reports of a plant: viewed, saved, emailed with the figures of the screen, ordered, and ended by the link in an
// email.
import fs from 'node:fs';
import { mail } from '@helioport/contract/mail';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { addDays, localDay, wallClock } from '@helioport/domain/periods';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, newContext, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const OWNER = 'owner@demo.test';
const ADMIN = 'admin@demo.test';
const HOUSE = 'DE_20240312_9kQm';
const ZONE = 'Europe/Berlin';

let pool: pg.Pool;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl') });
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

const tab = (sid: string, more = '') => `/pvPlant/detail?id=${sid}&tab=reports${more}`;
const choice = (page: Page, label: RegExp) =>
  page.locator('label.hp-select', { hasText: label }).locator('select');
const sheetOf = (page: Page) => page.frameLocator('iframe.hp-report-sheet');

/** A plant of the owner with one inverter and one day, with 4,321 Wh at noon. */
async function plantOfOneDay(day: string): Promise<string> {
  const plant = { siteName: 'Reports', countryCode: 'DE', timezone: ZONE, electricityPrice: 0.3 };
  const { sid } = await callApi(site.createFast, plant, await tokenOf(OWNER));
  const serial = `E7${Date.now().toString(16).slice(-6)}`.toUpperCase();
  await pool.query(
    `with s as (select id from sites where sid = $1),
     d as (
       insert into devices (vendor, serial, site_id, kind, created_at, claimed_at)
       select 'nep', $2, id, 'microinverter', now(), now() from s returning id, site_id),
     n as (
       insert into device_day (site_id, device_id, day, energy_wh, samples, first_at, first, opening, closing_at, closing)
       select site_id, id, $3::date, 4321, 1, now(), '{}', '{}', now(), '{}' from d),
     h as (
       insert into device_hour (site_id, device_id, hour_at, energy_wh)
       select site_id, id, ($3::date + time '12:00') at time zone $4, 4321 from d)
     insert into site_day (site_id, day, energy_wh, completeness, samples) select id, $3::date, 4321, 1, 1 from s`,
    [sid, serial, day, ZONE],
  );
  return sid;
}

/** The newest email to an address, as shown in the outbox. */
async function newestMail(email: string) {
  const admin = await tokenOf(ADMIN);
  const { list } = await callApi(mail.list, { filters: { keywords: email, kind: 'report' } }, admin);
  return list[0] === undefined ? undefined : await callApi(mail.detail, { id: list[0].id }, admin);
}

describe('a report', () => {
  it('has the figure of the energy screen, in the portal, in the mail and on paper', async () => {
    const page = await pageOf(OWNER);
    const day = addDays(localDay(Date.now(), ZONE), -1);
    const sid = await plantOfOneDay(day);
    await page.goto(`/pvPlant/detail?id=${sid}&tab=energy&by=hours&day=${day}`);
    const figure = page.locator('.hp-sums .hp-figure-main');
    const shown = async () => (await figure.innerText()).replaceAll(/\s+/g, ' ');
    await expect.poll(shown).toMatch(/\d k?Wh/);
    const [, value = '', unit = ''] = /([\d.,]+) (k?Wh)/.exec(await shown()) ?? [];

    await page.goto(tab(sid, `&day=${day}`));
    await choice(page, /^Period/).selectOption('daily');
    await page.waitForURL(/period=daily/);
    const sentence = sheetOf(page).getByText(`${value}\u00a0${unit}`).first();
    await sentence.waitFor();
    await picture(page, 'report-tab');
    await page.getByRole('button', { name: 'Email it to me' }).click();
    await page.getByText(`Report sent to ${OWNER}.`).waitFor();
    const mailed = await newestMail(OWNER);
    expect(mailed?.text).toContain(`Produced: ${value}\u00a0${unit}`);

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const file = await (await saving).path();
    expect(fs.readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
    await page.context().close();
  });

  it('speaks another language than the portal, and of the hour that is chosen', async () => {
    const page = await pageOf(OWNER);
    // Yesterday at home: of today the hour may be yet to come.
    const day = addDays(localDay(Date.now(), 'Europe/Berlin'), -1);
    await page.goto(tab(HOUSE, `&period=hour&lan=9&day=${day}`));
    await sheetOf(page).locator('html[lang="ja-JP"]').waitFor();
    await choice(page, /^Hour/).selectOption('9');
    await page.waitForURL(/hour=9/);
    await sheetOf(page).getByText('9:00', { exact: false }).first().waitFor();
    await page.context().close();
  });

  it('is ordered by whoever sees the plant, comes by itself, and ends by the link in it', async () => {
    const admin = await tokenOf(ADMIN);
    const { list } = await callApi(site.listWithSN, { page: { size: 50, num: 0 } }, admin);
    // One where it is neither night nor early morning, whatever the hour of this story.
    const plant = list.find(
      ({ timezone, sid }) => sid !== HOUSE && wallClock(Date.now(), timezone ?? 'UTC').hour >= 11,
    );
    const sid = plant?.sid ?? '';
    const page = await pageOf(ADMIN);
    await page.goto(tab(sid));
    await page.getByLabel('Daily').check();
    await page.getByLabel('Attach a PDF').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Report settings saved').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Daily').isChecked()).toBe(true);

    const earlier = (await newestMail(ADMIN))?.id;
    // Ordered three days ago and due in the scheduler.
    await pool.query("update report_settings set daily = now() - interval '3 days' where daily is not null");
    await pool.query("select graphile_worker.add_job('send_reports')");
    await expect.poll(async () => (await newestMail(ADMIN))?.id).not.toBe(earlier);
    expect((await newestMail(ADMIN))?.text).toContain(plant?.siteName);
    const link = /\/endReports\?token=\S+/.exec((await newestMail(ADMIN))?.text ?? '')?.[0] ?? '';

    const visitor = await newContext({ width: 390, scheme: 'dark' });
    const mailed = await visitor.newPage();
    await mailed.goto(link);
    await mailed.getByRole('heading', { name: 'Stop reports?' }).waitFor();
    expect(await accessibilityFindings(mailed)).toEqual([]);
    // Looking at the link has ended nothing.
    expect((await callApi(pv.reportSettings, { sid }, admin)).daily).toBe(true);
    await mailed.getByRole('button', { name: 'Stop reports' }).click();
    await mailed.getByText(`You will no longer receive reports for ${plant?.siteName}.`).waitFor();
    await visitor.close();
    await page.reload();
    await page.getByLabel('Weekly').waitFor();
    await expect.poll(() => page.getByLabel('Daily').isChecked()).toBe(false);
    await page.context().close();
  });

  it('is no worse on a phone, in the dark, or for those who cannot see it', async () => {
    for (const look of [
      { width: 1440, scheme: 'light' },
      { width: 390, scheme: 'dark' },
    ] as const) {
      const page = await pageOf(OWNER, look);
      await page.goto(tab(HOUSE, '&period=range'));
      await sheetOf(page).locator('table').first().waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      const [wide, seen] = await page.evaluate(() => [document.body.scrollWidth, window.innerWidth]);
      expect(wide).toBeLessThanOrEqual(seen!);
      await page.context().close();
    }
  });

  it('may be read by support, who orders none', async () => {
    const page = await pageOf('support@demo.test');
    await page.goto(tab(HOUSE));
    await sheetOf(page).locator('table').first().waitFor();
    await expect.poll(() => page.getByText('By email', { exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Email it to me' }).count()).toBe(0);
    await page.context().close();
  });
});
