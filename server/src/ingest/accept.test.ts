import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createLiveFeed } from '../timeseries/ingestion/live.ts';
import { dropOldRaw } from '../timeseries/retention/partitions.ts';
import { createPipeline, type Pipeline } from './accept.ts';
import { Unavailable } from './storeFaults.ts';

const NOW = Date.UTC(2026, 5, 21, 12);
const BDM_2250 =
  '793e00401400000f0f0f0f00003400c3c3c3c301000086000042975f21b0100001093cf0107c0906e65f21102662025f21482553022a2183277d022a2167244a02233ab430';
const BDM_400 = '7926004014ffffffffffffffff1c00c3c3c3c3785634120000755752172010002bfe31cf145c1a0684487f17fd';
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('the pipeline', () => {
  let database: TestDatabase;
  let pipeline: Pipeline;
  let now = NOW;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    await pipeline.close();
    await database.close();
  });
  beforeEach(async () => {
    await pipeline?.close();
    now = NOW;
    await sql`truncate reading, raw_frame, latest, site_latest, dirty_day, devices cascade`.execute(
      database.db,
    );
    pipeline = createPipeline({
      pool: database.pool,
      clock: () => now,
      log: createLog('silent'),
      metrics: createMetrics(),
      rawFrameDays: 30,
    });
  });
  const rows = async <T>(table: string) =>
    (await sql<T>`select * from ${sql.table(table)} order by 1, 2, 3`.execute(database.db)).rows;

  it('stores a frame, its bytes and the newest values of an unknown serial', async () => {
    expect(await pipeline.accept({ kind: 'frame', bytes: bytes(BDM_2250) }, 'http')).toEqual({
      status: 'stored',
    });
    const [report] = await rows<Record<string, unknown>>('reading');
    expect(report).toMatchObject({
      site_id: 0,
      power: 15126,
      status_bits: 0,
      state: 6,
      ch_power: [3806, 3728, 3951, 3640],
    });
    const [raw] = await rows<{ bytes: Buffer; checks: number }>('raw_frame');
    expect(raw?.bytes.toString('hex')).toBe(BDM_2250);
    expect(raw?.checks).toBe(7);
    expect(await rows('latest')).toHaveLength(1);
    expect(await rows('dirty_day')).toHaveLength(0);
  });

  it('takes identical bytes within a minute for a retry, and later ones for a new reading', async () => {
    const arrival = { kind: 'frame', bytes: bytes(BDM_400) } as const;
    expect((await pipeline.accept(arrival, 'http')).status).toBe('stored');
    now += 59_000;
    expect((await pipeline.accept(arrival, 'http')).status).toBe('repeated');
    now += 2_000;
    expect((await pipeline.accept(arrival, 'http')).status).toBe('stored');
    expect(await rows('reading')).toHaveLength(2);
  });

  it('recognises a retry within one batch and across processes', async () => {
    const arrival = { kind: 'frame', bytes: bytes(BDM_400) } as const;
    const parts = { clock: () => now, log: createLog('silent'), metrics: createMetrics(), rawFrameDays: 30 };
    const other = createPipeline({ ...parts, pool: database.pool });
    const outcomes = await Promise.all(
      [pipeline, pipeline, other, other].map((one) => one.accept(arrival, 'http')),
    );
    expect(outcomes.map((o) => o.status).sort()).toEqual(['repeated', 'repeated', 'repeated', 'stored']);
    expect(await rows('reading')).toHaveLength(1);
    await other.close();
  });

  it('keeps two different frames of the same millisecond apart', async () => {
    const second = bytes(BDM_400);
    second[25] = 1;
    await Promise.all(
      [bytes(BDM_400), second].map((b) => pipeline.accept({ kind: 'frame', bytes: b }, 'http')),
    );
    expect(await rows('reading')).toHaveLength(2);
  });

  /** One reading of each of `count` unclaimed serial numbers. */
  const fromMany = (of: Pipeline, count: number, first: number) =>
    Array.from({ length: count }, (_, i) =>
      of.accept(
        {
          kind: 'report',
          sn: (0xd0000000 + first + i).toString(16).toUpperCase(),
          report: { kind: 'battery', powerW: 1, channels: [] },
        },
        'mqtt',
      ),
    );

  it.each([
    { companyMs: 60_000, name: 'gather behind two batches that are being stored', batches: 3 },
    { companyMs: 1, name: 'do not wait long for company', batches: 4 },
  ])('single readings $name', async ({ companyMs, batches }) => {
    const metrics = createMetrics();
    const of = createPipeline({
      pool: database.pool,
      clock: () => now,
      log: createLog('silent'),
      metrics,
      rawFrameDays: 30,
      companyMs,
    });
    const held = await database.pool.connect();
    await held.query('begin; lock table devices in access exclusive mode');
    // On another connection: within a transaction, pg_stat_activity is a fixed snapshot.
    const underWay = async (count: number) => {
      const query = `select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      for (let tries = 0; tries < 500; tries++) {
        const { rows: found } = await database.pool.query<{ waiting: number }>(query);
        if (found[0]!.waiting >= count) return;
        await sleep(10);
      }
      throw new Error(`${count} batches are not under way`);
    };
    const accepted = fromMany(of, 1, 0);
    try {
      await underWay(1);
      accepted.push(...fromMany(of, 1, 1));
      await underWay(2);
      accepted.push(...fromMany(of, 20, 2));
      // Longer than the gathering time of a batch.
      if (batches > 3) await underWay(3);
      else await sleep(30);
      accepted.push(...fromMany(of, 20, 22));
      if (batches > 3) await underWay(4);
    } finally {
      await held.query('commit');
      held.release();
    }
    await Promise.all(accepted);
    await of.close();
    const values = (await metrics.batchReadings.get()).values;
    const worth = (end: string) => values.find(({ metricName }) => metricName?.endsWith(end))?.value;
    expect([worth('_count'), worth('_sum')]).toEqual([batches, 42]);
  });

  it('does not let one bad reading fail its neighbours', async () => {
    const report = (powerW: number) => ({ kind: 'meter', powerW, channels: [] }) as const;
    const arrivals = Array.from({ length: 50 }, (_, i) => ({
      kind: 'report' as const,
      sn: (0xd0000000 + i).toString(16),
      // Exceeds the range of the column; the parsers of the endpoints would have rejected it.
      report: report(i === 17 ? 1e12 : i),
      atMs: NOW - i * 1000,
    }));
    const outcomes = await pipeline.acceptMany(arrivals, 'replay');
    expect(outcomes[17]).toEqual({ status: 'refused', refusal: 'notStorable' });
    expect(outcomes.filter((o) => o.status === 'stored')).toHaveLength(49);
    const single = await Promise.all(
      arrivals.slice(10, 25).map((a) => pipeline.accept({ ...a, atMs: a.atMs - 60_000 }, 'mqtt')),
    );
    expect(single.filter((o) => o.status === 'stored')).toHaveLength(14);
    expect(await rows('reading')).toHaveLength(49 + 14);
  });

  it('refuses what says that it is of the future, or of long ago', async () => {
    const at = (atMs: number) => pipeline.accept({ kind: 'frame', bytes: bytes(BDM_400), atMs }, 'replay');
    expect(await at(NOW + 11 * 60_000)).toEqual({ status: 'refused', refusal: 'inTheFuture' });
    expect(await at(Date.UTC(1990, 1))).toEqual({ status: 'refused', refusal: 'tooOld' });
    expect((await at(NOW + 9 * 60_000)).status).toBe('stored');
    expect((await at(Date.UTC(2019, 1))).status).toBe('stored');
  });

  it('waits for a database that is away for a moment, and loses nothing', async () => {
    const killer = new pg.Client({ connectionString: database.url });
    await killer.connect();
    const cutting = (async () => {
      for (let i = 0; i < 6; i++) {
        await sleep(40);
        await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        );
      }
    })();
    const arrivals = Array.from({ length: 400 }, (_, i) => {
      const frame = bytes(BDM_400);
      frame[19] = i & 0xff;
      frame[20] = i >> 8;
      return frame;
    });
    const outcomes: string[] = [];
    for (let i = 0; i < arrivals.length; i += 20) {
      const batch = arrivals
        .slice(i, i + 20)
        .map((b) => pipeline.accept({ kind: 'frame', bytes: b }, 'http'));
      outcomes.push(...(await Promise.all(batch)).map((o) => o.status));
    }
    await cutting;
    await killer.end();
    expect(outcomes).not.toContain('refused');
    await expect.poll(async () => (await rows('reading')).length).toBe(400);
  });

  it('says that it is busy rather than take more than it can hold', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        kind: 'frame' as const,
        bytes: bytes(BDM_400),
        atMs: NOW - 1000 * i,
      }));
    const first = pipeline.acceptMany(many(3_000), 'replay');
    await expect(pipeline.acceptMany(many(20_000), 'replay')).rejects.toThrow(Unavailable);
    expect((await first).filter((o) => o.status === 'stored')).toHaveLength(3_000);
  });

  it('drops whole weeks of bytes when their time is over', async () => {
    const at = (daysAgo: number) => {
      now = NOW - daysAgo * 86_400_000;
      return pipeline.accept({ kind: 'frame', bytes: bytes(BDM_400) }, 'http');
    };
    await at(60);
    await at(20);
    await at(0);
    expect(await rows('raw_frame')).toHaveLength(3);
    expect((await dropOldRaw(database.db, 30, NOW)).length).toBeGreaterThan(0);
    expect(await rows('raw_frame')).toHaveLength(2);
    expect(await rows('reading')).toHaveLength(3);
    expect(await dropOldRaw(database.db, 30, NOW)).toEqual([]);
  });

  it('keeps the bytes of replayed frames only where they are young enough', async () => {
    for (const days of [1, 40]) {
      await pipeline.accept(
        { kind: 'frame', bytes: bytes(BDM_400), atMs: NOW - days * 86_400_000 },
        'replay',
      );
    }
    expect(await rows('reading')).toHaveLength(2);
    expect(await rows('raw_frame')).toHaveLength(1);
  });

  it('tells who listens which plants have news', async () => {
    const live = createLiveFeed(database.url, createLog('silent'));
    await expect.poll(() => live.isConnected()).toBe(true);
    const announced: number[] = [];
    live.subscribe((ids) => announced.push(...ids));
    const site = await inTransaction(database.db, 'write', async (tx) => {
      const { id } = await makeSite(tx);
      await makeDevice(tx, id, { serial: '12345678' });
      return id;
    });
    await pipeline.accept({ kind: 'frame', bytes: bytes(BDM_400) }, 'http');
    await expect.poll(() => announced).toEqual([site]);
    await live.close();
  });
});
