// Prices of a plant on the real store: what a day, a month and all time are worth, and from which day a change acts.

import { device } from '@helioport/contract/device';
import { overview } from '@helioport/contract/overview';
import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

// A Sunday, 14:00 in Berlin.
const NOW = Date.UTC(2026, 5, 21, 12);
const TODAY = '2026-06-21';
const everyDay = [1, 2, 3, 4, 5, 6, 7];

let app: TestApp;
let owner: Caller;
let sid: string;
let siteId: number;
let sns: string[];

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const plant = await makeSite(tx, { ownerId, electricityPrice: 0.3 });
    const other = await makeSite(tx, { ownerId, electricityPrice: 0.5 });
    const [inverter, second, meter] = [
      await makeDevice(tx, plant.id),
      await makeDevice(tx, plant.id),
      await makeDevice(tx, plant.id, { kind: 'meter' }),
    ];
    const elsewhere = await makeDevice(tx, other.id);
    await makeDays(tx, { id: inverter.id, siteId: plant.id }, '2026-05-01', [10_000, 20_000]);
    await makeDays(tx, { id: elsewhere.id, siteId: other.id }, '2026-05-01', [4000]);
    return { plant, inverter, second, meter };
  });
  sid = made.plant.sid;
  siteId = made.plant.id;
  sns = [made.inverter.serial, made.second.serial];
  const of = (deviceId: number) => ({ deviceId, siteId, timeZone: 'Europe/Berlin' });
  const at = (time: string) => Date.parse(`${TODAY}T${time}:00+02:00`);
  // Four hours of 1 kW from 10:00 to 14:00, of which the meter sees half go away after noon; the second makes a quarter.
  const reports = Array.from({ length: 49 }, (_, i) => at('10:00') + i * 300_000).flatMap((ms, i) => [
    makeReading(of(made.inverter.id), ms, {
      power: 10_000,
      energy: Math.round((i * 10_000) / 12),
      chPower: [6000, 4000],
      chEnergy: [i * 500, Math.round((i * 4000) / 12)],
    }),
    makeReading(of(made.second.id), ms, { power: 2500, energy: Math.round((i * 2500) / 12) }),
    makeReading(of(made.meter.id), ms, {
      kind: 1,
      power: 0,
      energy: 70_000,
      energyOut: 90_000 + Math.max(0, Math.round(((i - 24) * 5000) / 12)),
    }),
  ]);
  await storeReadings(app.database.pool, reports, NOW);
  await settle();
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

const energyOf = async (types: number) =>
  Number((await owner.call(site.statisticsDate, { sid, types })).power);

