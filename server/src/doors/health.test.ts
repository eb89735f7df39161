import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { createMetrics } from '../platform/metrics.ts';
import { addHealth } from './health.ts';

const TOKEN = 'a-secret-of-the-house';
const metrics = createMetrics();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The doors over a Fastify of their own, as every probe is remembered for a moment. */
async function doors(isReady = () => true, metricsToken?: string, isStopping = () => false) {
  const own = await startTestApp();
  addHealth(own.http, {
    ...{ db: app.database.db, metrics, isReady, isStopping, metricsToken },
    refreshGauges: async () => metrics.rollupLagSeconds.set(7),
  });
  const get = (url: string, from = '127.0.0.1', headers: Record<string, string> = {}) =>
    own.http.inject({ method: 'GET', url, remoteAddress: from, headers });
  return { get, close: () => own.close() };
}

describe('those who watch the server', () => {
  it('learn whether it lives and whether it may be asked', async () => {
    const { get, close } = await doors();
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
    await close();
    const starting = await doors(() => false);
    expect((await starting.get('/readyz')).statusCode).toBe(503);
    expect((await starting.get('/readyz')).json()).toEqual({ status: 'not ready', reason: 'starting' });
    expect((await starting.get('/healthz')).statusCode).toBe(200);
    await starting.close();
    const stopping = await doors(undefined, undefined, () => true);
    expect((await stopping.get('/readyz')).json()).toEqual({ status: 'not ready', reason: 'stopping' });
    await stopping.close();
  });

  it('are told that the disk is full where nothing can be written, though everything can be read', async () => {
    const { db } = app.database;
    await sql`
      create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
      db,
    );
    await sql`create trigger full_disk before insert or update on settings execute function full_disk()`.execute(
      db,
    );
    const { get, close } = await doors();
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready', reason: 'disk-full' }]);
    const outside = await get('/readyz', '192.0.2.7');
    expect([outside.statusCode, outside.json()]).toEqual([503, { status: 'not ready' }]);
    await sql`drop trigger full_disk on settings`.execute(db);
    await close();
  });

  it('read its figures in the text form of Prometheus, brought up to date before', async () => {
    const { get, close } = await doors();
    const answer = await get('/metrics');
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toContain('helioport_rollup_lag_seconds 7');
    for (const name of [
      'reports_stored_total',
      'checksum_mismatches_total',
      'sign_mismatches_total',
      'mqtt_refused_total',
      'request_seconds',
    ]) {
      expect(answer.body).toContain(`helioport_${name}`);
    }
    await close();
  });

  it('read them from this machine or with the token, and not through a proxy that stands on it', async () => {
    const { get, close } = await doors(() => true, TOKEN);
    expect((await get('/metrics', '192.0.2.7')).statusCode).toBe(404);
    expect((await get('/metrics', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await get('/metrics', '192.0.2.7', bearer('wrong'))).statusCode).toBe(404);
    expect((await get('/metrics', '192.0.2.7', bearer(TOKEN))).statusCode).toBe(200);
    await close();
    const open = await doors();
    expect((await open.get('/metrics', '192.0.2.7', bearer('anything'))).statusCode).toBe(404);
    await open.close();
  });
});
