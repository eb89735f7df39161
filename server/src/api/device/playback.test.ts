import { device } from '@helioport/contract/device';
import { dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { keysOf, knownAnswer } from '../../../test/knownAnswers.ts';
import { inTransaction } from '../../platform/db.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

let app: TestApp;
let owner: Caller;
let otherUser: Caller;
let sns: Record<'berlin' | 'small' | 'howe' | 'lifetime' | 'meter', string>;
let sids: Record<'berlin', string>;

// 2026-06-21 12:00 UTC: 14:00 in Berlin.
const NOW = Date.UTC(2026, 5, 21, 12);

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const [one, small, far, lifetime, meter] = await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    await makeUser(tx, { email: 'stranger@make.test' });
    const berlin = await makeSite(tx, { ownerId });
    const howe = await makeSite(tx, { ownerId, timezone: 'Australia/Lord_Howe' });
    const devices = [
      await makeDevice(tx, berlin.id),
      await makeDevice(tx, berlin.id, { productNumber: 2 }),
      await makeDevice(tx, howe.id),
      await makeDevice(tx, berlin.id),
      await makeDevice(tx, berlin.id, { kind: 'meter' }),
    ] as const;
    sids = { berlin: berlin.sid };
    sns = {
      berlin: devices[0].serial,
      small: devices[1].serial,
      howe: devices[2].serial,
      lifetime: devices[3].serial,
      meter: devices[4].serial,
    };
    return [
      { deviceId: devices[0].id, siteId: berlin.id, timeZone: 'Europe/Berlin' },
      { deviceId: devices[1].id, siteId: berlin.id, timeZone: 'Europe/Berlin' },
      { deviceId: devices[2].id, siteId: howe.id, timeZone: 'Australia/Lord_Howe' },
      { deviceId: devices[3].id, siteId: berlin.id, timeZone: 'Europe/Berlin' },
      { deviceId: devices[4].id, siteId: berlin.id, timeZone: 'Europe/Berlin' },
    ] as const;
  });
  // The clocks of Lord Howe go forward half an hour on this day.
  const shortDay = dayBounds('2025-10-05', far.timeZone).startMs;
  await storeReadings(
    app.database.pool,
    [
      ...sunnyDay(one, '2026-06-20', { peakW: 1000, channels: 4 }),
      ...sunnyDay(one, '2026-06-21', { peakW: 1000, channels: 4, untilMs: NOW }),
      makeReading(small, NOW - 600_000, { power: 2000, energy: 7000, dcVoltage: 4000 }),
      makeReading(far, shortDay, { power: 10, chPower: [10, 20, 30, null] }),
    ],
    NOW,
  );
  const counts = (at: number, wh: number) =>
    makeReading(lifetime, at, { power: 1000, energy: null, energyOut: wh * 10 });
  const noon = (day: number) => Date.UTC(2026, 5, day, 10);
  await storeReadings(
    app.database.pool,
    [
      counts(noon(19), 5000),
      counts(noon(19) + 3_600_000, 5100),
      counts(noon(20), 5150),
      counts(noon(20) + 3_600_000, 5300),
      counts(noon(20) + 3_900_000, 900_000_000 / 10),
      counts(noon(20) + 7_200_000, 5400),
      makeReading(meter, NOW - 60_000, { kind: 1, energy: 12_345_000, energyOut: 20_000_000 }),
    ],
    NOW,
  );
  for (const day of ['2026-06-19', '2026-06-20'])
    await rollUp(app.database.db, { siteId: lifetime.siteId, day }, NOW);
  owner = await app.as('owner@make.test');
  otherUser = await app.as('stranger@make.test');
});
afterAll(() => app.close());

const codeOf = async (path: string, body: object) => (await owner.send(path, body)).envelope.code;

describe('v2/device/history', () => {
  it('gives every report of a day, oldest first, on the plant’s clock', async () => {
    const { list } = await owner.call(device.history, {
      sid: sids.berlin,
      sn: sns.berlin.toLowerCase(),
      date: '2026-06-20',
    });
    expect(list).toHaveLength(169);
    expect(list[0]?.time).toBe('2026-06-20 06:00:00');
    expect(list.find(({ time }) => time.endsWith('13:00:00'))).toMatchObject({
      power: 1000,
      powerUnit: 'W',
      energyUnit: 'kWh',
      temperature: 41.2,
      acVoltage: 230.1,
      frequency: 50.02,
      voltage: 35.2,
      current: 28.41,
      version: 'e606',
      status: '0000',
    });
  });

  it('gives today without a date, and null for what a device does not measure', async () => {
    const { list } = await owner.call(device.history, { sn: sns.small });
    expect(list).toMatchObject([{ power: 200, energy: 0.7, voltage: 40, current: 5, temperature: null }]);
    expect((await owner.call(device.history, { sn: sns.small, date: '2020-01-01' })).list).toEqual([]);
  });
});

describe('energy in v2/device/history', () => {
  it('is what was made on that day up to then, also where the counter is one of the lifetime', async () => {
    const sn = sns.lifetime;
    const list = async (date: string) =>
      (await owner.call(device.history, { sn, date })).list.map(({ energy }) => energy);
    expect(await list('2026-06-19')).toEqual([0, 0.1]);
    // From where the counter stood the evening before, over a glitch that counts nothing.
    expect(await list('2026-06-20')).toEqual([0.05, 0.2, 0.2, 0.3]);
    const { power } = await owner.call(device.statisticsDate, { sn, types: 1, date: '2026-06-20' });
    expect(power).toBe('0.3');
  });

  it('is nothing at a meter, whose counters have keys of their own', async () => {
    const { list } = await owner.call(device.history, { sn: sns.meter });
    expect(list).toMatchObject([
      { energy: null, values: { energyImported: 1_234_500, energyExported: 2_000_000 } },
    ]);
  });
});

