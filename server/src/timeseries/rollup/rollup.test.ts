import { HOUR_MS } from '@helioport/domain/duration';
import { dayBounds, localDay } from '@helioport/domain/periods';
import { encodeFrame } from '@helioport/protocol/nep/frame';
import { frameFromReading } from '@helioport/protocol/nep/reading';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { createPipeline, type Pipeline } from '../../ingest/accept.ts';
import type { Arrival } from '../../ingest/decode.ts';
import { inTransaction } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { claim } from '../../repositories/claims.ts';
import { takeDirty } from '../marks/dirty.ts';
import { energyByDay, totals } from '../query/energies.ts';
import { energyByHour } from '../query/energyHours.ts';
import { siteNow } from '../query/series.ts';
import { moveDevice, rezoneSite } from '../retention/move.ts';
import { rollUp } from './rollup.ts';

const NOW = Date.UTC(2026, 10, 1);

let database: TestDatabase;
let pipeline: Pipeline;

beforeAll(async () => {
  database = await freshDatabase();
  const parts = { pool: database.pool, clock: () => NOW, log: createLog('silent'), metrics: createMetrics() };
  pipeline = createPipeline({ ...parts, rawFrameDays: 30 });
});
afterAll(async () => {
  await pipeline.close();
  await database.close();
});

/** A frame of a BDM-2250 whose four inputs share what it makes. */
function frame(serial: string, atMs: number, energyTodayWh: number, powerW: number): Arrival {
  const share = (part: number) => ({
    voltageV: 33,
    powerW: powerW * part,
    energyTodayWh: energyTodayWh * part,
  });
  const reading = frameFromReading({
    serial,
    modelByte: 0xe6,
    stateByte: 6,
    powerW,
    dcVoltageV: 33,
    acVoltageV: 230,
    frequencyHz: 50,
    temperatureC: 30,
    energyTodayWh,
    statusBits: 0,
    channels: [0.1, 0.2, 0.3, 0.4].map(share),
  });
  return { kind: 'frame', bytes: encodeFrame(reading), atMs };
}

const meter = (sn: string, atMs: number, inWh: number, outWh: number): Arrival => ({
  kind: 'report',
  sn,
  atMs,
  report: { kind: 'meter', powerW: 100, energyInWh: inWh, energyOutWh: outWh, channels: [] },
});

/** A day of production at a steady 1,000 W from 6 to 18 h UTC, a frame every 5 minutes, counted from dawn. */
const sunnyDay = (serial: string, dayStartMs: number): Arrival[] =>
  Array.from({ length: 145 }, (_, i) =>
    frame(serial, dayStartMs + 6 * HOUR_MS + i * 300_000, (i * 1000) / 12, 1000),
  );

const isMidnight = (atMs: number, timeZone: string): boolean =>
  localDay(atMs, timeZone) !== localDay(atMs - 1, timeZone);

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);

async function settle(): Promise<void> {
  for (;;) {
    const days = await takeDirty(database.db, 100, NOW, { isHasty: true });
    if (days.length === 0) return;
    for (const day of days) await rollUp(database.db, day, NOW);
  }
}

interface World {
  siteId: number;
  /** Numbers of the devices in the order they were made. */
  devices: number[];
  serials: string[];
}

async function makeWorld(site: Parameters<typeof makeSite>[1] = { timezone: 'Etc/UTC' }): Promise<World> {
  return await write(async (tx) => {
    const { id } = await makeSite(tx, site);
    const devices = [
      await makeDevice(tx, id),
      await makeDevice(tx, id),
      await makeDevice(tx, id, { kind: 'meter' }),
    ];
    return { siteId: id, devices: devices.map((d) => d.id), serials: devices.map((d) => d.serial) };
  });
}

