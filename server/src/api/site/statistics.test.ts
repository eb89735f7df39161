import { site } from '@helioport/contract/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';

let app: TestApp;
let owner: Caller;
let sids: Record<'berlin' | 'howe' | 'bare', string>;
let sns: Record<'a' | 'b' | 'retired', string>;

// 2026-06-21 12:00 UTC: 14:00 in Berlin, 22:30 on Lord Howe.
const NOW = Date.UTC(2026, 5, 21, 12);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const berlin = await makeSite(tx, { ownerId, electricityPrice: 0.3 });
    const howe = await makeSite(tx, {
      ownerId,
      timezone: 'Australia/Lord_Howe',
      latitude: -31.55,
      longitude: 159.08,
    });
    const bare = await makeSite(tx, { ownerId, latitude: null, longitude: null });
    sids = { berlin: berlin.sid, howe: howe.sid, bare: bare.sid };
    const a = await makeDevice(tx, berlin.id);
    const retired = await makeDevice(tx, berlin.id);
    const b = await makeDevice(tx, berlin.id);
    await makeDevice(tx, berlin.id, { kind: 'meter' });
    await sql`update devices set retired_at = now() where id = ${retired.id}`.execute(tx);
    sns = { a: a.serial, b: b.serial, retired: retired.serial };
    const siteId = berlin.id;
    await makeDays(tx, { id: a.id, siteId }, '2024-12-30', [500, 600, 700]);
    await makeDays(tx, { id: a.id, siteId }, '2026-05-01', [10_000, 0, null, 12_000]);
    await makeDays(tx, { id: retired.id, siteId }, '2026-05-01', [1000]);
    await sql`update site_day set completeness = 0.25 where day = '2026-05-02'`.execute(tx);
    return { berlin, a, b };
  });
  const inBerlin = { deviceId: made.a.id, siteId: made.berlin.id, timeZone: 'Europe/Berlin' };
  const second = { ...inBerlin, deviceId: made.b.id };
  await storeReadings(
    app.database.pool,
    [
      ...sunnyDay(inBerlin, '2026-06-21', { peakW: 1000, channels: 4, untilMs: NOW }),
      makeReading(second, NOW - 300_000, { power: 2000, energy: 7000 }),
      makeReading(inBerlin, Date.parse('2026-03-29T00:30:00Z'), { power: 10, energy: 10 }),
      makeReading(inBerlin, Date.parse('2026-03-29T01:00:00Z'), { power: 20, energy: 20 }),
    ],
    NOW,
  );
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

const chart = (types: number, more = {}) =>
  owner.call(site.statisticsEcharts, { sid: sids.berlin, types, ...more });

describe('v2/site/statistics/echarts, days (3)', () => {
  it('gives a series per serial number, null for what is not known and 0 for nothing made', async () => {
    const { legend, xAxisData, series, weatherSeries } = await chart(3, {
      rangeDate: '2026-05-01~2026-05-04',
    });
    expect(legend).toEqual(['Power Generation']);
    expect(xAxisData).toEqual(['01/05', '02/05', '03/05', '04/05']);
    expect(series.map(({ name, data, unit }) => ({ name, data, unit }))).toEqual([
      { name: sns.a, data: [10, 0, null, 12], unit: 'kWh' },
      { name: sns.retired, data: [1, null, null, null], unit: 'kWh' },
      { name: sns.b, data: [null, null, null, null], unit: 'kWh' },
    ]);
    expect(weatherSeries).toBeNull();
  });

  it.each([[''], [null], [undefined]])('shows the last 30 days for the range %j', async (rangeDate) => {
    const { xAxisData, series } = await chart(3, { rangeDate });
    expect(xAxisData).toHaveLength(30);
    expect([xAxisData[0], xAxisData[29]]).toEqual(['23/05', '21/06']);
    expect(series.map((one) => one.name)).toEqual([sns.a, sns.b]);
    expect(series[1]?.data[29]).toBe(0.7);
  });

  it('knows single days and ranges over New Year, and days to come as null', async () => {
    expect((await chart(3, { rangeDate: '2026-05-01' })).series[0]?.data).toEqual([10]);
    const newYear = await chart(3, { rangeDate: '2024-12-30~2025-01-02' });
    expect(newYear.xAxisData).toEqual(['30/12', '31/12', '01/01', '02/01']);
    expect(newYear.series[0]?.data).toEqual([0.5, 0.6, 0.7, null]);
    expect((await chart(3, { rangeDate: '2026-06-22~2026-06-23' })).series[0]?.data).toEqual([null, null]);
  });

  it('tells on request how complete the days are', async () => {
    const { completeness } = await chart(3, { rangeDate: '2026-05-01~2026-05-03', withCompleteness: true });
    expect(completeness).toEqual([1, 0.25, 0]);
  });

  it('refuses more than 400 days', async () => {
    const chartOfRange = (rangeDate: string) =>
      owner.send(site.statisticsEcharts.path, { sid: sids.berlin, types: 3, rangeDate });
    expect((await chartOfRange('2025-01-01~2026-02-04')).envelope.code).toBe(200);
    expect((await chartOfRange('2025-01-01~2026-02-05')).envelope.code).toBe(1002);
  });
});

