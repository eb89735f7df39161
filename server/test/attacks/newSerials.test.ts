// Invented serial numbers: frames need no authentication, so an attacker may invent a hundred thousand devices.

import { device } from '@helioport/contract/device';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../seed/make.ts';
import { seedMenus } from '../../seed/menus.ts';
import { type Accepted, createPipeline, type Pipeline } from '../../src/ingest/accept.ts';
import type { AdmissionLimits } from '../../src/ingest/newDevices.ts';
import { purgeUnclaimed } from '../../src/jobs/purgeUnclaimed.ts';
import { inTransaction } from '../../src/platform/db.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { countUnclaimed } from '../../src/repositories/unclaimed.ts';
import { startTestApp, type TestApp } from '../harness.ts';

const HOME = '192.0.2.1';

let app: TestApp;
let pipelines: Pipeline[] = [];
let metrics = createMetrics();

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await makeUser(tx, { email: 'admin@demo.test', group: 'administrator' });
  });
});
afterEach(async () => {
  await Promise.all(pipelines.splice(0).map((pipeline) => pipeline.close()));
  await sql`truncate reading, raw_frame, latest, call_counts, devices cascade`.execute(app.database.db);
});
afterAll(() => app.close());

function open(newSerials: AdmissionLimits): Pipeline {
  metrics = createMetrics();
  const pipeline = createPipeline({
    pool: app.database.pool,
    clock: app.now,
    log: createLog('silent'),
    metrics,
    rawFrameDays: 30,
    newSerials,
  });
  pipelines = [...pipelines, pipeline];
  return pipeline;
}
const serialOf = (i: number) => (0xa0000000 + i).toString(16).toUpperCase();
const report = (i: number) => ({
  kind: 'report' as const,
  sn: serialOf(i),
  report: { kind: 'battery' as const, powerW: i % 1000, channels: [] },
});
const kept = () => countUnclaimed(app.database.db);
const refused = (outcomes: readonly Accepted[]) =>
  outcomes.filter(({ refusal }) => refusal === 'tooManyNew').length;
const send = (pipeline: Pipeline, from: number, to: number, address?: string) =>
  Promise.all(
    Array.from({ length: to - from }, (_, i) => pipeline.accept(report(from + i), 'http', address)),
  );

describe('a hundred thousand serials that nobody has heard of', () => {
  it('are taken in up to the bound of all, and the list of them is told page by page', async () => {
    const pipeline = open({ perHour: 10, inAll: 3_000 });
    let refusals = 0;
    for (let from = 0; from < 100_000; from += 10_000) {
      const reports = Array.from({ length: 10_000 }, (_, i) => report(from + i));
      refusals += refused(await pipeline.acceptMany(reports, 'replay'));
    }
    const count = await kept();
    expect(count).toBeGreaterThanOrEqual(3_000);
    // What two batches under way bring does not see each other.
    expect(count).toBeLessThanOrEqual(7_000);
    expect(refusals).toBe(100_000 - count);
    const admin = await app.as('admin@demo.test');
    const { total, list } = await admin.call(device.listNoReg, { page: { page: 1, size: 20 } } as never);
    expect([total, list.length]).toEqual([count, 20]);
  }, 600_000);

  it('are taken in at the pace of a house from one address, in whatever process it knocks', async () => {
    const [one, other] = [open({ perHour: 100, inAll: 1_000 }), open({ perHour: 100, inAll: 1_000 })];
    const outcomes = [...(await send(one, 0, 90, HOME)), ...(await send(other, 90, 180, HOME))];
    expect(refused(outcomes)).toBe(80);
    expect(await kept()).toBe(100);
    // The next hour, and another address, have a bound of their own.
    expect(refused(await send(one, 200, 220, '192.0.2.2'))).toBe(0);
    await sql`update call_counts set until = now() - interval '1 second'`.execute(app.database.db);
    const third = open({ perHour: 100, inAll: 1_000 });
    expect(refused(await send(third, 300, 350, HOME))).toBe(0);
  });

  it('of one IPv6 network count together', async () => {
    const pipeline = open({ perHour: 5, inAll: 1_000 });
    const outcomes = [
      ...(await send(pipeline, 0, 5, '2001:db8::1')),
      ...(await send(pipeline, 5, 10, '2001:db8::2:1')),
    ];
    expect(refused(outcomes)).toBe(5);
  });

  it('do not keep out who is known: in a plant, or heard before', async () => {
    const pipeline = open({ perHour: 5, inAll: 6 });
    await inTransaction(app.database.db, 'write', async (tx) => {
      const plant = await makeSite(tx);
      await makeDevice(tx, plant.id, { serial: serialOf(900), kind: 'battery' });
    });
    expect(refused(await send(pipeline, 0, 50, HOME))).toBe(45);
    expect((await send(pipeline, 900, 901, HOME))[0]?.status).toBe('stored');
    app.setNow(app.now() + 120_000);
    const again = await send(pipeline, 0, 50, HOME);
    expect(again.filter(({ status }) => status === 'stored')).toHaveLength(5);
    const { values } = await metrics.framesRefused.get();
    expect(values).toMatchObject([{ labels: { door: 'http', reason: 'tooManyNew' }, value: 90 }]);
  });
});

describe('a serial that nobody claims', () => {
  it('is forgotten thirty days after its last report, with all that it said; others stay', async () => {
    const { db } = app.database;
    const pipeline = open({ perHour: 100, inAll: 100 });
    const start = app.now();
    await send(pipeline, 0, 3, HOME);
    await pipeline.accept(
      {
        kind: 'machine',
        sn: serialOf(9),
        message: {
          kind: 'allInOne',
          parts: { battery: { kind: 'battery', powerW: 5, channels: [] } },
        },
      },
      'http',
      HOME,
    );
    await sql`update devices set created_at = ${new Date(start)}`.execute(db);
    app.setNow(start + 10 * DAY_MS);
    await send(pipeline, 2, 3, HOME);
    const parts = { db, clock: app.now };
    app.setNow(start + 30 * DAY_MS - 1);
    expect(await purgeUnclaimed(parts)).toBe(0);
    app.setNow(start + 30 * DAY_MS + 1);
    expect(await purgeUnclaimed(parts)).toBe(3);
    const left = async (table: string) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;
    expect([await left('devices'), await left('reading'), await left('latest')]).toEqual([1, 2, 1]);
    // If it reports again, it is a new device.
    expect((await send(pipeline, 0, 1, HOME))[0]?.status).toBe('stored');
    app.setNow(start);
  });
});
