// Disk full. PostgreSQL reports error 53100, which a trigger raises here, because filling a real disk requires mounting
// a file system.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addHealth } from '../../src/http/health.ts';
import { createPipeline, type Pipeline } from '../../src/ingest/accept.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let pipeline: Pipeline;

beforeAll(async () => {
  app = await startTestApp();
  const parts = { clock: app.now, log: createLog('silent'), metrics: createMetrics() };
  pipeline = createPipeline({ ...parts, pool: app.database.pool, rawFrameDays: 30 });
  addHealth(app.http, {
    databaseUrl: app.database.url,
    metrics: parts.metrics,
    isReady: () => true,
    opensLocally: true,
    lastStore: () => pipeline.lastOutcome(),
  });
});
afterAll(async () => {
  await pipeline.close();
  await app.close();
});

it('is told in a word, refuses no report for ever, and is over when there is room again', async () => {
  const { db } = app.database;
  const report = (sn: string) => ({
    kind: 'report' as const,
    sn,
    report: { kind: 'battery' as const, powerW: 5, channels: [] },
  });
  // The month has its table by now: one that is attached while a trigger is dropped may keep the trigger for ever.
  await pipeline.accept(report('A0000000'), 'http');
  await sql`
    create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    db,
  );
  const ready = () => app.http.inject({ method: 'GET', url: '/readyz', headers: { host: 'localhost' } });
  expect((await ready()).statusCode).toBe(200);
  // The small row of the probe may still find room where reports do not.
  await sql`
    create trigger full_disk before insert on reading for each row execute function full_disk()`.execute(db);
  const accepted = pipeline.accept(report('A0000001'), 'http');
  await expect.poll(async () => (await ready()).statusCode, { timeout: 60_000 }).toBe(503);
  expect((await ready()).json()).toEqual({ status: 'not ready', reason: 'disk-full' });
  // Read calls still succeed.
  expect((await app.anonymous.send('v1/common/country')).envelope.code).toBe(200);

  await sql`drop trigger full_disk on reading`.execute(db);
  expect((await accepted).status).toBe('stored');
  await expect.poll(async () => (await ready()).statusCode, { timeout: 60_000 }).toBe(200);
});
