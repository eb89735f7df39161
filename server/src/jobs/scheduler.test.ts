import { MINUTE_MS } from '@helioport/domain/duration';
import { localDay } from '@helioport/domain/periods';
import type { TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { makeReading, storeReadings } from '../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { finishDirty, markDays, rollupLagSeconds, takeDirty } from '../timeseries/marks/dirty.ts';
import { packingEndsAt } from '../timeseries/retention/pack.ts';
import { type Jobs, startJobs } from './scheduler.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let database: TestDatabase;
let now = NOW;
let siteId: number;
let deviceId: number;

beforeAll(async () => {
  database = await freshDatabase();
  await inTransaction(database.db, 'write', async (tx) => {
    siteId = (await makeSite(tx, { timezone: 'Europe/Berlin' })).id;
    deviceId = (await makeDevice(tx, siteId)).id;
  });
});
afterAll(() => database.close());

const reading = (atMs: number, energy: number) =>
  storeReadings(
    database.pool,
    [makeReading({ siteId, deviceId, timeZone: 'Europe/Berlin' }, atMs, { power: 1000, energy })],
    now,
  );
const energyOf = async (day: string) =>
  (
    await sql<{ wh: number }>`
    select energy_wh as wh from site_day where site_id = ${siteId} and day = ${day}`.execute(database.db)
  ).rows[0]?.wh;

describe('marked days', () => {
  it('are taken once, oldest first, and the running one at most once a minute after its first time', async () => {
    await reading(NOW, 100);
    await reading(NOW - 3 * 24 * 60 * MINUTE_MS, 70);
    expect(await rollupLagSeconds(database.db, NOW + 5_000)).toBe(5);
    const taken = await takeDirty(database.db, 10, NOW + 1_000);
    expect(taken.map((day) => day.day)).toEqual(['2026-06-18', '2026-06-21']);
    expect(await takeDirty(database.db, 10, NOW + 1_000)).toEqual([]);
    // The process that claimed them was killed.
    expect(await takeDirty(database.db, 10, NOW + 6 * MINUTE_MS)).toHaveLength(2);
    await sql`insert into site_day (site_id, day, completeness, samples) values (${siteId}, '2026-06-21', 1, 1)`.execute(
      database.db,
    );
    now = NOW + 10 * MINUTE_MS;
    await reading(now, 200);
    expect(await takeDirty(database.db, 10, now + 30_000)).toEqual([]);
    const later = await takeDirty(database.db, 10, now + 61_000);
    expect(later.map((day) => day.day)).toContain('2026-06-21');
    await sql`update dirty_day set taken_at = null`.execute(database.db);
  });

  it('leave no plant waiting for ever when there are more of them than there is time for', async () => {
    const plants = await inTransaction(database.db, 'write', async (tx) => {
      const made: number[] = [];
      // East of the others it is tomorrow already.
      for (const timezone of ['Europe/Berlin', 'Europe/Berlin', 'Pacific/Auckland', 'Pacific/Auckland'])
        made.push((await makeSite(tx, { timezone })).id);
      return made;
    });
    const evening = Date.UTC(2026, 5, 20, 18);
    const mark = (ids: readonly number[], atMs: number) =>
      markDays(
        database.pool,
        ids.map((id) => ({
          siteId: id,
          day: localDay(evening, plants.indexOf(id) < 2 ? 'Europe/Berlin' : 'Pacific/Auckland'),
        })),
        atMs,
      );
    const served = new Set<number>();
    await mark(plants, evening);
    for (let minute = 2; minute <= 6; minute += 2) {
      const atMs = evening + minute * MINUTE_MS;
      const days = (await takeDirty(database.db, 2, atMs)).filter(({ siteId: id }) => plants.includes(id));
      for (const day of days) {
        served.add(day.siteId);
        await finishDirty(database.pool, day);
      }
      // Plants already processed have reported again since.
      await mark(
        days.map(({ siteId: id }) => id),
        atMs,
      );
    }
    expect([...served].sort()).toEqual([...plants].sort());
    await sql`delete from dirty_day where site_id = any(${plants}::bigint[])`.execute(database.db);
  });
});

describe('the timetable', () => {
  let jobs: Jobs;
  beforeAll(async () => {
    now = NOW + 20 * MINUTE_MS;
    const parts = {
      db: database.db,
      pool: database.pool,
      clock: () => now,
      log: createLog('silent'),
      metrics: createMetrics(),
    };
    jobs = await startJobs({
      ...parts,
      rawFrameDays: 30,
      packAfterDays: 4,
      databaseFolder: undefined,
      publicUrl: 'https://portal.test',
      allowsPrivateHooks: false,
      smtp: undefined,
    });
  });
  afterAll(async () => {
    await jobs.stop();
  });

  it('measures the store at once', async () => {
    const { rows } = await sql<{ bytes: number }>`
      select database_bytes as bytes from store_days where noted_at = ${new Date(now)}`.execute(database.db);
    expect(rows[0]?.bytes).toBeGreaterThan(0);
  });

  it('rolls up marked days', async () => {
    await expect.poll(() => energyOf('2026-06-18'), { timeout: 60_000 }).toBe(7);
    await expect.poll(() => energyOf('2026-06-21'), { timeout: 60_000 }).toBe(20);
    expect(await rollupLagSeconds(database.db, now)).toBe(0);
  });

  it('evaluates conditions', async () => {
    const mute = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId));
    await sql`select graphile_worker.add_job('evaluate_conditions')`.execute(database.db);
    const condition = async () =>
      (
        await sql<{ key: string; sns: string[] }>`
          select key, sns from site_condition where site_id = ${siteId}`.execute(database.db)
      ).rows[0];
    await expect.poll(condition, { timeout: 60_000 }).toEqual({ key: 'silent', sns: [mute.serial] });
  });

  it('registers its schedule and runs it', async () => {
    const { rows } = await sql<{ identifier: string }>`
      select identifier from graphile_worker._private_known_crontabs order by 1`.execute(database.db);
    expect(rows.map((row) => row.identifier)).toContain('drop_old_frames');
    await sql`create table raw_frame_2026_01_05 partition of raw_frame
      for values from ('2026-01-05 00:00Z') to ('2026-01-12 00:00Z')`.execute(database.db);
    await sql`select graphile_worker.add_job('drop_old_frames')`.execute(database.db);
    const isThere = async () =>
      (
        await sql<{ is: boolean }>`select to_regclass('raw_frame_2026_01_05') is not null as is`.execute(
          database.db,
        )
      ).rows[0]?.is;
    await expect.poll(isThere, { timeout: 60_000 }).toBe(false);
  });

  it('makes months ahead and drops those in which nothing is left', async () => {
    await sql`create table reading_2025_01 partition of reading
      for values from ('2025-01-01 00:00Z') to ('2025-02-01 00:00Z')`.execute(database.db);
    await sql`select graphile_worker.add_job('keep_partitions')`.execute(database.db);
    const months = async () =>
      (
        await sql<{ name: string }>`
          select relname as name from pg_class where relname like 'reading\\_20%' and relkind = 'r'`.execute(
          database.db,
        )
      ).rows.map(({ name }) => name);
    await expect.poll(months, { timeout: 60_000 }).not.toContain('reading_2025_01');
    const next = new Date(now + 31 * 86_400_000).toISOString().slice(0, 7).replace('-', '_');
    expect(await months()).toContain(`reading_${next}`);
  });

  it('packs days that are over for so long, and no others', async () => {
    const left = async () =>
      (
        await sql<{ rows: number; blocks: number; youngest: number | null }>`
          select (select count(*)::int from reading where at < ${new Date(packingEndsAt(now, 4))}) as rows,
            (select count(*)::int from reading_block) as blocks,
            (select count(*)::int from reading where at >= ${new Date(packingEndsAt(now, 4))}) as youngest`.execute(
          database.db,
        )
      ).rows[0]!;
    const made = await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId));
    const who = { deviceId: made.id, siteId, timeZone: 'UTC' };
    const at = (days: number) => now - days * 86_400_000;
    await storeReadings(
      database.pool,
      [10, 9, 1].map((days) => makeReading(who, at(days), { power: 1 })),
      now,
    );
    const before = await left();
    expect(before.rows).toBeGreaterThanOrEqual(2);
    await sql`select graphile_worker.add_job('pack_days')`.execute(database.db);
    await expect.poll(async () => (await left()).rows, { timeout: 60_000 }).toBe(0);
    const after = await left();
    expect(after.blocks).toBeGreaterThanOrEqual(2);
    expect(after.youngest).toBe(before.youngest);
  });
});

