// Alarms: an unplugged gateway that delivers its data later, a dead inverter and a dead module by name, and a user who
// acknowledges one on a phone.
import { alarm } from '@helioport/contract/alarm';
import { HOUR_MS } from '@helioport/domain/duration';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { linesOf, lookUntil, MODEL_BYTE, makePlant, startOf } from './alarmPlants.ts';
import { accessibilityFindings, callApi, closePages, pageOf, picture, replayLines } from './fixtures.ts';
import { tokenOf } from './people.ts';

const OWNER = 'owner@demo.test';
const SILENT = {
  sid: 'GH_20260101_Al1s',
  name: 'Unplugged Mill',
  serials: ['7E57A101', '7E57A102', '7E57A103'],
};
const BROKEN = {
  sid: 'GH_20260101_Al2b',
  name: 'Broken Barn',
  serials: ['7E57A201', '7E57A202', '7E57A203'],
};
const [, DEAD, WEAK] = BROKEN.serials as [string, string, string];

let pool: pg.Pool;
let token: string;
const listed = async (sid: string) =>
  (await callApi(alarm.list, { filters: { sid }, withFolded: true }, token)).list;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject('databaseUrl'), max: 2 });
  token = await tokenOf(OWNER);
  await makePlant(pool, OWNER, SILENT);
  await makePlant(pool, OWNER, BROKEN);
});
afterAll(async () => {
  await closePages();
  await pool.end();
});

describe('a gateway unplugged at noon', () => {
  const noon = startOf(4) + 12 * HOUR_MS;

  it('is one alarm, which the list of plants leads to', { timeout: 240_000 }, async () => {
    const before = SILENT.serials.flatMap((serial) =>
      [6, 5, 4].flatMap((back) => linesOf(serial, back, { untilMs: noon })),
    );
    await replayLines(pool, before);
    await lookUntil(pool, async () => {
      expect(await listed(SILENT.sid)).toMatchObject([{ key: 'plantSilent', state: 'open', begunAt: noon }]);
    });
    const page = await pageOf(OWNER);
    await page.goto(`/pvPlant/detail?id=${SILENT.sid}`);
    await page.locator('.hp-verdict').getByRole('link').click();
    await page.waitForURL(/\/devices\/alarms\?site=/);
    await page.getByRole('button', { name: 'Plant not reporting' }).click();
    const drawer = page.getByRole('dialog', { name: 'Plant not reporting' });
    await drawer.getByText('Entire plant', { exact: true }).waitFor();
    await drawer.getByText('Check that the router, gateway and breaker are on.', { exact: false }).waitFor();
    await picture(page, 'alarm-silent');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('closes as recovered when its data are filled in later', { timeout: 240_000 }, async () => {
    const late = SILENT.serials.flatMap((serial) =>
      [4, 3, 2, 1, 0].flatMap((back) => linesOf(serial, back, { fromMs: noon })),
    );
    const live = SILENT.serials.map((sn) =>
      JSON.stringify({
        at: new Date().toISOString(),
        frame: Buffer.from(
          encodeFrame(
            frameFromReading({
              serial: sn,
              modelByte: MODEL_BYTE,
              stateByte: 6,
              statusBits: 0,
              powerW: 0,
              energyTodayWh: 0,
              dcVoltageV: 30,
              acVoltageV: 230,
              frequencyHz: 50,
              temperatureC: 20,
              channels: [1, 2, 3, 4].map(() => ({ voltageV: 30, powerW: 0, energyTodayWh: 0 })),
            }),
          ),
        ).toString('hex'),
      }),
    );
    await replayLines(pool, [...live, ...late]);
    await lookUntil(pool, async () => {
      expect(await listed(SILENT.sid)).toMatchObject([{ key: 'plantSilent', state: 'recovered' }]);
    });
    const page = await pageOf(OWNER);
    await page.goto(`/devices/alarms?site=${SILENT.sid}`);
    await page.getByText('No alarms match the filters').waitFor();
    await page.getByLabel('State').selectOption({ label: 'Data recovered' });
    await page.getByRole('button', { name: 'Plant not reporting' }).waitFor();
    await page.goto(`/pvPlant/detail?id=${SILENT.sid}&tab=events&span=week`);
    await page.locator('summary', { hasText: 'Plant not reporting' }).click();
    await page.getByRole('link', { name: 'Data recovered' }).click();
    await page.getByRole('dialog', { name: 'Plant not reporting' }).waitFor();
    await page.context().close();
  });
});

describe('a dead inverter and a dead module', () => {
  beforeAll(async () => {
    const lines = [4, 3, 2, 1, 0].flatMap((back) =>
      BROKEN.serials.flatMap((serial) => {
        const share = serial === DEAD ? [0, 0, 0, 0] : serial === WEAK ? [1, 1, 0, 1] : [1, 1, 1, 1];
        return linesOf(serial, back, back === 4 ? {} : { share });
      }),
    );
    await replayLines(pool, lines);
    await lookUntil(pool, async () => {
      const found = (await listed(BROKEN.sid)).filter(({ key }) => key !== 'plantSilent');
      expect(found.map(({ key, sns, addrs }) => [key, sns, addrs])).toEqual([
        ['makesNothing', [DEAD], []],
        ['modulesMakeNothing', [WEAK], [3]],
      ]);
    });
  }, 240_000);

  it('are named, and one is acknowledged on a phone', { timeout: 60_000 }, async () => {
    // An earlier try can have acknowledged it.
    await pool.query(
      `update alarm set acknowledged_at = null, acknowledged_by = null
       where site_id = (select id from sites where sid = $1)`,
      [BROKEN.sid],
    );
    const page = await pageOf(OWNER, { width: 390, height: 844, scheme: 'dark' });
    await page.goto(`/devices/alarms?site=${BROKEN.sid}&state=all`);
    await page.getByText(`${WEAK}, input 3`).waitFor();
    const card = page.locator('.hp-alarm-card', { hasText: DEAD });
    await card.getByText('Open', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Device not producing' }).click();
    const drawer = page.getByRole('dialog', { name: 'Device not producing' });
    await drawer.getByRole('button', { name: 'Acknowledge' }).click();
    await drawer.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' });
    await drawer.getByRole('button', { name: 'Comment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Comment' });
    await dialog.getByLabel('Comment').fill('I bring a new one on Monday.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Comment' }).click();
    await drawer.getByText('I bring a new one on Monday.').waitFor();
    await picture(page, 'alarm-acknowledged-phone');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await card.getByText('Acknowledged', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.context().close();
  });
});