describe('v2/site/statistics/echarts, months (5 and 6)', () => {
  it('says on request of every year how complete it is, as a whole and by month, and since when there is a record', async () => {
    const { series, completeness, recordedSince } = await chart(6, { withCompleteness: true });
    expect(recordedSince).toBe('2024-12-30');
    const of = (year: string) => series.find(({ name }) => name === year);
    expect(of('2024')?.completeness?.slice(10)).toEqual([null, 1]);
    expect(of('2024')?.completenessOfAll).toBe(1);
    // One day of 365 reported.
    expect(of('2025')?.completeness?.slice(0, 2)).toEqual([0.032, 0]);
    expect(of('2025')?.completenessOfAll).toBe(0.003);
    expect(of('2026')?.completeness).toEqual(completeness);
    const months = await chart(5, { date: '2025-06-01', withCompleteness: true });
    expect(months.completeness).toEqual(of('2025')?.completeness);
    expect(months.recordedSince).toBe('2024-12-30');
  });

  it('gives the months of a year, a series per serial number', async () => {
    const { xAxisData, series } = await chart(5, { date: '2026' });
    expect(xAxisData).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']);
    expect(series[0]?.name).toBe(sns.a);
    expect(series[0]?.data[4]).toBe(22);
    expect(series[0]?.data[6]).toBeNull();
    expect(series[1]).toMatchObject({ name: sns.retired, data: expect.arrayContaining([1]) });
    expect((await chart(5, { date: '2025-07-01' })).series[0]?.data[0]).toBe(0.7);
  });

  it('gives a series per year since the first report', async () => {
    const { xAxisData, series } = await chart(6);
    expect(xAxisData).toHaveLength(12);
    expect(series.map(({ name, stack }) => [name, stack])).toEqual([
      ['2024', ''],
      ['2025', ''],
      ['2026', ''],
    ]);
    expect(series[0]?.data[11]).toBe(1.1);
    expect(series[1]?.data).toEqual([0.7, ...Array(11).fill(null)]);
    expect(series[2]?.data[4]).toBe(23);
  });

  it('gives one year where one is asked for', async () => {
    const { series } = await chart(6, { date: '2025-01-01' });
    expect(series[0]).not.toHaveProperty('completeness');
    expect(series.map((one) => one.name)).toEqual(['2025']);
  });

  it('gives this year, empty, for a plant that never reported', async () => {
    const { series } = await chart(6, { sid: sids.bare });
    expect(series).toEqual([
      {
        stack: '',
        name: '2026',
        data: Array(12).fill(null),
        unit: 'kWh',
        key: 'production',
        partial: Array(12).fill(false),
      },
    ]);
  });
});

