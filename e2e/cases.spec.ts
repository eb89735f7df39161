// The story of a repair: an installer finds a plant on the fleet desk, opens a case for its finding, plans and reports the
// repair, and the case closes when later readings show it. The product evaluates the readings itself.
import { cases } from '@helioport/contract/case';
import { finding } from '@helioport/contract/finding';
import { fleet } from '@helioport/contract/fleet';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { linesOf, makePlant } from './alarmPlants.ts';
import { accessibilityFindings, callApi, closePages, pageOf, picture, replayLines } from './fixtures.ts';
import { tokenOf } from './people.ts';

const INSTALLER = 'installer@demo.test';
const PLANT = { sid: 'GH_20260101_Ca1s', name: 'Repaired Mill', serials: ['7E57CA01', '7E57CA02'] };
const DAYS = 40;
/** Days ago on which input 2 of the first inverter failed, and on which it was repaired. */
const FAILED = 24;
const REPAIRED = 8;

let pool: pg.Pool;
let token = '';
let caseId = 0;

const daysOf = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i).flatMap((back) =>
    PLANT.serials.flatMap((serial, device) =>
      linesOf(serial, back, {
        share: device === 0 && back <= FAILED && back > REPAIRED ? [1, 0, 1, 1] : [1, 1, 1, 1],
      }),
    ),
  );

/** Deletes the cases of an earlier try. */
const deleteCases = () =>
  pool.query('delete from cases where site_id = (select id from sites where sid = $1)', [PLANT.sid]);

/** Its failed input. Until the later readings arrive, the missing days are a finding of their own. */
const findings = async () =>
  (await callApi(finding.list, { filters: { sid: PLANT.sid, scope: 'module' } }, token)).list;

/** Nothing for axe to find, once nothing is being loaded. */
async function looksRight(page: Page, where = ''): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
  expect([where, await accessibilityFindings(page)]).toEqual([where, []]);
}

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  token = await tokenOf(INSTALLER);
  await makePlant(pool, 'owner@demo.test', PLANT);
  await pool.query(
    `with plant as (
       update sites set company_id = (select company_id from users where email = $2) where sid = $1 returning id
     ), made as (
       insert into arrays (site_id, id, name, tilt_deg, azimuth_deg) select id, 1, 'South', 10, 180 from plant
     )
     update modules set array_id = 1 from plant where site_id = plant.id`,
    [PLANT.sid, INSTALLER],
  );
  await replayLines(pool, daysOf(DAYS, REPAIRED + 1));
  await vi.waitFor(
    async () => expect(await findings()).toMatchObject([{ cause: 'inverterFailure', until: null }]),
    { timeout: 150_000, interval: 1000 },
  );
  // The page reads the desk once a minute.
  await vi.waitFor(
    async () =>
      expect((await callApi(fleet.list, { filters: { site_name: 'Repaired' } }, token)).list).toMatchObject([
        { sid: PLANT.sid, topCause: 'inverterFailure' },
      ]),
    { timeout: 60_000, interval: 1000 },
  );
});
afterAll(async () => {
  await closePages();
  await pool.end();
});

it('leads from the desk to a case', { timeout: 120_000 }, async () => {
  await deleteCases();
  const page = await pageOf(INSTALLER);
  await page.goto('/fleet');
  await page.getByRole('heading', { name: 'Fleet desk' }).waitFor();
  await page.getByRole('searchbox', { name: 'Name, city or serial number' }).fill('Repaired');
  const row = page.getByRole('row').filter({ hasText: PLANT.name });
  await row.getByText('Inverter failure').waitFor();
  await looksRight(page);
  await picture(page, 'fleet');
  await row.getByRole('button', { name: 'Create case' }).click();
  const drawer = page.getByRole('dialog', { name: 'Create case' });
  await expect.poll(() => drawer.getByRole('checkbox').first().isChecked()).toBe(true);
  await drawer.getByLabel('Assigned to').selectOption({ index: 1 });
  await drawer.getByLabel('Due date', { exact: true }).fill('1/31/2026');
  await drawer.getByLabel('Priority').selectOption('High');
  await picture(page, 'case-create');
  await looksRight(page);
  await drawer.getByRole('button', { name: 'Create case' }).click();
  await page.waitForURL(/\/fleet\/case\?id=\d+/);
  caseId = Number(new URL(page.url()).searchParams.get('id'));
  await page.getByRole('heading', { level: 1, name: `C-${caseId}` }).waitFor();
  await page.getByText('Overdue').waitFor();
  await page.goto('/fleet?q=Repaired');
  await page.getByRole('link', { name: `C-${caseId}` }).waitFor();
  await page.context().close();
});