/** Scheduler with the jobs of a test. */
const startWith = (pool: pg.Pool, planted: TaskList): Promise<Jobs> =>
  startJobs({
    db: database.db,
    pool,
    clock: () => now,
    log: createLog('silent'),
    metrics: createMetrics(),
    rawFrameDays: 30,
    packAfterDays: 4,
    databaseFolder: undefined,
    smtp: undefined,
    publicUrl: 'https://portal.test',
    allowsPrivateHooks: false,
    planted,
  });

describe('two timetables over one database', () => {
  it('do every job once, both of them some', async () => {
    await sql`create table planted_runs (n int not null, by text not null)`.execute(database.db);
    const startOne = (by: string) =>
      startWith(database.pool, {
        async count(payload) {
          const { n } = payload as { n: number };
          await sql`insert into planted_runs values (${n}, ${by})`.execute(database.db);
        },
      });
    const running = await Promise.all([startOne('one'), startOne('other')]);
    await sql`
      select graphile_worker.add_job('count', json_build_object('n', n)) from generate_series(1, 200) n`.execute(
      database.db,
    );
    const runs = async () =>
      (await sql<{ n: number; by: string }>`select n, by from planted_runs order by n`.execute(database.db))
        .rows;
    await expect.poll(async () => (await runs()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(200);
    await Promise.all(running.map((one) => one.stop()));
    const done = await runs();
    expect(done.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(new Set(done.map(({ by }) => by)).size).toBe(2);
  });
});

describe('a timetable whose database is away when a job fails', () => {
  it('ends nobody, begins again, and does what comes later', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 8 });
    pool.on('error', () => undefined);
    const connect = pool.connect.bind(pool);
    let isAway = false;
    let done = 0;
    pool.connect = ((...given: Parameters<typeof connect>) =>
      isAway
        ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
        : connect(...given)) as typeof pool.connect;
    const jobs = await startWith(pool, {
      async fail() {
        isAway = true;
        throw new Error('the database went away');
      },
      async later() {
        done += 1;
      },
    });
    const add = (name: string) => sql`select graphile_worker.add_job(${name}::text)`.execute(database.db);
    await add('fail');
    await expect.poll(() => isAway, { timeout: 60_000 }).toBe(true);
    // An unhandled rejection would fail this file.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    isAway = false;
    await add('later');
    await expect.poll(() => done, { timeout: 60_000 }).toBe(1);
    await jobs.stop();
    await pool.end();
  });
});