/** Recomputes the marked days of the plant that have reports. */
async function settle(): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from dirty_day where site_id = ${siteId} and day = ${TODAY}`.execute(
    app.database.db,
  );
  for (const { day } of rows) await rollUp(app.database.db, { siteId, day }, NOW);
}

const moneyOf = async (types: number, date?: string) =>
  Number((await owner.call(site.statisticsDate, { sid, types, date })).economic);
const priced = async (prices: object[]) => {
  await owner.call(site.updateFast, { sid, prices } as never);
  await settle();
};
const plain = { from: '', price: 0.3 };

describe('prices of a plant', () => {
  it('are energy times price while one price says it all', async () => {
    expect(await moneyOf(1)).toBe(1.5);
    expect(await moneyOf(4)).toBe(10.5);
    expect((await owner.call(site.detail, { sid })).prices).toEqual([
      { from: '', price: 0.3, exportPrice: null, bands: [] },
    ]);
  });

  it('act by the quarter of an hour, and leave the days before as they were', async () => {
    const bands = [{ days: [7], from: '11:30', to: '12:15', price: 1 }];
    await priced([plain, { from: TODAY, price: 0.2, bands }]);
    // 5 kWh in four hours: three quarters of an hour at 1, the rest at 0.2.
    expect(await moneyOf(1)).toBeCloseTo(1.25 * 0.75 * 1 + 1.25 * 3.25 * 0.2, 2);
    expect(await moneyOf(1, '2026-05-02')).toBe(6);
    expect(await moneyOf(2, '2026-05-01')).toBe(9);
    expect(await moneyOf(4)).toBeCloseTo(9 + 1.75, 2);
  });

  it('pay what goes into the grid by its own price', async () => {
    const parts = async (types: number) => {
      const { saved, exportRevenue } = await owner.call(site.statisticsDate, { sid, types });
      return { saved, exportRevenue };
    };
    await priced([plain, { from: TODAY, price: 0.2, exportPrice: 0.05 }]);
    expect(await moneyOf(1)).toBe(0.85);
    // 1 of 5 kWh went into the grid.
    expect(await parts(1)).toEqual({ saved: 0.8, exportRevenue: 0.05 });
    await priced([{ from: '', price: 0.2, exportPrice: null }]);
    expect(await parts(1)).toEqual({ saved: 0.8, exportRevenue: null });
    await priced([plain, { from: TODAY, price: 0.2, exportPrice: 0.05 }]);
    const bands = [{ days: everyDay, from: '12:00', to: '13:00', price: 1 }];
    await priced([plain, { from: TODAY, price: 0.2, exportPrice: 0.05, bands }]);
    expect(await moneyOf(1)).toBe(1.45);
  });

  it('are one figure by all ways: date, overview, devices, all plants', async () => {
    const { statisticsProduction: made } = await owner.call(site.overview, { sid });
    const amounts = [made.todayMoney, made.monthMoney, made.yearMoney, made.totalMoney].map(Number);
    expect(amounts).toEqual([await moneyOf(1), await moneyOf(2), await moneyOf(3), await moneyOf(4)]);
    const devices = await Promise.all(sns.map((sn) => owner.call(device.statisticsDate, { sn, types: 1 })));
    expect(devices.map(({ economic }) => Number(economic))).toEqual([1.16, 0.29]);
    expect(Number((await owner.call(device.statisticsOverview, { sn: sns[0]! })).production.todayMoney)).toBe(
      1.16,
    );
    const module = await owner.call(device.modulesStatisticsDate, { sn: sns[0]!, addr: 1, types: 1 });
    const share = Number(module.power) / Number(devices[0]!.power);
    expect(share).toBeGreaterThan(0);
    expect(Number(module.economic)).toBeCloseTo(1.16 * share, 2);
    const all = await owner.call(overview.overview);
    expect(all.moneyByCurrency).toMatchObject([
      { today: made.todayMoney, month: made.monthMoney, total: made.totalMoney },
    ]);
  });

  it('reckon banded days by the price outside the bands until they are recomputed', async () => {
    const bands = [{ days: everyDay, from: '00:00', to: '00:00', price: 1 }];
    await owner.call(site.updateFast, { sid, prices: [{ from: '', price: 0.1, bands }] } as never);
    expect(await moneyOf(1)).toBe(0.5);
    await settle();
    expect(await moneyOf(1)).toBe(5);
    const { rows } = await sql`select from dirty_day where site_id = ${siteId} and day < ${TODAY}`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(2);
    await sql`delete from dirty_day where site_id = ${siteId}`.execute(app.database.db);
  });

  it('become plain again', async () => {
    await priced([{ from: '', price: 0.4 }]);
    expect([await moneyOf(1), await moneyOf(4)]).toEqual([2, 14]);
    const { rows } = await sql`
      select from site_day where site_id = ${siteId} and worth is not null
      union all select from site_month where site_id = ${siteId} and worth is not null`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(0);
  });

  it('of a client that knows one number hold from today on', async () => {
    await owner.call(site.updateFast, { sid, electricityPrice: 0.6 });
    const { prices, electricityPrice } = await owner.call(site.detail, { sid });
    expect([electricityPrice, prices.map(({ from, price }) => [from, price])]).toEqual([
      0.6,
      [
        ['', 0.4],
        [TODAY, 0.6],
      ],
    ]);
    expect([await moneyOf(1), await moneyOf(4)]).toEqual([3, 15]);
    await owner.call(site.updateFast, { sid, electricityPrice: 0.6 });
    expect((await owner.call(site.detail, { sid })).prices).toHaveLength(2);
    const { list } = await owner.call(site.changes, { sid });
    expect(list[0]?.detail).toMatchObject({ prices: { from: ['0.4'], to: ['0.4', `${TODAY} 0.6`] } });
  });

  it.each([
    ['two bands of the same time', [{ ...plain, bands: [band('10:00', '12:00'), band('11:45', '13:00')] }]],
    ['no quarter of an hour', [{ ...plain, bands: [band('10:10', '12:00')] }]],
    ['none that holds ever since', [{ ...plain, from: '2026-01-01' }]],
    ['two of one day', [plain, { ...plain, from: TODAY }, { ...plain, from: TODAY }]],
    ['no day', [plain, { ...plain, from: '2026-02-30' }]],
    ['none at all', []],
  ])('refuse %s', async (_, prices) => {
    expect((await owner.send(site.updateFast.path, { sid, prices })).envelope.code).toBe(400);
  });
});

function band(from: string, to: string) {
  return { days: everyDay, from, to, price: 1 };
}

describe('energy that came after the roll-up', () => {
  it('is valued immediately, by all ways alike', async () => {
    const [before, energyBefore] = [await moneyOf(1), await energyOf(1)];
    const [first] = sns;
    const { rows } = await sql<{ id: number }>`select id from devices where serial = ${first}`.execute(
      app.database.db,
    );
    const who = { deviceId: rows[0]!.id, siteId, timeZone: 'Europe/Berlin' };
    await storeReadings(
      app.database.pool,
      [makeReading(who, Date.parse(`${TODAY}T14:05:00+02:00`), { power: 10_000, energy: 60_000 })],
      NOW,
    );
    const energyAfter = await energyOf(1);
    expect(energyAfter).toBeGreaterThan(energyBefore);
    const money = await moneyOf(1);
    expect(money).toBeCloseTo((before * energyAfter) / energyBefore, 1);
    const { statisticsProduction: made } = await owner.call(site.overview, { sid });
    expect([made.todayMoney, made.monthMoney, made.totalMoney].map(Number)).toEqual([
      money,
      await moneyOf(2),
      await moneyOf(4),
    ]);
    const all = await owner.call(overview.overview);
    expect(all.moneyByCurrency).toMatchObject([
      { today: made.todayMoney, month: made.monthMoney, total: made.totalMoney },
    ]);
  });
});
