import { site } from '@helioport/contract/site';
import { MINUTE_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../seed/make.ts';
import { makeReading, storeReadings } from '../../../../seed/makeReadings.ts';
import { seedMenus } from '../../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/harness.ts';
import { inTransaction } from '../../../platform/db.ts';
import { missingShare } from '../../../timeseries/query/missing.ts';
import { KIND } from '../../../timeseries/reading.ts';

let app: TestApp;
let owner: Caller;
let sid: string;

// 14:00 in Berlin.
const NOON = Date.UTC(2026, 5, 21, 12);
const NOW = NOON + 5 * MINUTE_MS;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const plant = await makeSite(tx, { ownerId });
    const inverter = await makeDevice(tx, plant.id);
    const meter = await makeDevice(tx, plant.id, { kind: 'meter' });
    const battery = await makeDevice(tx, plant.id, { kind: 'battery' });
    return { plant, inverter, meter, battery };
  });
  sid = made.plant.sid;
  const of = ({ id }: { id: number }) => ({
    deviceId: id,
    siteId: made.plant.id,
    timeZone: 'Europe/Berlin',
  });
  const midnight = NOON - 14 * 60 * MINUTE_MS;
  await storeReadings(
    app.database.pool,
    [
      // At night, consumption is 200 W: 150 from the grid, 50 from the battery. No inverter reports.
      makeReading(of(made.meter), midnight, { kind: KIND.meter, power: 1500, energy: 10_000, energyOut: 0 }),
      makeReading(of(made.battery), midnight, { kind: KIND.battery, power: 500, energy: 0, energyOut: 0 }),
      // At noon 1,500 W from the panels: 300 into the grid, 400 into the battery.
      makeReading(of(made.inverter), NOON, { power: 15_000, energy: 30_000 }),
      makeReading(of(made.meter), NOON, { kind: KIND.meter, power: -3000, energy: 20_000, energyOut: 5000 }),
      makeReading(of(made.battery), NOON, { kind: KIND.battery, power: -4000, energy: 8000, energyOut: 0 }),
    ],
    NOW,
  );
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

const seriesOf = async (types: number, more = {}) => {
  const { series } = await owner.call(site.statisticsEcharts, { sid, types, withFlows: true, ...more });
  return Object.fromEntries(series.map(({ name, data }) => [name, data]));
};

describe('v2/site/statistics/echarts with flows', () => {
  it('draws grid, battery and what the house uses, by night without any word of the panels', async () => {
    const lines = await seriesOf(11, { date: '2026-06-21', minInterval: 15 });
    expect([lines.Grid?.[0], lines.Battery?.[0], lines.Consumption?.[0]]).toEqual([150, 50, 200]);
    expect(lines['Power Generation']?.[0]).toBeNull();
    expect([lines.Grid?.[56], lines.Battery?.[56], lines.Consumption?.[56]]).toEqual([-300, -400, 800]);
    expect(lines.Consumption?.[30]).toBeNull();
  });

  it('leaves the consumption unknown while readings of the battery are missing', async () => {
    const made = await inTransaction(app.database.db, 'write', async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from users where email = 'owner@make.test'`.execute(tx);
      const plant = await makeSite(tx, { ownerId: rows[0]!.id });
      const meter = await makeDevice(tx, plant.id, { kind: 'meter' });
      const battery = await makeDevice(tx, plant.id, { kind: 'battery' });
      return { plant, meter, battery };
    });
    const of = ({ id }: { id: number }, minute: number, kind: number, power: number) =>
      makeReading(
        { deviceId: id, siteId: made.plant.id, timeZone: 'Europe/Berlin' },
        NOON - (300 - minute) * MINUTE_MS,
        { kind, power, energy: minute, energyOut: 0 },
      );
    const minutes = Array.from({ length: 60 }, (_, i) => i * 5);
    const isSilent = (minute: number) => minute >= 100 && minute < 200;
    await storeReadings(
      app.database.pool,
      [
        ...minutes.map((minute) => of(made.meter, minute, KIND.meter, 1500)),
        ...minutes
          .filter((minute) => !isSilent(minute))
          .map((minute) => of(made.battery, minute, KIND.battery, 500)),
      ],
      NOW,
    );
    const { series } = await owner.call(site.statisticsEcharts, {
      sid: made.plant.sid,
      types: 11,
      date: '2026-06-21',
      withFlows: true,
      minInterval: 5,
    });
    const used = series.find(({ key }) => key === 'consumption')!.data;
    // From 09:00 in Berlin.
    const first = (9 * 60) / 5;
    // A value holds until the next one is overdue.
    expect(used.slice(first, first + 21)).toEqual(Array.from({ length: 21 }, () => 200));
    expect(used.slice(first + 21, first + 40)).toEqual(Array.from({ length: 19 }, () => null));
    expect(used.slice(first + 40, first + 60)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('measures a gap by the share of the devices of one role', () => {
    const span = (role: 'sun' | 'storage' | null, share: number) => ({
      sn: 'x',
      from: 0,
      to: 10,
      role,
      share,
    });
    const many = Array.from({ length: 3 }, () => span('sun', 0.05));
    expect(missingShare(many, 5, 15)).toBeCloseTo(0.15, 9);
    expect(missingShare(many, 10, 20)).toBe(0);
    expect(missingShare([...many, span('storage', 0.5)], 0, 10)).toBe(0.5);
    expect(missingShare([span(null, 1)], 0, 10)).toBe(0);
  });

  it('gives the energies of a day and of a month from the counters', async () => {
    const days = await seriesOf(3, { rangeDate: '2026-06-20~2026-06-21' });
    expect(days.Imported).toEqual([null, 1]);
    expect(days.Exported).toEqual([null, 0.5]);
    expect([days.Charged, days.Discharged]).toEqual([
      [null, 0.8],
      [null, 0],
    ]);
    // 3 made + 1 taken - 0.5 given - 0.8 stored.
    expect(days.Consumption).toEqual([null, 2.7]);
    expect((await seriesOf(5, { date: '2026-01-01' })).Consumption?.[5]).toBe(2.7);
  });

  it('adds nothing unless asked', async () => {
    const { series } = await owner.call(site.statisticsEcharts, { sid, types: 11, date: '2026-06-21' });
    expect(series.map(({ name }) => name)).toEqual(['Power Generation']);
  });
});
