// A gateway unplugged at noon: one alarm for all connected devices, in the list, in the plant's condition and in one
// email; its buffered data, delivered three days later, resolves the alarm and completes the days.
import { alarm } from '@helioport/contract/alarm';
import { gateway } from '@helioport/contract/gateway';
import { firstVendor } from '@helioport/domain/deviceIdentity';
import { HOUR_MS } from '@helioport/domain/duration';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dayOf, linesOf, lookUntil, makePlant, startOf } from './alarmPlants.ts';
import { accessibilityFindings, callApi, closePages, pageOf, replayLines } from './fixtures.ts';
import { tokenOf } from './people.ts';

const OWNER = 'owner@demo.test';
const EAST = ['7E57A301', '7E57A302', '7E57A303'];
const WEST = ['7E57A304', '7E57A305'];
const GATEWAY = '7E57A3F1';
const PLANT = { sid: 'GH_20260101_Gw3t', name: 'Two Gateways', serials: [...EAST, ...WEST] };
const noon = startOf(3) + 12 * HOUR_MS;

let pool: pg.Pool;
let token: string;

const listed = async () =>
  (await callApi(alarm.list, { filters: { sid: PLANT.sid }, withFolded: true }, token)).list;

/** Emails about the plant, oldest first. */
const mails = async () =>
  (
    await pool.query<{ subject: string; text: string }>(
      `select subject, body_text as text from mails where recipient = $1 and subject like $2 order by id`,
      [OWNER, `%${PLANT.name}%`],
    )
  ).rows;

/** Sends notifications immediately that are delayed by 15 minutes. */
const sendNow = () =>
  pool.query(
    `with due as (update alarm_notice set due_at = now() where due_at is not null returning id)
     select graphile_worker.add_job('notify_alarms') from (select count(*) from due) d`,
  );

const madeOn = async (back: number): Promise<number> =>
  (
    await pool.query<{ wh: number }>(
      `select energy_wh::float8 as wh from site_day d join sites s on s.id = d.site_id where s.sid = $1 and day = $2`,
      [PLANT.sid, dayOf(back)],
    )
  ).rows[0]?.wh ?? 0;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  token = await tokenOf(OWNER);
  await makePlant(pool, OWNER, PLANT);
  await pool.query(
    `insert into devices (vendor, serial, site_id, kind, alias, created_at, claimed_at)
     select $1, $2, id, 'gateway', 'East roof', '2026-01-01', '2026-01-01' from sites where sid = $3`,
    [firstVendor, GATEWAY, PLANT.sid],
  );
});
afterAll(async () => {
  await closePages();
  await pool.end();
});

describe('a gateway unplugged at noon', () => {
  it('is told by a person what is behind it', { timeout: 60_000 }, async () => {
    await callApi(gateway.behindSet, { sn: GATEWAY, sns: [] }, token);
    const page = await pageOf(OWNER, { width: 390, height: 844 });
    await page.goto(`/devices/detail?sn=${GATEWAY}`);
    await page.getByText('No connected devices selected').waitFor();
    await page.getByRole('button', { name: 'Select devices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connected devices' });
    for (const serial of EAST) await dialog.getByLabel(serial).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: EAST[0]! }).click();
    await page.getByText('Connected through').waitFor();
    await page.getByRole('link', { name: 'East roof' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('raises exactly one alarm, which the plant and one mail speak of', { timeout: 240_000 }, async () => {
    const days = [5, 4, 3, 2, 1, 0];
    await replayLines(pool, [
      ...EAST.flatMap((serial) => days.flatMap((back) => linesOf(serial, back, { untilMs: noon }))),
      ...WEST.flatMap((serial) => days.flatMap((back) => linesOf(serial, back))),
    ]);
    await lookUntil(pool, async () => {
      const found = await listed();
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ key: 'gatewaySilent', state: 'open', begunAt: noon });
      expect(found[0]).toMatchObject({ gateway: 'East roof', behindCount: 3, sns: [GATEWAY, ...EAST] });
    });
    // Two of five inverters since the day after the gateway was unplugged.
    await expect.poll(async () => (await madeOn(1)) / (await madeOn(4))).toBeCloseTo(2 / 5, 3);
    await lookUntil(pool, async () => {
      await sendNow();
      expect(await mails()).toHaveLength(1);
    });
    const [mail] = await mails();
    expect(mail?.subject).toBe('Two Gateways: Gateway not reporting');
    expect(mail?.text).toContain('East roof, 3 connected devices');
    const page = await pageOf(OWNER);
    await page.goto(`/pvPlant/detail?id=${PLANT.sid}`);
    const condition = page.locator('.hp-verdict');
    await condition.getByText('1 gateway not reporting for 3 days, 3 connected devices').waitFor();
    await condition.getByRole('link').click();
    await page.getByText('East roof, 3 connected devices').waitFor();
    await page.getByRole('button', { name: 'Gateway not reporting' }).click();
    const drawer = page.getByRole('dialog', { name: 'Gateway not reporting' });
    for (const serial of EAST) await drawer.getByRole('link', { name: serial }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('closes when its data are filled in three days later, and its days are whole', {
    timeout: 240_000,
  }, async () => {
    const whole = await madeOn(4);
    await replayLines(
      pool,
      EAST.flatMap((serial) => [3, 2, 1, 0].flatMap((back) => linesOf(serial, back, { fromMs: noon }))),
    );
    await lookUntil(pool, async () => {
      expect(await listed()).toMatchObject([{ key: 'gatewaySilent', state: 'recovered' }]);
      expect(await madeOn(1)).toBeCloseTo(whole, 0);
      expect(await madeOn(3)).toBeCloseTo(whole, 0);
    });
    await lookUntil(pool, async () => {
      await sendNow();
      expect(await mails()).toHaveLength(2);
    });
    const page = await pageOf(OWNER);
    await page.goto(`/pvPlant/detail?id=${PLANT.sid}`);
    await page.locator('.hp-verdict').getByText('Operating normally').waitFor();
    await page.context().close();
  });
});
