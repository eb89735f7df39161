// Opens the link of an alarm email without a session: it shows the alarm in the recipient's language, and only the
// button acknowledges it.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { freshPlant, makePlant, type StoryPlant } from './alarmPlants.ts';
import { accessibilityFindings, closePages, newContext, productUrl } from './fixtures.ts';
import { linkMailedTo, newPerson } from './people.ts';

let pool: pg.Pool;
let plant: StoryPlant;
let reader: string;
beforeAll(() => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
});
beforeEach(async () => {
  plant = freshPlant('Mailed Mill', 1);
  reader = await newPerson();
  await pool.query('update users set language_code = 1, email_verified_at = now() where email = $1', [
    reader,
  ]);
  await makePlant(pool, reader, plant);
  // Raised for a device that no longer reports, so that nothing resolves the alarm meanwhile.
  await pool.query(
    `with device as (select id, site_id from devices where serial = $1),
     named as (
       insert into latest (site_id, device_id, at, status_bits) select site_id, id, now(), $2 from device
     )
     insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at)
     select site_id, '2000', 0, array[id], '{}', now(), now(), now() from device`,
    [plant.serials[0], 0x2000],
  );
  await pool.query(`select graphile_worker.add_job('notify_alarms')`);
});
afterAll(async () => {
  await closePages();
  await pool.end();
});

const acknowledgers = async () =>
  (
    await pool.query<{ email: string }>(
      `select u.email from alarm a join sites s on s.id = a.site_id join users u on u.id = a.acknowledged_by
       where s.sid = $1`,
      [plant.sid],
    )
  ).rows.map(({ email }) => email);

it('acknowledges by a press of the button, once, in the language of the reader', {
  timeout: 120_000,
}, async () => {
  const link = await vi.waitFor(() => linkMailedTo(reader), { timeout: 60_000, interval: 1000 });
  expect(link).toMatch(/^\/acknowledge\?/);
  for (const look of [
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const) {
    const context = await newContext(look);
    const page = await context.newPage();
    await page.goto(productUrl() + link);
    await page.getByRole('heading', { name: 'Diesen Alarm quittieren?' }).waitFor();
    await page.getByText(plant.name, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Quittieren' }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de-DE');
    expect(await accessibilityFindings(page)).toEqual([]);
    await context.close();
  }
  expect(await acknowledgers()).toEqual([]);

  const context = await newContext({ width: 390 });
  const page = await context.newPage();
  await page.goto(productUrl() + link);
  await page.getByRole('button', { name: 'Quittieren' }).click();
  await page.getByRole('heading', { name: 'Alarm quittiert' }).waitFor();
  expect(await acknowledgers()).toEqual([reader]);
  await page.goto(productUrl() + link);
  await page.getByText('Dieser Alarm wurde bereits quittiert.').waitFor();
  await page.goto(`${productUrl()}${link.replace(/token=\w/, 'token=x')}`);
  await page.getByRole('heading', { name: 'Alarm nicht quittiert' }).waitFor();
  await context.close();
});
