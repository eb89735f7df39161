// A parameter set is sent to three devices: one confirms, one rejects, one never answers; protection limits need a
// second approval; finally the changes are rolled back.
import { configuration } from '@helioport/contract/configuration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFindings, callApi, closePages, pageOf, picture } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
const DEALER = 'dealer@demo.test';
const COMPOSITE = 'sunhall.HYB10-24017';
const SERIALS = `${COMPOSITE} sunhall.GW2-70031 sunhall.TRI8-10933`;
const SLOW_MS = 60_000;
const STORY_MS = 8 * SLOW_MS;
/** A parameter set of the demo data. */
const BROUGHT = 'Reconnect after one minute';
const startedAt = new Date();

/** Parameter sets that tests have made. */
let made = 0;

let pool: pg.Pool;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl') });
});
afterAll(async () => {
  await pool.end();
  await closePages();
});

const open = async (who: string, path: string, look = {}) => {
  const page = await pageOf(who, look);
  page.setDefaultTimeout(SLOW_MS);
  await page.goto(path);
  return page;
};

/** Refuses the second approval of a run with a reason. */
async function refuseAt(path: string) {
  const page = await open(DEALER, path);
  await page.getByRole('button', { name: 'Approve all' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  expect(await dialog.getByRole('button', { name: 'Refuse' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Keep the limit');
  expect(await accessibilityFindings(page)).toEqual([]);
  await picture(page, 'sets-refuse');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('row', { name: /HYB10-24017.*Approval refused/ }).waitFor();
  await page.context().close();
}

const listening = async (sn: string) =>
  (await callApi(configuration.inverterGroupFilter, { filters: { sn } }, await tokenOf(INSTALLER))).list[0]!;
const valueNow = async (key: string) =>
  (await listening(COMPOSITE)).parameters.find((one) => one.key === key)!.value;

describe('a set of parameters', () => {
  it('goes to three devices after a second person, is believed by read-back, and is taken back', {
    timeout: STORY_MS,
  }, async () => {
    // A failed try can have left commands.
    await pool.query(
      `update commands set state = 'withdrawn', ended_at = now()
       where created_at > $1 and state in ('waiting', 'queued', 'sent')`,
      [startedAt],
    );
    const name = `Lower limit ${++made}`;
    for (const sn of SERIALS.split(' '))
      await expect.poll(async () => (await listening(sn)).isRemote, { timeout: SLOW_MS }).toBe(true);
    await expect.poll(() => valueNow('overVoltage'), { timeout: SLOW_MS }).not.toBeNull();
    const before = (await valueNow('overVoltage'))!;
    const wanted = before === 250 ? 251 : 250;
    const page = await open(INSTALLER, '/hardwareConfig/inverterSet');
    await page.getByRole('button', { name: 'New parameter set' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill(name);
    const box = drawer.getByLabel('New value for Overvoltage protection');
    await box.fill('300');
    await drawer.getByText(/Allowed: 230(\.0)? to 276(\.0)? V/).waitFor();
    await box.fill(String(wanted));
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'sets-new');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Parameter set saved').waitFor();

    await page.getByRole('link', { name, exact: true }).click();
    await page.getByLabel('Limit to serial numbers').fill(SERIALS);
    // The device that never reported its parameters also gets the command, but cannot be rolled back.
    await page.getByRole('row', { name: /TRI8-10933.*Not read yet/ }).waitFor();
    await page.getByRole('row', { name: /GW2-70031/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'sets-apply');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByText('Will be sent: 3').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    await page.getByRole('row', { name: /HYB10-24017.*Awaiting second approval/ }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Approve all' }).count()).toBe(0);

    const second = await open(DEALER, page.url());
    await second.getByRole('button', { name: 'Approve all' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await second.getByRole('row', { name: /HYB10-24017.*Confirmed by device/ }).waitFor();
    await second.getByRole('row', { name: /GW2-70031.*Rejected by device.*locked/ }).waitFor();
    await second.getByRole('row', { name: /TRI8-10933.*Sent, awaiting confirmation/ }).waitFor();
    await pool.query(
      "update commands set expires_at = now() - interval '1 second' where state in ('queued', 'sent')",
    );
    await pool.query("select graphile_worker.add_job('expire_commands')");
    await second.getByRole('row', { name: /TRI8-10933.*Timed out without a response/ }).waitFor();
    await picture(second, 'sets-run');
    expect(await accessibilityFindings(second)).toEqual([]);
    expect(await valueNow('overVoltage')).toBe(wanted);
    await second.context().close();

    await page.getByRole('row', { name: /HYB10-24017.*Confirmed by device/ }).waitFor();
    const run = page.url();
    await page.getByRole('button', { name: 'Roll back' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /TRI8-10933.*Its previous values have never been read/ }).waitFor();
    await dialog.getByRole('row', { name: /GW2-70031.*The device already has these values/ }).waitFor();
    await dialog.getByRole('row', { name: new RegExp(`HYB10-24017.*${before}(\\.0)? V`) }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, 'sets-back');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Rollback', { exact: true }).waitFor();
    await refuseAt(page.url());
    await page
      .getByRole('row', { name: /HYB10-24017.*Approval refused.*refused by .*Keep the limit/ })
      .waitFor();
    await page.goto(run);
    await page.getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Rollback', { exact: true }).waitFor();
    const third = await open(DEALER, page.url());
    await third.getByRole('button', { name: 'Approve all' }).click();
    await third.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('row', { name: /HYB10-24017.*Confirmed by device/ }).waitFor();
    expect(await valueNow('overVoltage')).toBe(before);
    await third.context().close();
    await page.context().close();
  });

  it.each(['mouse', 'keyboard'])('opens the page that sends a set, by %s', async (way) => {
    const page = await open(INSTALLER, '/hardwareConfig/inverterSet');
    const send = page.getByRole('row', { name: BROUGHT }).getByRole('link', { name: /^Send to devices/ });
    if (way === 'mouse') await send.click();
    else await send.press('Enter');
    await page.waitForURL(/\/hardwareConfig\/inverterSetApply\?id=/);
    await page.getByText(COMPOSITE).first().waitFor();
    await page.context().close();
  });

  it.each([
    { width: 1440, scheme: 'light' },
    { width: 1440, scheme: 'dark' },
    { width: 390, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('is listed, compared and followed at $width, $scheme', async (look) => {
    const page = await open(INSTALLER, '/hardwareConfig/inverterSet', look);
    const isGood = async (name: string) => {
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
      await picture(page, `sets-${name}-${look.scheme}-${look.width}`);
    };
    await page.getByRole('link', { name: BROUGHT, exact: true }).waitFor();
    await isGood('list');
    await page.getByRole('link', { name: BROUGHT, exact: true }).click();
    await page.getByText(COMPOSITE).first().waitFor();
    await isGood('apply');
    await page.goto('/hardwareConfig/inverterSet?view=runs');
    await page.getByRole('link', { name: BROUGHT, exact: true }).click();
    await page.getByText('locked by the grid operator').waitFor();
    await isGood('run');
    await page.context().close();
  });

  it('is not for owners', async () => {
    const page = await open('owner@demo.test', '/hardwareConfig/inverterSet');
    await page.getByText('Sorry, you are not authorized to access this page.').waitFor();
    await page.context().close();
  });
});
