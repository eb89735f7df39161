// Readings that were taken under a wrong clock and moved are as if the clock had been right.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@helioport/domain/duration';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { makeReading, type Reporter, storeReadings } from '../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { settle } from '../../test/settle.ts';
import { inTransaction } from '../platform/db.ts';
import { readingsOf } from '../timeseries/query/history.ts';
import { packReadings } from '../timeseries/retention/pack.ts';
import { createPartitions } from '../timeseries/retention/partitions.ts';
import { correctTimestamps, planCorrection } from './correctTimestamps.ts';

const START = Date.UTC(2026, 5, 20, 4);
const NOW = START + 6 * DAY_MS;
const ZONE = 'Europe/Berlin';

let database: TestDatabase;
/** The same plant twice: under a wrong clock, and under the right one. */
let wrong: Reporter[];
let right: Reporter[];

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

async function freshPlants(): Promise<void> {
  await inTransaction(database.db, 'write', async (tx) => {
    await sql`truncate reading, raw_frame, reading_block, latest, site_latest, dirty_day, device_day, module_day, device_hour,
      site_hour, site_day, site_month, device_total, fault_day, time_corrections, time_correction_sites, devices, sites cascade`.execute(
      tx,
    );
    const plant = async (sid: string) => {
      const { id } = await makeSite(tx, { sid, timezone: ZONE });
      const devices = [await makeDevice(tx, id), await makeDevice(tx, id)];
      return devices.map((device) => ({ deviceId: device.id, siteId: id, timeZone: ZONE }));
    };
    wrong = await plant('DE_20260101_0001');
    right = await plant('DE_20260101_0002');
  });
}
beforeEach(freshPlants);

interface Story {
  /** Minutes from one reading to the next. */
  everyMinutes: number;
  /** Of the readings from the first to the last the clock was wrong between these. */
  wrongFrom: number;
  wrongTo: number;
  byMs: number;
  /** Every so manieth reading has a time of its own, which is always right. */
  ownTimeEach: number;
  isCompressed: boolean;
}

const stories: fc.Arbitrary<Story> = fc.record({
  everyMinutes: fc.constantFrom(37, 60, 95),
  wrongFrom: fc.integer({ min: 0, max: 30 }),
  wrongTo: fc.integer({ min: 31, max: 60 }),
  // Whole days and an odd time, into the future and the past, also by decades. Ranges that overlap with the correct
  // time are not covered.
  byMs: fc.constantFrom(1_200 * DAY_MS, -400 * DAY_MS, 200 * DAY_MS + 17_000, -9_000 * DAY_MS),
  ownTimeEach: fc.constantFrom(3, 1_000),
  isCompressed: fc.boolean(),
});

/** Stores readings of a daily counter, as in frames; `clock` returns the time at which each is stored. */
async function store(
  who: Reporter,
  index: number,
  story: Story,
  clock: (atMs: number) => number,
): Promise<void> {
  let energy = 0;
  let day = '';
  for (let i = 0; i < 75; i++) {
    // The two devices never report at the same millisecond, and no two of the wrong and the right time do.
    const atMs = START + i * story.everyMinutes * MINUTE_MS + index * 7_001;
    const isOwn = i % story.ownTimeEach === story.ownTimeEach - 1;
    const isWrong = !isOwn && i >= story.wrongFrom && i <= story.wrongTo;
    const local = new Date(atMs + 2 * HOUR_MS).toISOString().slice(0, 10);
    energy = local === day ? energy + 500 + ((i * 131) % 900) : 100;
    day = local;
    const at = isWrong ? clock(atMs) : atMs;
    const reading = {
      ...makeReading(who, at, {
        power: 4_000 + i,
        energy,
        chPower: [2_000, 2_000 + i],
        chEnergy: [energy, energy + i],
        statusBits: i % 5 === 0 ? 0x0100 : 0,
      }),
      hasOwnTime: isOwn,
      raw: { bytes: Uint8Array.from([i, index]), checks: 7 },
    };
    await createPartitions(database.pool).ensure([], [at]);
    await storeReadings(database.pool, [reading], isOwn ? Math.max(at, atMs) : at);
  }
}

