import { device } from '@helioport/contract/device';
import { site } from '@helioport/contract/site';
import { HOUR_MS } from '@helioport/domain/duration';
import { dayBounds } from '@helioport/domain/periods';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, type Reporter, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

// 2026-11-02 12:00 in Berlin.
const NOW = Date.UTC(2026, 10, 2, 11);
const TODAY = '2026-11-02';
let app: TestApp;
let owner: Caller;
let sids: Record<'berlin' | 'howe', string>;
let sns: Record<'one' | 'two' | 'meter' | 'howe', string>;
let who: Record<'one' | 'two' | 'meter' | 'howe', Reporter>;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    const berlin = await makeSite(tx, { ownerId });
    const howe = await makeSite(tx, { ownerId, timezone: 'Australia/Lord_Howe' });
    const one = await makeDevice(tx, berlin.id);
    const two = await makeDevice(tx, berlin.id);
    const meter = await makeDevice(tx, berlin.id, { kind: 'meter' });
    const far = await makeDevice(tx, howe.id);
    sids = { berlin: berlin.sid, howe: howe.sid };
    sns = { one: one.serial, two: two.serial, meter: meter.serial, howe: far.serial };
    const inBerlin = { siteId: berlin.id, timeZone: 'Europe/Berlin' };
    who = {
      one: { ...inBerlin, deviceId: one.id },
      two: { ...inBerlin, deviceId: two.id },
      meter: { ...inBerlin, deviceId: meter.id },
      howe: { deviceId: far.id, siteId: howe.id, timeZone: 'Australia/Lord_Howe' },
    };
  });
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

async function store(day: string, reports: Parameters<typeof storeReadings>[1], rolls = true): Promise<void> {
  await storeReadings(app.database.pool, reports, NOW);
  const { siteId } = reports[0]!;
  if (rolls) await rollUp(app.database.db, { siteId, day }, NOW);
}

/** What a meter reports from midnight to midnight, every quarter of an hour. */
const metered = (day: string) => {
  const { startMs, endMs } = dayBounds(day, 'Europe/Berlin');
  return Array.from({ length: (endMs - startMs) / 900_000 }, (_, i) =>
    makeReading(who.meter, startMs + i * 900_000, {
      kind: 1,
      power: -500,
      energy: 77_777 + i * 33,
      energyOut: 11_111 + i * 7,
    }),
  );
};

const ofPlant = (types: number, date: string, sid = sids.berlin) =>
  owner.call(site.statisticsEcharts, {
    sid,
    types,
    withFlows: true,
    ...(types === 2 ? { date } : { rangeDate: date }),
  });
const ofDevice = (types: number, date: string, sn: string) =>
  owner.call(device.statisticsEcharts, { sn, types, ...(types === 2 ? { date } : { rangeDate: date }) });

const sumOf = (data: readonly (number | null)[]) =>
  data.every((one) => one === null)
    ? null
    : Math.round(data.reduce<number>((sum, one) => sum + (one ?? 0), 0) * 1000) / 1000;

async function expectSumsOf(day: string, sid = sids.berlin): Promise<void> {
  const [hours, days] = [await ofPlant(2, day, sid), await ofPlant(3, day, sid)];
  expect(hours.series.map(({ key, unit, name }) => [key, unit, name])).toEqual(
    days.series.map(({ key, unit, name }) => [key, unit, name]),
  );
  expect(hours.series.map(({ data }) => sumOf(data))).toEqual(days.series.map(({ data }) => data[0]));
  for (const { sn } of hours.series.filter(({ key }) => key === 'production')) {
    const [own] = (await ofDevice(2, day, sn!)).series;
    expect(own?.data).toEqual(hours.series.find((one) => one.sn === sn)?.data);
    expect(sumOf(own!.data)).toBe((await ofDevice(3, day, sn!)).series[0]?.data[0]);
  }
}