/** All that was derived from a world's readings, numbers of plants and devices replaced by their place. */
async function derived({ siteId, devices }: World): Promise<unknown> {
  const tables = [
    'reading',
    'device_hour',
    'device_day',
    'module_day',
    'site_hour',
    'site_day',
    'latest',
    'site_latest',
  ];
  const dump: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where site_id = ${siteId} order by 1, 2, 3, 4`.execute(database.db);
    dump[table] = rows.map((row) => ({
      ...row,
      site_id: 0,
      // Serial numbers differ between runs, so bytes do too.
      content_hash: 0,
      device_id: devices.indexOf(Number(row.device_id)),
    }));
  }
  return dump;
}

/** Two days of two inverters and a meter; the second inverter rests on the first day's afternoon. */
function story({ serials }: World): Arrival[] {
  const [a = '', b = '', m = ''] = serials;
  const first = Date.UTC(2026, 9, 20);
  const second = first + 24 * HOUR_MS;
  const everyHalfHour = Array.from({ length: 96 }, (_, i) =>
    meter(m, first + i * HOUR_MS * 0.5, 5000 + i * 70, 900 + i * 30),
  );
  return [
    ...sunnyDay(a, first),
    ...sunnyDay(b, first).slice(0, 60),
    ...sunnyDay(a, second),
    // A reading after midnight with the counter of the day before.
    frame(b, second + HOUR_MS, (59 * 1000) / 12, 0),
    ...sunnyDay(b, second),
    ...everyHalfHour,
  ].sort((x, y) => (x.atMs ?? 0) - (y.atMs ?? 0));
}

describe('the roll-up', () => {
  it('sums up a day of counters per module, device, hour and plant', async () => {
    const world = await makeWorld();
    await pipeline.acceptMany(story(world), 'replay');
    await settle();
    const scope = { siteId: world.siteId, timeZone: 'Etc/UTC' };
    const [first, second] = await energyByDay(database.db, scope, '2026-10-20', '2026-10-21', NOW);
    // 12 h at 1,000 W, and 59 intervals of the second inverter; counters come in counts of 3.62 Wh.
    expect(first?.energyWh).toBeCloseTo(12_000 + (59 * 1000) / 12, -1);
    expect(second?.energyWh).toBeCloseTo(24_000, -1);
    expect(first).toMatchObject({ peakW: 2000, isRepaired: false });
    expect(second?.importWh).toBe(48 * 70);
    expect(first?.importWh).toBe(47 * 70);
    const hours = await energyByHour(database.db, { ...scope, deviceId: world.devices[0] }, '2026-10-20');
    expect(hours).toHaveLength(24);
    expect(hours[10]?.energyWh).toBeCloseTo(1000, -1);
    expect(hours.reduce((sum, hour) => sum + (hour.energyWh ?? 0), 0)).toBeCloseTo(12_000, -1);
    const { rows } = await sql<{ wh: number }>`
      select energy_wh as wh from module_day where site_id = ${world.siteId} and device_id = ${world.devices[0]}
      and day = '2026-10-20' order by addr`.execute(database.db);
    expect(rows.map((row) => Math.round(row.wh / 100))).toEqual([12, 24, 36, 48]);
  });

  it('gives the same whatever order readings come in, however often, and whenever it runs', async () => {
    const ordered = await makeWorld();
    await pipeline.acceptMany(story(ordered), 'replay');
    await settle();
    const expected = await derived(ordered);

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 0x7fffffff }),
        fc.integer({ min: 1, max: 120 }),
        async (seed, batchSize) => {
          const world = await makeWorld();
          let state = seed;
          // A generator of its own: fast-check would print every number it drew.
          const next = () => (state = (state * 48_271) % 0x7fffffff);
          const arrivals = story(world);
          const shuffled = [...arrivals, ...arrivals.filter(() => next() % 5 === 0)]
            .map((arrival) => ({ arrival, key: next() }))
            .sort((x, y) => x.key - y.key)
            .map(({ arrival }) => arrival);
          for (let i = 0; i < shuffled.length; i += batchSize) {
            const batch = shuffled.slice(i, i + batchSize);
            if (next() % 2) await pipeline.acceptMany(batch, 'replay');
            else await Promise.all(batch.map((arrival) => pipeline.accept(arrival, 'replay')));
            if (next() % 4 === 0) await settle();
          }
          await settle();
          expect(await derived(world)).toEqual(expected);
        },
      ),
      { numRuns: 8 },
    );
  }, 600_000);

  it('does nothing the second time', async () => {
    const world = await makeWorld();
    await pipeline.acceptMany(story(world), 'replay');
    await settle();
    const before = await derived(world);
    await rollUp(database.db, { siteId: world.siteId, day: '2026-10-20' }, NOW);
    await rollUp(database.db, { siteId: world.siteId, day: '2026-10-21' }, NOW);
    expect(await derived(world)).toEqual(before);
    expect(await takeDirty(database.db, 10, NOW, { isHasty: true })).toEqual([]);
  });

  it('takes up what comes late, and carries a counter that now stands elsewhere into the next day', async () => {
    const world = await makeWorld();
    const m = world.serials[2] ?? '';
    const start = Date.UTC(2026, 9, 20);
    await pipeline.acceptMany(
      [meter(m, start + 10 * HOUR_MS, 1000, 0), meter(m, start + 30 * HOUR_MS, 2000, 0)],
      'replay',
    );
    await settle();
    const scope = { siteId: world.siteId, timeZone: 'Etc/UTC' };
    const imported = async () =>
      (await energyByDay(database.db, scope, '2026-10-20', '2026-10-21', NOW)).map((day) => day.importWh);
    expect(await imported()).toEqual([0, 1000]);
    await pipeline.accept(meter(m, start + 20 * HOUR_MS, 1600, 0), 'replay');
    await settle();
    expect(await imported()).toEqual([600, 400]);
  });

  it('says how complete a day is by the readings due in daylight', async () => {
    const world = await makeWorld({ timezone: 'Europe/Berlin' });
    const day = Date.UTC(2026, 5, 21);
    const every5min = (serial: string, from: number, to: number) =>
      Array.from({ length: (to - from) * 12 + 1 }, (_, i) =>
        frame(serial, day + from * HOUR_MS + i * 300_000, i * 10, 100),
      );
    await pipeline.acceptMany(
      [...every5min(world.serials[0] ?? '', 2, 20), ...every5min(world.serials[1] ?? '', 2, 11)],
      'replay',
    );
    await settle();
    const scope = { siteId: world.siteId, timeZone: 'Europe/Berlin' };
    const [today] = await energyByDay(database.db, scope, '2026-06-21', '2026-06-21', NOW);
    expect(today?.completeness).toBeGreaterThan(0.72);
    expect(today?.completeness).toBeLessThan(0.78);
    const [silent] = await energyByDay(database.db, scope, '2026-06-22', '2026-06-22', NOW);
    expect(silent).toMatchObject({ energyWh: null, completeness: 0 });
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Asia/Kathmandu', '2026-10-20', 24],
  ])('keeps to the day of the plant: %s %s has %d h', async (timezone, day, hours) => {
    const world = await makeWorld({ timezone });
    const m = world.serials[2] ?? '';
    const dayStart = Date.parse(`${day}T00:00:00Z`);
    // One Wh a minute, so that energy tells time.
    const arrivals = Array.from({ length: 73 * 12 }, (_, i) =>
      meter(m, dayStart - 24 * HOUR_MS + i * 300_000, i * 5, 0),
    );
    await pipeline.acceptMany(arrivals, 'replay');
    await settle();
    const scope = { siteId: world.siteId, timeZone: timezone };
    const [row] = await energyByDay(database.db, scope, day, day, NOW);
    expect(row?.importWh).toBe(hours * 60);
    const byHour = (
      await sql<{ wh: number; at: number }>`
      select import_wh as wh, (extract(epoch from hour_at) * 1000)::float8 as at from site_hour where site_id = ${world.siteId} order by hour_at`.execute(
        database.db,
      )
    ).rows;
    // The first reading of a day brings along what was made since the last one before midnight.
    expect(
      byHour.filter(({ wh }) => wh > 60).every(({ wh, at }) => wh === 65 && isMidnight(at, timezone)),
    ).toBe(true);
    const { startMs, endMs } = dayBounds(day, timezone);
    const ofDay = byHour.filter(({ at }) => at >= startMs && at < endMs);
    expect(ofDay.reduce((sum, { wh }) => sum + wh, 0)).toBe(hours * 60);
  });
});

describe('claiming a serial', () => {
  it('brings its history along from the first frame', async () => {
    const { siteId } = await makeWorld();
    const serial = 'C1A10001';
    const start = Date.UTC(2026, 9, 20);
    await pipeline.acceptMany(
      [...sunnyDay(serial, start), ...sunnyDay(serial, start + 24 * HOUR_MS)],
      'replay',
    );
    await settle();
    const result = await write((tx) => claim(tx, { serial, siteId, now: NOW }, moveDevice));
    expect(result.status).toBe('claimed');
    await settle();
    const scope = { siteId, timeZone: 'Etc/UTC' };
    const days = await energyByDay(database.db, scope, '2026-10-20', '2026-10-21', NOW);
    for (const day of days) expect(day.energyWh).toBeCloseTo(12_000, -1);
    const now = (await siteNow(database.db, [scope], NOW)).get(siteId);
    expect(now?.totalWh).toBeCloseTo(24_000, -1);
    expect((await totals(database.db, scope, NOW)).total.energyWh).toBe(now?.totalWh);
    const { rows } = await sql`select 1 from reading where site_id = 0`.execute(database.db);
    expect(rows).toEqual([]);

    const other = await makeWorld();
    expect(await write((tx) => claim(tx, { serial, siteId: other.siteId, now: NOW }, moveDevice))).toEqual({
      status: 'taken',
    });
    expect((await write((tx) => claim(tx, { serial, siteId, now: NOW }, moveDevice))).status).toBe('already');
  });

  it('loses no reading that arrives meanwhile', async () => {
    const { siteId } = await makeWorld();
    const serial = 'C1A10002';
    const arrivals = sunnyDay(serial, Date.UTC(2026, 9, 20));
    await pipeline.acceptMany(arrivals.slice(0, 20), 'replay');
    const rest = Promise.all(
      arrivals.slice(20).map(async (arrival, i) => {
        await new Promise((resolve) => setTimeout(resolve, i));
        return await pipeline.accept(arrival, 'http');
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 40));
    await write((tx) => claim(tx, { serial, siteId, now: NOW }, moveDevice));
    await rest;
    const { rows } = await sql<{ siteId: number; count: number }>`
      select site_id as "siteId", count(*) as count from reading
      where device_id = (select id from devices where serial = ${serial}) group by 1`.execute(database.db);
    expect(rows).toEqual([{ siteId, count: arrivals.length }]);
  });
});

describe('another time zone for a plant', () => {
  it('puts every reading on the day it now belongs to', async () => {
    const world = await makeWorld({ timezone: 'Etc/UTC' });
    await pipeline.acceptMany(story(world), 'replay');
    await settle();
    await write(async (tx) => {
      await sql`update sites set timezone = 'Asia/Tokyo' where id = ${world.siteId}`.execute(tx);
      await rezoneSite(tx, { siteId: world.siteId, timeZone: 'Asia/Tokyo', now: NOW });
    });
    await settle();
    const other = await makeWorld({ timezone: 'Asia/Tokyo' });
    await pipeline.acceptMany(story(other), 'replay');
    await settle();
    expect(await derived(world)).toEqual(await derived(other));
  });
});