describe('v2/device/playback', () => {
  const play = (body: object) =>
    owner.call(device.playback, body as { sn: string; start: string; end: string });

  it('has the keys that public clients read, and five-minute steps of every module', async () => {
    const answer = await play({ sn: sns.berlin, types: 1, start: '2026-06-20', end: '2026-06-20' });
    expect(keysOf(answer)).toEqual(keysOf(knownAnswer(device.playback.path)));
    expect(answer.overview.legend).toEqual(['playback']);
    expect(answer.overview.xAxisData.slice(0, 2)).toEqual(['00:00', '00:05']);
    const noon = answer.overview.xAxisData.indexOf('13:00');
    expect(answer.overview.series[0]?.data[noon]).toBe(1000);
    expect(answer.modules.map(({ plcSN, data }) => [plcSN, data[noon], data[0]])).toEqual(
      [1, 2, 3, 4].map((addr) => [`${sns.berlin}_${addr}`, 250, null]),
    );
    expect(answer.unit).toBe('W');
  });

  it('gives the same numbers in few bytes on request, and other measures of them', async () => {
    const day = { sn: sns.berlin, start: '2026-06-20', end: '2026-06-20' };
    const { modules } = await play(day);
    const compactOf = async (measure?: string, sn = sns.berlin, start = day.start) => {
      const { compact } = await play({ sn, start, end: start, compact: true, measure });
      if (!compact) throw new Error('no compact answer');
      const stepAt = (ms: number) => Math.floor((ms - compact.startAt) / compact.stepMs);
      const at = (ms: number) =>
        compact.modules.map(({ first, values }) => (values[stepAt(ms) - first] ?? Number.NaN) / compact.per);
      return { ...compact, at };
    };
    const powers = await compactOf();
    expect(powers).toMatchObject({ unit: 'W', count: 288, stepMs: 300_000 });
    expect(powers.modules.length).toBe(4);
    for (const [i, { plcSN, first, values }] of powers.modules.entries()) {
      const padded = [...Array(first).fill(null), ...values];
      expect(plcSN).toBe(modules[i]?.plcSN);
      expect(modules[i]?.data.map((_, step) => padded[step] ?? null)).toEqual(modules[i]?.data);
    }
    const noon = Date.UTC(2026, 5, 20, 11);
    expect((await compactOf('dcVoltage')).at(noon)).toEqual([35.2, 35.2, 35.2, 35.2]);
    const amperes = (await compactOf('dcCurrent')).at(noon);
    expect(amperes[0]).toBeCloseTo(250 / 35.2, 1);
    expect((await compactOf('temperature')).at(noon)).toEqual([41.2, 41.2, 41.2, 41.2]);
    // At the end of the day the energies are those that the roll-up keeps of the modules.
    const energies = await compactOf('energy');
    const ended = energies.modules.map(({ values }) => (values.at(-1) ?? 0) / energies.per);
    const { rows } = await sql<{ kwh: number }>`
      select energy_wh::float8 / 1000 as kwh from module_day e join devices d on d.id = e.device_id
      where d.sn = ${sns.berlin} and e.day = ${day.start} order by e.addr`.execute(app.database.db);
    expect(rows).toHaveLength(4);
    for (const [i, { kwh }] of rows.entries()) expect(ended[i]).toBeCloseTo(kwh, 2);
    expect(energies.at(noon)[0]).toBeLessThan(ended[0]!);
    const gap = await compactOf('power', sns.howe, '2025-10-05');
    expect(gap).toMatchObject({ count: 23.5 * 12 });
    expect(gap.modules[3]?.values).toEqual([]);
  });

  it('refuses types that it does not have', async () => {
    const input = { sn: sns.berlin, types: 2, start: '2026-06-20', end: '2026-06-20' };
    expect((await owner.send(device.playback.path, input)).envelope.code).toBe(1001);
  });

  it('plays the modules of a whole plant', async () => {
    const { modules } = await play({ sid: sids.berlin, start: '2026-06-21', end: '2026-06-21' });
    expect(modules.map(({ plcSN }) => plcSN)).toEqual([
      ...[1, 2, 3, 4].map((addr) => `${sns.berlin}_${addr}`),
      `${sns.small}_1`,
    ]);
  });

  it('tells a module that says nothing from one that makes nothing', async () => {
    const { modules } = await play({ sn: sns.howe, start: '2025-10-05' });
    expect(modules.map(({ data }) => data[0])).toEqual([1, 2, 3, null]);
    expect(modules[0]?.data).toHaveLength(23.5 * 12);
  });

  it('names the day in the labels of several', async () => {
    const { xAxisData } = (await play({ sn: sns.berlin, start: '2026-06-19', end: '2026-06-20' })).overview;
    expect(xAxisData).toHaveLength(576);
    expect(xAxisData[288]).toBe('20/06/2026 00:00');
  });

  it('refuses days in reverse, too many of them, and plants of others', async () => {
    const codeFor = (body: object) => codeOf(device.playback.path, body);
    expect(await codeFor({ sn: sns.berlin, start: '2026-06-20', end: '2026-06-19' })).toBe(400);
    expect(await codeFor({ sn: sns.berlin, start: '2026-06-01', end: '2026-06-08' })).toBe(1002);
    expect(await codeFor({ start: '2026-06-20', end: '2026-06-20' })).toBe(400);
    expect((await otherUser.send(device.playback.path, { sid: sids.berlin })).envelope.code).toBe(4040);
    expect((await otherUser.send(device.playback.path, { sid: 'DE_20200101_none' })).envelope.code).toBe(
      4040,
    );
  });
});
