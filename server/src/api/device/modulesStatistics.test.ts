import { device } from '@helioport/contract/device';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let installer: Caller;
let other: Caller;
let sn: string;
let lonely: string;

const NOW = Date.UTC(2026, 5, 21, 10);
const TODAY = '2026-06-21';
const YESTERDAY = '2026-06-20';
const ZONE = 'Europe/Berlin';

/** Four modules of one array; the fourth produces half of the others. */
const WEAK = 4;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const { db, pool } = app.database;
  const made = await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    const companyId = await makeCompany(tx);
    await makeUser(tx, { email: 'in@make.test', group: 'installer', companyId });
    await makeUser(tx, { email: 'other@make.test', group: 'installer', companyId: await makeCompany(tx) });
    const site = await makeSite(tx, { companyId, timezone: ZONE, name: 'Barn' });
    const one = await makeDevice(tx, site.id, { productNumber: 11, alias: 'South' });
    const two = await makeDevice(tx, site.id, { productNumber: 4 });
    await sql`
      insert into arrays (site_id, id, name, tilt_deg, azimuth_deg) values (${site.id}, 7, 'Roof', 30, 180)`.execute(
      tx,
    );
    await sql`update modules set array_id = 7, rated_w = 400 where device_id = ${one.id}`.execute(tx);
    await sql`update modules set array_id = null where device_id = ${two.id}`.execute(tx);
    return { site, one, two };
  });
  sn = made.one.serial;
  lonely = made.two.serial;
  const who = { deviceId: made.one.id, siteId: made.site.id, timeZone: ZONE };
  const days = [addDays(TODAY, -40), YESTERDAY, TODAY];
  const halved = (list: readonly (number | null)[] | null | undefined) =>
    list?.map((value, i) => (i === WEAK - 1 && value !== null ? Math.round(value / 2) : value)) ?? null;
  const reports = days
    .flatMap((day) => sunnyDay(who, day, { peakW: 1400, channels: 4, everyMinutes: 30, untilMs: NOW }))
    .map((report) => ({
      ...report,
      inputs: {
        ...report.inputs,
        power: halved(report.inputs.power),
        energy: halved(report.inputs.energy),
      },
    }));
  await storeReadings(pool, reports, NOW);
  await storeReadings(
    pool,
    [makeReading({ ...who, deviceId: made.two.id }, NOW - 60_000, { power: 900, chPower: [400, 500] })],
    NOW,
  );
  await settle(db, NOW);
  [installer, other] = (await Promise.all(['in', 'other'].map((name) => app.as(`${name}@make.test`)))) as [
    Caller,
    Caller,
  ];
});
afterAll(() => app.close());

describe('v2/device/modules/statistics/overview', () => {
  it('says what a module gives, beside the median of its plane', async () => {
    const weak = await installer.call(device.modulesStatisticsOverview, { sn, addr: WEAK });
    expect(weak).toMatchObject({
      plcSN: `${sn}_4`,
      siteName: 'Barn',
      alias: 'South',
      modelName: 'BDM-2250',
      plane: { name: 'Roof', tiltDeg: 30, azimuthDeg: 180, count: 4 },
      ratedW: 400,
      dcVoltage: expect.any(Number),
    });
    expect(weak.power! / weak.powerMedian!).toBeCloseTo(0.5, 1);
    for (const period of ['today', 'yesterday', 'month', 'year', 'total'] as const)
      expect(weak[period].energy! / weak[period].median!).toBeCloseTo(0.5, 1);
    expect(weak.year.energy).toBeGreaterThan(weak.month.energy!);
    const strong = await installer.call(device.modulesStatisticsOverview, { sn, addr: 1 });
    expect(strong.today.energy).toBeCloseTo(strong.today.median!, 2);
  });

  it('compares nothing of a module without a plane', async () => {
    const alone = await installer.call(device.modulesStatisticsOverview, { sn: lonely, addr: 1 });
    expect(alone).toMatchObject({ plane: null, powerMedian: null, power: 40 });
    expect(alone.today.median).toBeNull();
  });

  it('knows no input that the device does not have, and no module of others', async () => {
    const codeOf = async (caller: Caller, input: object) =>
      (await caller.send(device.modulesStatisticsOverview.path, input)).envelope.code;
    expect(await codeOf(installer, { sn, addr: 9 })).toBe(4051);
    expect(await codeOf(installer, { sn, addr: 0 })).toBe(400);
    expect(await codeOf(other, { sn, addr: 1 })).toBe(4041);
  });
});