describe('the hours of a day (2)', () => {
  it.each([
    ['2026-03-29', 23, '01:00', '03:00'],
    ['2025-10-26', 25, '02:00', '02:00'],
    ['2026-06-20', 24, '02:00', '03:00'],
  ])('of %s are %i and sum up to the day, of plant and device', async (day, count, before, after) => {
    await store(day, [
      ...sunnyDay(who.one, day, { peakW: 1003, channels: 4 }),
      ...sunnyDay(who.two, day, { peakW: 777, channels: 0, everyMinutes: 7 }),
      ...metered(day),
    ]);
    const { xAxisData, series, legend } = await ofPlant(2, day);
    expect(xAxisData).toHaveLength(count);
    expect(legend).toEqual(['Power Generation']);
    expect([xAxisData[0], xAxisData.at(-1)]).toEqual(['00:00', '23:00']);
    expect(xAxisData.some((label, i) => label === before && xAxisData[i + 1] === after)).toBe(true);
    expect(series.map(({ key }) => key)).toEqual([
      'production',
      'production',
      'consumption',
      'imported',
      'exported',
    ]);
    for (const { data } of series) expect(data).toHaveLength(count);
    // The inverter was silent at night: a gap and no zero.
    expect(series[0]?.data.slice(0, 5)).toEqual([null, null, null, null, null]);
    expect(Math.max(...series[0]!.data.map(Number))).toBeGreaterThan(0.9);
    await expectSumsOf(day);
  });

  it.each([
    ['2026-04-05', 25, '01:30'],
    ['2025-10-05', 24, '02:30'],
  ])('of %s, whose last is half an hour, are %i', async (day, count, label) => {
    await store(day, sunnyDay(who.howe, day, { peakW: 500, channels: 0 }));
    const { xAxisData } = await ofPlant(2, day, sids.howe);
    expect(xAxisData).toHaveLength(count);
    expect(xAxisData).toContain(label);
    await expectSumsOf(day, sids.howe);
  });

  it('of the running day go on from the roll-up with what the newest report has beyond it', async () => {
    const startMs = dayBounds(TODAY, 'Europe/Berlin').startMs;
    const until = (atMs: number) => sunnyDay(who.one, TODAY, { peakW: 1000, channels: 4, untilMs: atMs });
    await store(TODAY, [
      ...until(NOW - HOUR_MS),
      ...metered(TODAY).filter(({ atMs }) => atMs <= NOW - HOUR_MS),
    ]);
    const rolledUp = (await ofPlant(2, TODAY)).series[0]!.data;
    const rest = until(NOW - 60_000).filter(({ atMs }) => atMs > NOW - HOUR_MS);
    await store(
      TODAY,
      [...rest, ...metered(TODAY).filter(({ atMs }) => atMs > NOW - HOUR_MS && atMs < NOW)],
      false,
    );
    const hour = Math.floor((rest.at(-1)!.atMs - startMs) / HOUR_MS);
    const { data } = (await ofPlant(2, TODAY)).series[0]!;
    expect(data.slice(0, hour)).toEqual(rolledUp.slice(0, hour));
    expect(data[hour]).toBeGreaterThan(0.5);
    expect(data.slice(hour + 1).every((one) => one === null)).toBe(true);
    await expectSumsOf(TODAY);
  });

  it('are today without a date, and gaps where nothing is known', async () => {
    const input = { sid: sids.berlin, types: 2 };
    expect(await owner.call(site.statisticsEcharts, input)).toEqual(
      await owner.call(site.statisticsEcharts, { ...input, date: TODAY }),
    );
    const { series } = await ofPlant(2, '2026-01-01');
    expect(series.map(({ data }) => data)).toEqual([Array(24).fill(null), Array(24).fill(null)]);
  });

  it('are not kept of a single meter', async () => {
    const { series, legend, xAxisData } = await ofDevice(2, TODAY, sns.meter);
    expect([series, legend, xAxisData.length]).toEqual([[], [], 24]);
  });

  it('are not for strangers', async () => {
    const otherUser = await app.as('stranger@make.test');
    const input = { sid: sids.berlin, sn: sns.one, types: 2 };
    for (const { path } of [site.statisticsEcharts, device.statisticsEcharts])
      expect((await otherUser.send(path, input)).envelope.code).not.toBe(200);
  });
});