describe('v2/site/statistics/echarts, power (11)', () => {
  it('adds the devices up in steps of 15 minutes, null where nothing came or is to come', async () => {
    const { legend, xAxisData, series } = await chart(11, { date: '2026-06-21', rangeDate: '2026-06-21' });
    expect(legend).toEqual(['Power Generation']);
    expect(xAxisData).toHaveLength(96);
    expect(xAxisData.slice(0, 2)).toEqual(['00:00', '00:15']);
    expect(series).toHaveLength(1);
    const data = series[0]?.data ?? [];
    expect(series[0]).toMatchObject({ name: 'Power Generation', unit: 'W' });
    expect(data[20]).toBeNull();
    expect(data[50]).toBeGreaterThan(900);
    expect(data[55]).toBeGreaterThan(1100);
    expect(data.slice(57).every((value) => value === null)).toBe(true);
  });

  it('shows today without a date, and steps of 5 minutes on request', async () => {
    const { xAxisData, series } = await chart(11, { minInterval: 5 });
    expect(xAxisData).toHaveLength(288);
    expect(series[0]?.data.some((value) => value !== null && value > 900)).toBe(true);
  });

  it.each([
    ['berlin', '2026-03-29', 92, '01:45', '03:00'],
    ['berlin', '2026-10-25', 100, '02:45', '02:00'],
    ['howe', '2026-04-05', 98, '01:45', '01:30'],
    ['howe', '2026-10-04', 94, '01:45', '02:30'],
  ] as const)(
    'knows the clock changes: %s on %s has %i quarters',
    async (plant, date, quarters, before, after) => {
      const { xAxisData, series } = await chart(11, { sid: sids[plant], date });
      expect(xAxisData).toHaveLength(quarters);
      expect(series[0]?.data).toHaveLength(quarters);
      expect(xAxisData.some((label, i) => label === before && xAxisData[i + 1] === after)).toBe(true);
      expect(xAxisData.at(-1)).toBe('23:45');
    },
  );

  it('puts a report after the change into the right quarter', async () => {
    const { xAxisData, series } = await chart(11, { date: '2026-03-29' });
    expect(series[0]?.data[xAxisData.indexOf('01:30')]).toBe(1);
    expect(series[0]?.data[xAxisData.indexOf('03:00')]).toBe(2);
  });

  it('draws the clear sky over the modules on request, where the place is known', async () => {
    const { legend, series } = await chart(11, { withClearSky: true, withCompleteness: true });
    expect(legend).toEqual(['Power Generation', 'Clear sky']);
    const sky = series[1]?.data ?? [];
    expect(sky).toHaveLength(96);
    expect(sky[4]).toBe(0);
    // Two inverters with four modules of 400 W each.
    expect(Math.max(...sky.map(Number))).toBeGreaterThan(2000);
    const bare = await chart(11, { sid: sids.bare, withClearSky: true });
    expect(bare.series[1]?.data.every((value) => value === null)).toBe(true);
  });
});

describe('v2/site/statistics/echarts, other kinds', () => {
  it.each([0, 1, 4, 7, 99])('refuses kind %i', async (types) => {
    const { envelope } = await owner.send(site.statisticsEcharts.path, { sid: sids.berlin, types });
    expect(envelope.code).toBe(1001);
  });
});

describe('v2/site/statistics/date', () => {
  it('takes two days in place of a period, says what begins before the record, and refuses too many', async () => {
    const of = (rangeDate: string) => owner.call(site.statisticsDate, { sid: sids.berlin, rangeDate });
    const days = await Promise.all(
      ['2026-05-01', '2026-05-02', '2026-05-04'].map((date) =>
        owner.call(site.statisticsDate, { sid: sids.berlin, types: 1, date }),
      ),
    );
    const sum = days.reduce((all, { power }) => all + Number(power), 0);
    expect(await of('2026-04-20~2026-05-10')).toMatchObject({ power: String(sum), isPartial: false });
    expect(await of('2024-12-01~2025-01-02')).toMatchObject({ isPartial: true });
    const { envelope } = await owner.send(site.statisticsDate.path, {
      sid: sids.berlin,
      rangeDate: '2020-01-01~2026-01-01',
    });
    expect(envelope.code).not.toBe(200);
  });

  const totals = (types: number, date?: string) =>
    owner.call(site.statisticsDate, { sid: sids.berlin, types, date });

  it('gives energy and money of a day, a month, a year and of all time', async () => {
    expect(await totals(1, '2026-05-01')).toEqual({
      power: '11',
      consumption: '0',
      economic: '3.3',
      powerUnit: 'kWh',
      consumptionUnit: 'kWh',
      economicUnit: 'EUR',
      saved: null,
      exportRevenue: null,
      recordedSince: '2024-12-30',
      isPartial: false,
    });
    expect(await totals(2, '2026-05')).toMatchObject({ power: '23', economic: '6.9' });
    expect(await totals(3, '2024')).toMatchObject({ power: '1.1' });
    expect(await totals(1, '2026-05-03')).toMatchObject({ power: '0' });
  });

  it('means today without a date, and counts it into all time', async () => {
    const today = Number((await totals(1)).power);
    expect(today).toBeGreaterThan(5);
    expect(Number((await totals(4)).power)).toBeCloseTo(today + 23 + 1.8, 3);
  });

  it('refuses a period that nobody knows', async () => {
    const { envelope } = await owner.send(site.statisticsDate.path, { sid: sids.berlin, types: 9 });
    expect(envelope.code).toBe(400);
  });
});