describe('v2/device/modules/statistics/echarts', () => {
  it.each(['power', 'energy', 'dcVoltage', 'dcCurrent', 'temperature'] as const)(
    'draws %s of a day with the median of the plane, gaps as gaps',
    async (measure) => {
      const chart = await installer.call(device.modulesStatisticsEcharts, {
        sn,
        addr: WEAK,
        types: 1,
        date: YESTERDAY,
        minInterval: 30,
        measure,
      });
      expect(chart.series.map(({ key }) => key)).toEqual([measure, 'planeMedian']);
      expect(chart.xAxisData).toHaveLength(48);
      const [own, median] = chart.series.map(({ data }) => data);
      expect([own![2], median![2]]).toEqual([null, null]);
      const noon = 26;
      expect(own![noon]).toBeGreaterThan(0);
      if (measure === 'power') expect(own![noon]! / median![noon]!).toBeCloseTo(0.5, 1);
      if (measure === 'temperature') expect(own![noon]).toBe(median![noon]);
    },
  );

  it('draws days and months', async () => {
    const days = await installer.call(device.modulesStatisticsEcharts, {
      sn,
      addr: WEAK,
      types: 3,
      rangeDate: `2026-06-19~${TODAY}`,
    });
    expect(days.xAxisData).toEqual(['19/06/2026', '20/06/2026', '21/06/2026']);
    expect(days.series[0]!.data[0]).toBeNull();
    expect(days.series[0]!.data[1]! / days.series[1]!.data[1]!).toBeCloseTo(0.5, 1);
    const months = await installer.call(device.modulesStatisticsEcharts, {
      sn,
      addr: WEAK,
      types: 5,
      date: '2026-01-01',
    });
    expect(months.xAxisData).toHaveLength(12);
    expect(months.series[0]!.data.map((value) => value !== null)).toEqual(
      Array.from({ length: 12 }, (_, i) => i === 4 || i === 5),
    );
  });

  it('knows no other chart', async () => {
    const { envelope } = await installer.send(device.modulesStatisticsEcharts.path, {
      sn,
      addr: 1,
      types: 7,
    });
    expect(envelope.code).toBe(1001);
  });
});

describe('v2/device/modules/statistics/date', () => {
  it('adds up to what the overview says', async () => {
    const overview = await installer.call(device.modulesStatisticsOverview, { sn, addr: 2 });
    const yesterday = await installer.call(device.modulesStatisticsDate, {
      sn,
      addr: 2,
      types: 1,
      date: YESTERDAY,
    });
    expect(Number(yesterday.power)).toBeCloseTo(overview.yesterday.energy!, 2);
    expect(yesterday.median).toBeCloseTo(overview.yesterday.median!, 2);
    const all = await installer.call(device.modulesStatisticsDate, { sn, addr: 2, types: 4 });
    expect(Number(all.power)).toBeCloseTo(overview.total.energy!, 1);
    expect(all.recordedSince).toBe(addDays(TODAY, -40));
  });
});

describe('what a device counted', () => {
  it('stands day by day in v2/device/history/electricity, the newest first', async () => {
    const { list, total } = await installer.call(device.historyElectricity, {
      sn,
      rangeDate: `2026-06-19~${TODAY}`,
    });
    expect(total).toBe(3);
    expect(list.map(({ date }) => date)).toEqual([TODAY, YESTERDAY, '2026-06-19']);
    expect(list[2]!.measures).toEqual([{ key: 'energy', unit: 'kWh', value: null }]);
    const { envelope } = await installer.send(device.historyElectricity.path, {
      sn,
      rangeDate: '2020-01-01~2026-01-01',
    });
    expect(envelope.code).toBe(1002);
  });

  it('stands in sum in v2/device/statistics/overview/electricity', async () => {
    const { list } = await installer.call(device.statisticsOverviewElectricity, { sn });
    const { measures } = await installer.call(device.statisticsOverview, { sn });
    expect(list).toEqual(measures!.filter(({ unit }) => unit === 'kWh'));
    expect(list[0]).toMatchObject({ key: 'energy', now: null });
  });
});
