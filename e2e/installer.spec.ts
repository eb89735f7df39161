// An installer on site: creates a plant for a customer without an account, scans four serial numbers with the phone
// (or types them on the laptop), draws the roof, commissions, prints and transfers the plant. The customer registers
// and confirms.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { device as deviceCalls } from '@helioport/contract/device';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findChromium } from './chromium.ts';
import { accessibilityFindings, callApi, closePages, newContext, productUrl, signIn } from './fixtures.ts';
import { code128Label, qrLabel, writeVideo } from './label.ts';
import { FIRST_PASSWORD, fillLogin, freshAddress, linkMailedTo, tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-installer-'));
const serials = {
  phone: ['E7E500A1', 'E7E500A2', 'E7E500A3', 'E7E500A4'],
  laptop: ['E7E500B1', 'E7E500B2', 'E7E500B3', 'E7E500B4'],
} as const;
const looks = { phone: { width: 390, height: 844 }, laptop: { width: 1440, height: 900 } } as const;

let browser: Browser;
let pool: pg.Pool;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 1 });
  const video = path.join(folder, 'labels.y4m');
  writeVideo(
    video,
    serials.phone.map((sn, i) =>
      i % 2 === 0 ? qrLabel(`https://maker.example/device?sn=${sn}`) : code128Label(sn),
    ),
  );
  browser = await chromium.launch({
    ...(await findChromium()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
});
afterAll(async () => {
  await pool.end();
  await browser.close();
  await closePages();
  fs.rmSync(folder, { recursive: true });
});

async function installerPage(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({
    baseURL: productUrl(),
    viewport,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  await signIn(context, INSTALLER);
  return await context.newPage();
}

/** Path of the link in the email to an address without an account, which administrators do not see in the outbox. */
async function offerMailedTo(email: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    'select body_text as text from mails where recipient = $1 order by id desc limit 1',
    [email],
  );
  const found = /https?:\/\/[^/\s]+(\/\S+token=\S+)/.exec(rows[0]?.text ?? '')?.[1];
  if (found === undefined) throw new Error(`No link to ${email}`);
  return found;
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Deletes plants of a name, which frees their serial numbers: those of the video are always the same. */
async function deletePlants(name: string): Promise<void> {
  const token = await tokenOf('admin@demo.test');
  const { list } = await callApi(site.listWithSN, { filters: { site_name: name } }, token);
  for (const { sid, siteName } of list) await callApi(pv.delete, { sid, siteName }, token);
}

// The steps of a story are one test, so that a second try repeats all of them.
it.each(['phone', 'laptop'] as const)(
  'creates, draws, commissions and assigns a plant on a %s',
  { timeout: 360_000 },
  async (device) => {
    const name = `On site ${device}`;
    const customer = freshAddress();
    await deletePlants(name);

    const page = await installerPage(looks[device]);
    await page.goto('/pvPlant/edit');
    await page.getByLabel('Plant name').fill(name);
    await page.getByLabel('Country').selectOption('DE');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Next: devices' }).click();
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Scan with camera' }).click();
      const list = page.getByRole('list', { name: 'Scanned' });
      for (const sn of serials.phone) await list.getByText(sn).waitFor();
      await page.getByRole('button', { name: 'Use these' }).click();
    } else {
      await page.getByLabel('Serial numbers').fill(serials.laptop.join('\n'));
      await page.getByRole('button', { name: 'Add to list' }).click();
    }
    await page.getByText('4 serial numbers').waitFor();
    expect(await fits(page)).toBe(true);
    await page.getByRole('button', { name: 'Create plant' }).click();
    await page.getByText(`${name} was created.`).waitFor();
    await page.getByRole('link', { name: 'Open plant' }).click();
    await page.waitForURL('**/pvPlant/detail?**');
    const sid = new URL(page.url()).searchParams.get('id') ?? '';
    expect(sid).not.toBe('');

    // The roof
    await page.goto(`/pvPlant/layout?id=${sid}`);
    await page.getByRole('button', { name: 'Create layout' }).click();
    await page.getByText('Add rows of modules').click();
    for (const [label, value] of [
      ['Rows', '1'],
      ['Columns', '4'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByLabel(label, { exact: true }).press('Enter');
    }
    await page.getByRole('button', { name: 'Add rows' }).click();
    await page.locator('b', { hasText: 'Selected: 4' }).waitFor();
    await page.getByRole('button', { name: 'Assign to selected modules in order' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    const { list } = await callApi(deviceCalls.modules, { sid }, await tokenOf(INSTALLER));
    expect(list).toHaveLength(4);

    // Commissioning and its report
    await page.goto(`/pvPlant/commission?id=${sid}`);
    await page.getByRole('heading', { name: `Commissioning · ${name}` }).waitFor();
    expect(await fits(page)).toBe(true);
    await page.getByLabel('Reason for submitting with open checks').fill('No sun today');
    await page.getByRole('button', { name: 'Submit as commissioned' }).click();
    await page.getByText('Plant commissioned').waitFor();
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF for the owner' }).click(),
    ]);
    expect(fs.readFileSync(await paper.path(), 'latin1').slice(0, 5)).toBe('%PDF-');

    // The customer registers and confirms
    await page.goto(`/pvPlant/edit?id=${sid}&section=handOver`);
    await page.getByLabel('Customer email').fill(customer);
    await page.getByRole('button', { name: 'Assign plant' }).click();
    await page.getByText(`Assigned to ${customer}`).waitFor();
    // At the top no field lies under the fixed header.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();

    const offer = await offerMailedTo(customer);
    const otherPage = await (await newContext({ width: looks[device].width })).newPage();
    await otherPage.goto(offer);
    await otherPage.getByRole('link', { name: 'Create an account' }).click();
    await otherPage.getByRole('heading', { name: 'Create an account' }).waitFor();
    await otherPage.getByLabel('Email').fill(customer);
    await otherPage.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
    await otherPage.getByLabel('Confirm password').fill(FIRST_PASSWORD);
    await otherPage.getByRole('button', { name: 'Create account' }).click();
    await otherPage.getByText('Check your inbox').waitFor();
    await otherPage.goto(await linkMailedTo(customer));
    await otherPage.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
    await otherPage.getByRole('button', { name: 'Confirm address' }).click();
    await otherPage.getByText('Email address confirmed').waitFor();
    await otherPage.goto(offer);
    await fillLogin(otherPage, customer, FIRST_PASSWORD);
    await otherPage.getByText('wants to assign this plant to you').waitFor();
    await otherPage.getByRole('button', { name: 'Accept plant' }).click();
    await otherPage.getByRole('heading', { name }).waitFor();
    expect(await fits(otherPage)).toBe(true);
    const detail = await callApi(site.detail, { sid }, await tokenOf(customer, FIRST_PASSWORD));
    expect(detail).toMatchObject({ userEmail: customer, installerEmail: INSTALLER });
    await otherPage.context().close();
  },
);
