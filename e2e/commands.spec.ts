// Sends parameters to devices: one confirms, one never answers, and others only report.
import { configuration } from '@helioport/contract/configuration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'admin@demo.test';
/** Its composite device answers, as simulated. */
const SCHOOL = { sid: 'AT_20250403_Hy7m', sn: 'sunhall.HYB10-24017' };
/** Its inverter accepts commands and never answers. */
const BAKERY = { sid: 'AT_20250611_Bk3w', sn: 'sunhall.TRI8-10933' };
const SLOW_MS = 60_000;

let token: string;
let pool: pg.Pool;

beforeAll(async () => {
  token = await tokenOf(INSTALLER);
  pool = new pg.Pool({ connectionString: inject('databaseUrl') });
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

const rowOf = async ({ sid, sn }: typeof SCHOOL) =>
  (await callApi(configuration.inverterGroupFilter, { filters: { sid, sn } }, token)).list[0]!;
const openPage = async ({ sid }: typeof SCHOOL, look = {}) => {
  const page = await pageOf(INSTALLER, look);
  page.setDefaultTimeout(SLOW_MS);
  await page.goto(`/pvPlant/parameterSetting?id=${sid}`);
  await page.getByRole('heading', { name: /Parameter setting ·/ }).waitFor();
  return page;
};

/** Ends commands that no device has answered, as an hour later. */
async function expireCommands(): Promise<void> {
  await pool.query(
    "update commands set expires_at = now() - interval '1 second' where state in ('queued', 'sent')",
  );
  await pool.query("select graphile_worker.add_job('expire_commands')");
}

/** Another value for each try, in s. */
let unanswered = 90;

describe('a parameter', () => {
  it('is changed after its difference was seen, and set when the device has said so', async () => {
    const page = await openPage(SCHOOL);
    const before = (await rowOf(SCHOOL)).parameters.find(({ key }) => key === 'reconnectTime')!.value;
    const wanted = before === 120 ? 180 : 120;
    // A change of grid protection is announced as one that another user must approve.
    const protection = page.getByLabel('New value for Overvoltage protection');
    await protection.fill('262');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByText('Requires second approval').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await protection.fill('');
    const box = page.getByLabel('New value for Reconnect time');
    await box.fill('5');
    await page.getByText('Allowed: 10 to 600 s').waitFor();
    const review = page.getByRole('button', { name: 'Review changes' });
    await expect.poll(() => review.isDisabled()).toBe(true);
    await box.fill(String(wanted));
    await review.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${before} s`).waitFor();
    await dialog.getByText(`${wanted} s`).waitFor();
    expect(await dialog.getByText('Requires second approval').count()).toBe(0);
    await picture(page, 'parameters');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Confirmed by device').first().waitFor();
    await page
      .getByRole('row', { name: /Reconnect time/ })
      .getByText(`${wanted} s`, { exact: true })
      .waitFor();
    // A change on the device itself, which it reports.
    const report = (value: number) =>
      pool.query(
        `update device_parameters p set value = $1 from devices d
         where d.sn = $2 and p.site_id = d.site_id and p.device_id = d.id and p.key = 'reconnectTime'`,
        [value, SCHOOL.sn],
      );
    await report(305);
    await page.reload();
    const sent = page.getByRole('row', { name: new RegExp(`Reconnect time: ${wanted} s`) }).first();
    await sent.getByText('Changed since. Reconnect time: 305 s').waitFor();
    await report(wanted);
    await page.context().close();
  });

  it('of a device that never answers is never shown as set, and is given up', async () => {
    const value = unanswered++;
    await expireCommands();
    await expect.poll(async () => (await rowOf(BAKERY)).openCount).toBe(0);
    const page = await openPage(BAKERY);
    // The plant also has a gateway, which answers.
    const inverter = page.getByRole('region', { name: /^Attic/ });
    await inverter.getByLabel('New value for Reconnect time').fill(String(value));
    await inverter.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sent, awaiting confirmation').waitFor();
    const row = page.getByRole('row', { name: /Reconnect time Not read yet/ });
    await row.waitFor();
    await expireCommands();
    await page
      .getByRole('row', { name: new RegExp(`Reconnect time: ${value} s`) })
      .getByText('Timed out without a response')
      .waitFor();
    await row.waitFor();
    expect((await rowOf(BAKERY)).openCount).toBe(0);
    await page.context().close();
  });

  it('cannot be set where devices only report, which is said with the reason', async () => {
    const page = await openPage({ sid: 'DE_20240312_9kQm', sn: '' });
    await page.getByRole('heading', { name: 'Remote settings are not available' }).waitFor();
    await page.getByText('does not accept settings from it').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Review changes' }).count()).toBe(0);
    await page.context().close();
  });

  it('may be looked at by the owner, not changed', async () => {
    const page = await pageOf('owner@demo.test');
    await page.goto('/pvPlant/detail?id=DE_20240312_9kQm');
    await page.getByRole('link', { name: 'Parameter setting' }).click();
    await page.getByRole('heading', { name: /Parameter setting ·/ }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Read values|Review/ }).count()).toBe(0);
    await page.context().close();
  });
});

describe('the screen of parameters', () => {
  it.each([
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('has no fault that axe can see and fits at $width', async (look) => {
    const page = await openPage(SCHOOL, look);
    await page.getByRole('heading', { name: 'Sent commands' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await page.context().close();
  });

  it('keeps the name of a device on one line next to a long note', async () => {
    const page = await openPage(SCHOOL);
    const sent = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Status' }) });
    const name = sent.getByRole('link', { name: /HYB10-24017/ }).first();
    await name.waitFor();
    const before = await name.evaluate((link) => link.getClientRects().length);
    await sent
      .locator('tbody tr td:last-child')
      .first()
      .evaluate((cell) => {
        const note = document.createElement('small');
        note.textContent = 'The device rejected the value because its firmware allows other limits. '.repeat(
          6,
        );
        cell.append(note);
      });
    expect([before, await name.evaluate((link) => link.getClientRects().length)]).toEqual([1, 1]);
    await page.context().close();
  });

  it('breaks Japanese lines between phrases, not within words', async () => {
    const page = await pageOf(INSTALLER, { width: 390, locale: 'ja-JP' });
    page.setDefaultTimeout(SLOW_MS);
    await page.goto(`/pvPlant/parameterSetting?id=${SCHOOL.sid}`);
    await page.locator('.hp-parameter-table').last().waitFor();
    const broken = await page.evaluate(() => {
      const words = new Intl.Segmenter('ja', { granularity: 'word' });
      const found: string[] = [];
      const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        // Column titles are for screen readers only at this width.
        if (node.parentElement?.closest('thead')) continue;
        for (const { segment, index } of words.segment(node.textContent ?? '')) {
          if (!/[\u3040-\u9fff]/.test(segment)) continue;
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + segment.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(segment);
        }
      }
      return found;
    });
    // The segmenter joins some verbs with the particle before them, where a break is correct.
    expect(broken.filter((word) => !/^[にでと]/.test(word))).toEqual([]);
    await page.context().close();
  });
});