/** Everything that is known of a plant, without its numbers. */
async function knownOf(devices: readonly Reporter[]) {
  const { siteId } = devices[0]!;
  const rows = async (table: string, order: string) => {
    const found = await sql<Record<string, unknown>>`
      select t.* from ${sql.table(table)} t where site_id = ${siteId} order by ${sql.raw(order)}`.execute(
      database.db,
    );
    const numbers = ['site_id', 'content_hash', 'device_id'];
    return found.rows.map(({ device_id, ...row }) => ({
      ...Object.fromEntries(Object.entries(row).filter(([column]) => !numbers.includes(column))),
      ...(device_id === undefined
        ? {}
        : { device: devices.findIndex(({ deviceId }) => deviceId === device_id) }),
    }));
  };
  const { rows: bytes } = await sql<{ at: Date; hex: string }>`
    select at, encode(bytes, 'hex') as hex from raw_frame
    where device_id = any(${devices.map((d) => d.deviceId)}::bigint[]) order by at`.execute(database.db);
  const lines: unknown[] = [];
  for (const { deviceId } of devices)
    lines.push(
      await readingsOf(
        database.db,
        { siteId, deviceId },
        { fromMs: 0, toMs: NOW + 2_000 * DAY_MS, limit: 10_000, newestFirst: false },
      ),
    );
  const newest = await rows('latest', 'device_id');
  return {
    lines,
    bytes: bytes,
    newest,
    plant: await rows('site_latest', 'site_id'),
    days: await rows('site_day', 'day'),
    deviceDays: await rows('device_day', 'device_id, day'),
    moduleDays: await rows('module_day', 'device_id, day, addr'),
    hours: await rows('site_hour', 'hour_at'),
    // Months without days stay as rows without values, as after deleted history.
    months: (await rows('site_month', 'month')).filter(
      (row) => (row as { energy_wh: unknown }).energy_wh !== null,
    ),
    faults: await rows('fault_day', 'device_id, day, bit'),
    totals: await rows('device_total', 'device_id, addr'),
  };
}

describe('moving readings of a wrong clock', () => {
  it('gives what a right clock would have given', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        await freshPlants();
        const clock = (atMs: number) => atMs + story.byMs;
        for (const [i, who] of wrong.entries()) await store(who, i, story, clock);
        for (const [i, who] of right.entries()) await store(who, i, story, (atMs) => atMs);
        await settle(database.db, NOW);
        if (story.isCompressed) await packReadings(database.db, NOW - DAY_MS);
        const span = story.everyMinutes * MINUTE_MS;
        const shift = {
          fromMs: clock(START + story.wrongFrom * span),
          toMs: clock(START + story.wrongTo * span + 7_001),
          byMs: -story.byMs,
          sid: 'DE_20260101_0001',
        };
        const { readings } = await planCorrection(database.db, shift);
        expect(readings).toBeGreaterThan(0);
        expect((await correctTimestamps(database, shift, { clock: () => NOW })).readings).toBe(readings);
        expect(await planCorrection(database.db, shift)).toMatchObject({ state: 'done', readings: 0 });
        expect(await knownOf(wrong)).toEqual(await knownOf(right));
      }),
      { numRuns: 6 },
    );
  });

  it('loses none of two that meet, leaves times of devices alone, and goes on where it was interrupted', async () => {
    const [a, b] = wrong as [Reporter, Reporter];
    const frame = (who: Reporter, at: number, hasOwnTime = false) => ({
      ...makeReading(who, at, { power: 10, energy: 10 }),
      hasOwnTime,
    });
    await storeReadings(
      database.pool,
      [frame(a, START), frame(a, START + DAY_MS), frame(b, START + DAY_MS, true)],
      START + DAY_MS,
    );
    await storeReadings(database.pool, [frame(right[0]!, START + DAY_MS)], START + DAY_MS);
    const shift = { fromMs: START + DAY_MS, toMs: START + DAY_MS, byMs: -DAY_MS, sid: '' };
    // Killed after the first plant.
    const steps: number[] = [];
    const interrupted = correctTimestamps(database, shift, {
      clock: () => NOW,
      onStep(done) {
        steps.push(done);
        throw new Error('killed');
      },
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect(await planCorrection(database.db, shift)).toMatchObject({
      readings: 1,
      plants: 1,
      state: 'begun',
    });
    expect((await correctTimestamps(database, shift, { clock: () => NOW })).readings).toBe(2);
    expect(steps).toEqual([1]);
    const { rows } = await sql<{ device: number; at: Date }>`
      select device_id as device, at from reading order by device_id, at`.execute(database.db);
    expect(rows).toEqual([
      { device: a.deviceId, at: new Date(START) },
      { device: a.deviceId, at: new Date(START + 1) },
      { device: b.deviceId, at: new Date(START + DAY_MS) },
      { device: right[0]!.deviceId, at: new Date(START) },
    ]);
  });
});
