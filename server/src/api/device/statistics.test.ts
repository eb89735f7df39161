import { device } from '@helioport/contract/device';
import { dayBounds } from '@helioport/domain/periods';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { keysOf, knownAnswer, publicKeysOf } from '../../../test/knownAnswers.ts';
import { inTransaction } from '../../platform/db.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

let app: TestApp;
let owner: Caller;
let otherUser: Caller;
let sns: Record<'berlin' | 'howe' | 'small' | 'meter' | 'battery', string>;

// 2026-06-21 12:00 UTC: 14:00 in Berlin, 22:30 on Lord Howe.
const NOW = Date.UTC(2026, 5, 21, 12);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const made = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    const berlin = await makeSite(tx, { ownerId, electricityPrice: 0.3 });
    const howe = await makeSite(tx, { ownerId, timezone: 'Australia/Lord_Howe' });
    const one = await makeDevice(tx, berlin.id);
    const small = await makeDevice(tx, berlin.id, { productNumber: 2 });
    const meter = await makeDevice(tx, berlin.id, { kind: 'meter' });
    const battery = await makeDevice(tx, berlin.id, { kind: 'battery' });
    const far = await makeDevice(tx, howe.id);
    sns = {
      berlin: one.serial,
      small: small.serial,
      meter: meter.serial,
      battery: battery.serial,
      howe: far.serial,
    };
    const id = { id: one.id, siteId: berlin.id };
    await makeDays(tx, id, '2024-12-30', [500, 600, 700]);
    await makeDays(tx, id, '2026-05-01', [10_000, 0, null, 12_000]);
    return { berlin, howe, one, small, meter, battery, far };
  });
  const at = (one: { id: number }, site = made.berlin, timeZone = 'Europe/Berlin') => ({
    deviceId: one.id,
    siteId: site.id,
    timeZone,
  });
  const howe = at(made.far, made.howe, 'Australia/Lord_Howe');
  await storeReadings(
    app.database.pool,
    [
      ...sunnyDay(at(made.one), '2026-06-20', { peakW: 1000, channels: 4 }),
      ...sunnyDay(at(made.one), '2026-06-21', { peakW: 1000, channels: 4, untilMs: NOW, statusBits: 0x0020 }),
      makeReading(at(made.small), NOW - 600_000, { power: 2000, energy: 7000, dcVoltage: 4000 }),
      makeReading(at(made.meter), NOW - 60_000, {
        kind: 1,
        power: -2500,
        energy: 100,
        energyOut: 5000,
        acVoltage: 23_110,
      }),
      makeReading(at(made.battery), NOW - 60_000, {
        kind: 2,
        power: 4000,
        soc: 634,
        energy: 0,
        energyOut: 0,
      }),
      // The clocks go forward half an hour at 02:00.
      makeReading(howe, dayBounds('2025-10-05', howe.timeZone).startMs, {
        power: 10,
        chPower: [10, 20, 30, null],
      }),
    ],
    NOW,
  );
  for (const day of ['2026-06-20', '2026-06-21']) {
    await rollUp(app.database.db, { siteId: made.berlin.id, day }, NOW);
  }
  owner = await app.as('owner@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

const chart = (types: number, more = {}, sn = sns.berlin) =>
  owner.call(device.statisticsEcharts, { sn, types, ...more });
const codeOf = async (path: string, body: object) => (await owner.send(path, body)).envelope.code;

describe('v2/device/statistics/overview', () => {
  it('says what a device does now and has made, with money, as texts', async () => {
    const overview = await owner.call(device.statisticsOverview, { sn: sns.berlin });
    expect(overview).toMatchObject({
      totalNow: 975,
      totalNowUnit: 'W',
      currency_unit: 'EUR',
      local_electric_price: 0.3,
      status: 1,
      statusTitle: 'alert',
      alertCode: '0020',
      alertTitle: 'Frequency under',
      lastUpdate: '21/06/2026 14:00',
      lastUpdateCal: 'Just now',
      lastUpdateTime: Date.UTC(2026, 5, 21, 14) / 1000,
      isConsumption: false,
    });
    expect(overview.alertDescription).toContain('frequency');
    expect(overview.maxNow).toBe(1000);
    const { production } = overview;
    expect(Number(production.yesterday)).toBeCloseTo(8.9, 1);
    expect(Number(production.today)).toBeGreaterThan(5);
    expect(Number(production.month)).toBeCloseTo(Number(production.today) + Number(production.yesterday), 2);
    expect(Number(production.year)).toBeCloseTo(Number(production.month) + 22, 2);
    expect(Number(production.total)).toBeCloseTo(Number(production.year) + 1.8, 2);
    expect(Number(production.todayMoney)).toBeCloseTo(Number(production.today) * 0.3, 1);
    expect(overview.energy).toMatchObject({
      PVPanel: { power: 975 },
      home: { power: 975, showPower: false },
    });
  });

  it('has the production, benefit and flow that public clients know from plants', async () => {
    const overview = await owner.call(device.statisticsOverview, { sn: sns.berlin });
    const known = knownAnswer('v2/site/overview') as Record<string, unknown>;
    expect(publicKeysOf(overview.production)).toEqual(keysOf(known.statisticsProduction));
    expect(publicKeysOf(overview.environmentalBenefit)).toEqual(keysOf(known.benefit));
    expect(publicKeysOf(overview.energy)).toEqual(keysOf(known.energy));
  });

  it('shows the grid at a meter and the charge at a battery', async () => {
    const meter = await owner.call(device.statisticsOverview, { sn: sns.meter });
    expect(meter).toMatchObject({
      isConsumption: true,
      energy: { grid: { power: 250, direction: 2 } },
    });
    const battery = await owner.call(device.statisticsOverview, { sn: sns.battery });
    expect(battery.energy.battery).toMatchObject({ power: 400, direction: 1, show: true, rate: 63 });
  });

  it.each(['meter', 'battery'] as const)('lets a %s make, save and earn nothing', async (key) => {
    const answer = await owner.call(device.statisticsOverview, { sn: sns[key] });
    // The factor describes the grid and is no value of the device.
    const { co2Factor: _factor, co2Year: _year, ...saved } = answer.environmentalBenefit;
    const numbers = [...Object.values(answer.production), ...Object.values(saved)];
    expect(numbers.filter((value) => Number(value) > 0)).toEqual([]);
    expect([answer.totalNow, answer.maxNow]).toEqual([0, 0]);
    for (const types of [1, 2, 3, 4])
      expect(await owner.call(device.statisticsDate, { sn: sns[key], types })).toMatchObject({
        power: '0',
        economic: '0',
      });
  });

  it('tells what a meter and a battery count under their own keys', async () => {
    const none = { now: null, today: null, yesterday: null, month: null, year: null, total: null };
    const { measures } = await owner.call(device.statisticsOverview, { sn: sns.meter });
    expect(measures?.map(({ key }) => key)).toEqual(['gridPower', 'energyImported', 'energyExported']);
    expect(measures?.[0]).toEqual({ ...none, key: 'gridPower', unit: 'W', now: -250 });
    const battery = await owner.call(device.statisticsOverview, { sn: sns.battery });
    expect(battery.measures?.slice(0, 2)).toEqual([
      { ...none, key: 'batteryPower', unit: 'W', now: 400 },
      { ...none, key: 'soc', unit: '%', now: 63.4 },
    ]);
    for (const types of [3, 5, 6]) {
      const names = (sn: string) => chart(types, {}, sn).then(({ series }) => series.map(({ key }) => key));
      expect(await names(sns.meter)).toEqual(['energyImported', 'energyExported']);
      expect(await names(sns.battery)).toEqual(['energyCharged', 'energyDischarged']);
    }
    for (const [sn, taken] of [
      [sns.meter, 'energyImported'],
      [sns.battery, 'energyCharged'],
    ] as const) {
      const counted = await owner.call(device.statisticsDate, { sn, types: 4 });
      const of = (key: string) => String(counted.measures?.find((one) => one.key === key)?.value ?? 0);
      expect(counted).toMatchObject({ power: '0', consumption: of(taken), economic: '0' });
    }
    const power = await chart(11, {}, sns.meter);
    expect(power).toMatchObject({ legend: ['Grid'], series: [{ name: 'Grid', key: 'gridPower' }] });
  });

  it('is not for strangers', async () => {
    expect((await otherUser.send(device.statisticsOverview.path, { sn: sns.berlin })).envelope.code).toBe(
      4041,
    );
  });
});

describe('v2/device/statistics/echarts', () => {
  it('draws the lines of a day that powerParamateMap offers (1)', async () => {
    const { list } = await owner.call(device.powerParamateMap, { sn: sns.berlin });
    expect(list.slice(0, 6)).toEqual([
      { name: 'Production', unit: 'W', key: 'power' },
      { name: 'AC Voltage', unit: 'V', key: 'acVoltage' },
      { name: 'AC Frequency', unit: 'Hz', key: 'frequency' },
      { name: 'Temperature', unit: '°C', key: 'temperature' },
      { name: 'Power_1', unit: 'W', key: 'power', addr: 1 },
      { name: 'DC Voltage_1', unit: 'V', key: 'dcVoltage', addr: 1 },
    ]);
    expect(list).toHaveLength(12);
    const all = await chart(1, { date: '2026-06-20' });
    expect(all.series).toMatchObject(list);
    expect(new Set(all.series.map(({ sn }) => sn))).toEqual(new Set([sns.berlin]));
    expect(all.xAxisData).toHaveLength(288);
    const noon = all.xAxisData.indexOf('13:00');
    expect(all.series.slice(0, 6).map(({ data }) => data[noon])).toEqual([
      1000, 230.1, 50.02, 41.2, 250, 35.2,
    ]);
    expect(all.series[0]?.data[0]).toBeNull();
  });

  it('draws only the lines and steps asked for', async () => {
    const input = { date: '2026-06-20', lines: ['Power_2', 'Temperature', 'Nonsense'], minInterval: 60 };
    const { legend, xAxisData, series } = await chart(1, input);
    expect(legend).toEqual(['Temperature', 'Power_2']);
    expect(xAxisData).toHaveLength(24);
    expect(series[1]?.data).toHaveLength(24);
  });

  it.each([
    ['meter', ['Grid', 'AC Voltage', 'AC Frequency']],
    ['battery', ['Battery', 'SOC', 'Temperature']],
    ['small', ['Production', 'AC Voltage', 'AC Frequency', 'Temperature', 'Power_1', 'DC Voltage_1']],
  ] as const)('offers a %s its own lines', async (key, names) => {
    const { legend, series, xAxisData } = await chart(1, { date: '2026-06-21' }, sns[key]);
    expect(legend).toEqual(names);
    for (const { data } of series) expect(data).toHaveLength(xAxisData.length);
    expect(series[0]?.data.some((value) => value !== null)).toBe(true);
  });

  it('gives energy by day (3), null for the unknown, 0 for nothing made, labels with the year', async () => {
    const answer = await chart(3, { rangeDate: '2026-05-01~2026-05-04' });
    expect(publicKeysOf(answer)).toEqual(keysOf(knownAnswer(device.statisticsEcharts.path)));
    expect(answer).toEqual({
      legend: ['Power Generation'],
      xAxisData: ['01/05/2026', '02/05/2026', '03/05/2026', '04/05/2026'],
      series: [
        {
          stack: '',
          name: 'Power Generation',
          data: [10, 0, null, 12],
          unit: 'kWh',
          key: 'energy',
          sn: sns.berlin,
        },
      ],
      weatherSeries: null,
    });
  });

  it('gives 30 days by default, and refuses more than 400', async () => {
    const { xAxisData } = await chart(3, { rangeDate: '' });
    expect([xAxisData[0], xAxisData.at(-1), xAxisData.length]).toEqual(['23/05/2026', '21/06/2026', 30]);
    const path = device.statisticsEcharts.path;
    expect(await codeOf(path, { sn: sns.berlin, types: 3, rangeDate: '2025-01-01~2026-02-05' })).toBe(1002);
    expect(await codeOf(path, { sn: sns.berlin, types: 3, rangeDate: '2026-02-05~2025-01-01' })).toBe(400);
  });

  it('takes a range in `date` too, as a client sends it (3, 5)', async () => {
    const range = '2026-05-01~2026-05-04';
    expect(await chart(3, { date: range })).toEqual(await chart(3, { rangeDate: range }));
    expect(await chart(5, { date: range })).toEqual(await chart(5, { date: '2026-05' }));
    const two = await chart(5, { date: '2024-12-01~2026-06-21' });
    expect([two.xAxisData[0], two.xAxisData.at(-1), two.xAxisData.length]).toEqual([
      '2024-12',
      '2026-06',
      19,
    ]);
    expect(two.series[0]?.data[0]).toBe(1.1);
    const path = device.statisticsEcharts.path;
    expect(await codeOf(path, { sn: sns.berlin, types: 3, date: '2026-05-04~2026-05-01' })).toBe(400);
    expect(await codeOf(path, { sn: sns.berlin, types: 5, date: '2001-01-01~2026-05-01' })).toBe(1002);
  });

  it('marks the month in whose middle the record began (5, 6)', async () => {
    expect((await chart(5, { date: '2024' })).partial).toEqual([...Array(11).fill(false), true]);
    expect((await chart(5, { date: '2026' })).partial).toEqual(Array(12).fill(false));
    expect((await chart(6, { date: '2024' })).series[0]?.partial?.at(-1)).toBe(true);
    const year = await owner.call(device.statisticsDate, { sn: sns.berlin, types: 3, date: '2024' });
    expect(year).toMatchObject({ recordedSince: '2024-12-30', isPartial: true });
    const month = await owner.call(device.statisticsDate, { sn: sns.berlin, types: 2, date: '2026-05' });
    expect(month).toMatchObject({ recordedSince: '2024-12-30', isPartial: false });
  });

  it('gives the months of a year (5)', async () => {
    const { xAxisData, series } = await chart(5, { date: '2026' });
    expect(xAxisData).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']);
    expect(series).toHaveLength(1);
    expect(series[0]?.data.slice(0, 5)).toEqual([null, null, null, null, 22]);
    expect(series[0]?.data[5]).toBeGreaterThan(8);
    expect(series[0]?.data.slice(6)).toEqual([null, null, null, null, null, null]);
  });

  it('gives a series per year (6), or the year asked for', async () => {
    const all = await chart(6);
    expect(all.series.map(({ name }) => name)).toEqual(['2024', '2025', '2026']);
    expect(all.series[0]?.data.at(-1)).toBe(1.1);
    expect(all.series[1]?.data[0]).toBe(0.7);
    const one = await chart(6, { date: '2025-01-01' });
    expect(one.series.map(({ name }) => name)).toEqual(['2025']);
  });

  it('gives the power of a day in quarters of an hour (11), nothing for what has not come', async () => {
    const { xAxisData, series } = await chart(11, { date: '2026-06-21', rangeDate: '2026-06-21' });
    expect(xAxisData).toHaveLength(96);
    expect(series[0]?.unit).toBe('W');
    const at = (time: string) => series[0]?.data[xAxisData.indexOf(time)];
    expect(at('05:45')).toBeNull();
    expect(at('13:00')).toBeGreaterThan(990);
    expect(at('14:15')).toBeNull();
    expect(at('23:45')).toBeNull();
  });

  it.each([
    ['23.5', '2025-10-05', 47, 'howe'],
    ['24.5', '2026-04-05', 49, 'howe'],
    ['23', '2026-03-29', 46, 'berlin'],
    ['25', '2025-10-26', 50, 'berlin'],
  ] as const)('knows a day of %s hours', async (_, date, slots, key) => {
    const { xAxisData, series } = await chart(11, { date, minInterval: 30 }, sns[key]);
    expect(xAxisData).toHaveLength(slots);
    expect(series[0]?.data).toHaveLength(slots);
    expect(xAxisData[0]).toBe('00:00');
    expect(xAxisData.at(-1)).toBe('23:30');
  });

  it('knows no other kind', async () => {
    expect(await codeOf(device.statisticsEcharts.path, { sn: sns.berlin, types: 4 })).toBe(1001);
    expect(await codeOf(device.statisticsEcharts.path, { sn: 'FFFFFFFF', types: 4 })).toBe(4041);
  });
});

describe('v2/device/statistics/date', () => {
  const totals = (types: number, date?: string) =>
    owner.call(device.statisticsDate, { sn: sns.berlin, types, date });

  it('has the keys that public clients read', async () => {
    expect(publicKeysOf(await totals(1))).toEqual(keysOf(knownAnswer(device.statisticsDate.path)));
  });

  it.each([
    [1, '2026-05-01', '10', '3'],
    [1, '2026-05-03', '0', '0'],
    [2, '2026-05', '22', '6.6'],
    [3, '2024', '1.1', '0.33'],
  ])('sums up kind %s of %s', async (types, date, power, economic) => {
    expect(await totals(types, date)).toMatchObject({
      power,
      economic,
      consumption: '0',
      economicUnit: 'EUR',
    });
  });

  it('sums up today without a date, and all time', async () => {
    const { production } = await owner.call(device.statisticsOverview, { sn: sns.berlin });
    expect((await totals(1)).power).toBe(production.today);
    expect((await totals(4)).power).toBe(production.total);
    expect(await codeOf(device.statisticsDate.path, { sn: sns.berlin, types: 9 })).toBe(400);
  });
});