it('takes comments, visits, photos and the report of the repair', { timeout: 120_000 }, async () => {
  await deleteCases();
  const findingIds = (await findings()).map(({ id }) => id);
  const planned = { sid: PLANT.sid, findingIds, dueDate: '2026-01-31' };
  ({ id: caseId } = await callApi(cases.create, planned, token));
  const page = await pageOf(INSTALLER);
  await page.goto(`/fleet/cases?view=overdue`);
  await page.getByRole('row').filter({ hasText: PLANT.name }).waitFor();
  await picture(page, 'cases');
  await looksRight(page);
  // The keyboard leads there too.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/fleet\/case\?id=/);
  await page.getByLabel('Comment').fill('Ordered a module.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Ordered a module.' }).waitFor();
  await page.getByRole('button', { name: 'Plan visit' }).click();
  const visit = page.getByRole('dialog', { name: 'Plan visit' });
  await visit.getByLabel('Date', { exact: true }).fill('12/24/2026');
  await visit.getByLabel('Note').fill('Bring the ladder.');
  await visit.getByRole('button', { name: 'Plan visit' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Bring the ladder.' }).first().waitFor();
  const image = await page.screenshot({ type: 'png' });
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: image });
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await page.getByRole('button', { name: 'Report repair' }).click();
  const repaired = page.getByRole('dialog', { name: 'Report repair' });
  await repaired.getByLabel('Comment').fill('Module replaced.');
  await repaired.getByRole('button', { name: 'Report repair' }).click();
  await page.getByText('The repair was reported.', { exact: false }).waitFor();
  expect((await callApi(cases.detail, { id: caseId }, token)).state).toBe('verifying');
  await looksRight(page);
  await picture(page, 'case');
  await page.setViewportSize({ width: 390, height: 900 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await picture(page, 'case-phone');
  await page.context().close();
});

it('closes when the readings show the repair', { timeout: 240_000 }, async () => {
  await replayLines(pool, daysOf(REPAIRED, 0));
  await vi.waitFor(
    async () => {
      await pool.query(`select graphile_worker.add_job('update_alarms')`);
      expect(await callApi(cases.detail, { id: caseId }, token)).toMatchObject({
        state: 'closed',
        outcome: 'evidence',
      });
    },
    { timeout: 200_000, interval: 2000 },
  );
  const page = await pageOf(INSTALLER, { scheme: 'dark' });
  await page.goto(`/fleet/case?id=${caseId}`);
  await page.getByText('Closed by evidence').first().waitFor();
  await page.getByRole('button', { name: 'Reopen case' }).waitFor();
  await page.getByText('Recovered per year').waitFor();
  await looksRight(page);
  await picture(page, 'case-closed-dark');
  await page.context().close();
});

it('shows trends and benchmarks on every screen', { timeout: 120_000 }, async () => {
  for (const [scheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    const page = await pageOf(INSTALLER, { scheme, width });
    for (const [path, name] of [
      ['/fleet/trends', 'Trends'],
      ['/fleet/benchmarks', 'Benchmarks'],
      ['/fleet/cases?view=all', 'Cases'],
      ['/fleet', 'Fleet desk'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await looksRight(page, path);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await picture(page, `${name.toLowerCase().replace(' ', '-')}-${scheme}-${width}`);
    }
    await page.context().close();
  }
});

it('hides what a reader may not do', { timeout: 60_000 }, async () => {
  const page = await pageOf('support@demo.test');
  await page.goto(`/fleet/case?id=${caseId}`);
  await page.getByRole('heading', { level: 1, name: `C-${caseId}` }).waitFor();
  expect(await page.getByRole('button', { name: 'Reopen case' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Add photo' }).count()).toBe(0);
  await page.goto('/fleet/case?id=999999999');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await page.context().close();
});
