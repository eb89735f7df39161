// A plant moves: its owner exports everything, its serial numbers stay its own while it is there, and after its end the
// file brings back the same totals.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pv } from '@helioport/contract/pv';
import { site } from '@helioport/contract/site';
import { addDays, dayBounds, localDay } from '@helioport/domain/periods';
import { sharedPrograms, testFolder } from '@helioport/server/test/testFolder';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { callApi, checkEveryLook, closePages, freshSerial, pageOf, replayLines } from './fixtures.ts';
import { linesOfDay } from './night.ts';
import { tokenOf } from './people.ts';

const OWNER = 'owner@demo.test';
const OTHER = 'installer@demo.test';
const ZONE = 'Africa/Accra';
const today = localDay(Date.now(), ZONE);
const root = path.join(import.meta.dirname, '..');

let pool: pg.Pool;
let sid = '';
let sn = '';
let name = '';
let folder = '';

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-archive-spec-'));
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
});
beforeEach(async () => {
  sn = freshSerial();
  name = `Moving Mill ${sn}`;
  const plant = { siteName: name, countryCode: 'GH', timezone: ZONE, devices: [{ sn, alias: 'West' }] };
  ({ sid } = await callApi(site.createFast, plant, await tokenOf(OWNER)));
  for (const back of [40, 3, 2])
    await replayLines(pool, linesOfDay(sn, dayBounds(addDays(today, -back), ZONE).startMs, false));
});
afterAll(async () => {
  await pool.end();
  await closePages();
  fs.rmSync(folder, { recursive: true, force: true });
});

const daysOf = async (id: string) =>
  (
    await pool.query<{ day: string; wh: number }>(
      `select d.day::text as day, d.energy_wh as wh from site_day d join sites s on s.id = d.site_id
       where s.sid = $1 and d.energy_wh > 0 order by d.day`,
      [id],
    )
  ).rows;

/** Runs the command of the guide against the running portal. */
const runImport = (...args: string[]) =>
  spawnSync('npm', ['run', '--silent', 'archive:import', '--', ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: inject('databaseUrl'), PROGRAM_DIR: sharedPrograms() },
    encoding: 'utf8',
  });

it('is exported, kept from a second plant, and imported after its end with equal totals', async () => {
  await expect.poll(async () => (await daysOf(sid)).length, { timeout: 100_000 }).toBe(3);
  const page = await pageOf(OWNER);
  await page.goto(`/pvPlant/edit?id=${sid}&section=archive`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^${sid}_.*\\.tar\\.gz$`));
  const file = path.join(folder, 'archive.tar.gz');
  await saved.saveAs(file);
  await page.getByText('Download started').waitFor();
  await page.context().close();
  const before = await daysOf(sid);

  expect(runImport(file, '--preview').stdout).toContain(`${name} (${sid})`);
  const refused = runImport(file, '--owner', OTHER);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`These serial numbers are in use by another plant: ${sn}`);
  expect(refused.stderr).not.toContain(sid);

  await callApi(pv.delete, { sid, siteName: name }, await tokenOf(OWNER));
  const done = runImport(file, '--owner', OWNER);
  expect(done.stderr).toBe('');
  expect(done.stdout).toContain(`Imported as ${sid}`);
  expect(await daysOf(sid)).toEqual(before);
  const { list } = await callApi(site.listWithSN, { filters: { site_name: name } }, await tokenOf(OWNER));
  expect(list).toMatchObject([{ sid, siteName: name }]);
});

it('has its export in the settings on every screen', async () => {
  const page = await pageOf(OWNER);
  await page.goto(`/pvPlant/edit?id=${sid}&section=archive`);
  await page.getByRole('button', { name: 'Export everything' }).waitFor();
  await checkEveryLook(page, 'archive', 'archive');
  await page.context().close();
});
