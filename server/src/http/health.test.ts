import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, startTestApp, type TestApp } from '../../test/harness.ts';
import { createMetrics } from '../platform/metrics.ts';
import { addHealth } from './health.ts';

const TOKEN = 'a-secret-of-the-house';
const metrics = createMetrics();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The endpoints over a Fastify of their own, because the newest answer is cached. */
async function endpoints(options: Partial<Parameters<typeof addHealth>[1]> = {}) {
  const own = await startTestApp();
  addHealth(own.http, {
    databaseUrl: app.database.url,
    metrics,
    isReady: () => true,
    opensLocally: true,
    everyMs: 100,
    refreshGauges: async () => metrics.rollupLagSeconds.set(7),
    ...options,
  });
  const get = (url: string, from = '127.0.0.1', headers: Record<string, string> = {}) =>
    own.http.inject({
      method: 'GET',
      url,
      remoteAddress: from,
      headers: { host: 'localhost:8080', ...headers },
    });
  return { get, close: () => own.close() };
}

describe('those who watch the server', () => {
  it('learn whether it lives and whether it may be asked', async () => {
    const { get, close } = await endpoints();
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
    await close();
    const starting = await endpoints({ isReady: () => false });
    expect((await starting.get('/readyz')).statusCode).toBe(503);
    expect((await starting.get('/readyz')).json()).toEqual({ status: 'not ready', reason: 'starting' });
    expect((await starting.get('/healthz')).statusCode).toBe(200);
    await starting.close();
    const stopping = await endpoints({ isStopping: () => true });
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
    const { get, close } = await endpoints();
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready', reason: 'disk-full' }]);
    const outside = await get('/readyz', '192.0.2.7');
    expect([outside.statusCode, outside.json()]).toEqual([503, { status: 'not ready' }]);
    await sql`drop trigger full_disk on settings`.execute(db);
    await close();
  });

  it('are warned of a disk that fills up, and told of one that is full or does not answer', async () => {
    const storeFolders = [os.tmpdir()];
    const low = await endpoints({ storeFolders, lowBytes: Number.POSITIVE_INFINITY });
    expect((await low.get('/readyz')).json()).toEqual({ status: 'ready', warnings: ['disk-low'] });
    expect((await low.get('/readyz', '192.0.2.7')).json()).toEqual({ status: 'ready' });
    await low.close();
    const full = await endpoints({ storeFolders, fullBytes: Number.POSITIVE_INFINITY });
    expect((await full.get('/readyz')).json()).toEqual({ status: 'not ready', reason: 'disk-full' });
    await full.close();
    const gone = await endpoints({ storeFolders: [path.join(os.tmpdir(), 'helioport-not-there')] });
    expect((await gone.get('/readyz')).json()).toEqual({ status: 'not ready', reason: 'storage' });
    await gone.close();
  });

  it('are told of a database that takes no writes, as a standby takes none', async () => {
    const other = await freshDatabase();
    const name = other.url.split('/').at(-1) ?? '';
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(app.database.db);
    const { get, close } = await endpoints({ databaseUrl: other.url });
    expect((await get('/readyz')).json()).toEqual({ status: 'not ready', reason: 'read-only' });
    await close();
    await other.close();
  });

  it('get figures although the database does not deliver the newest', async () => {
    let runs = 0;
    const { get, close } = await endpoints({
      refreshGauges: () => {
        runs++;
        return new Promise(() => undefined);
      },
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/metrics')));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(runs).toBe(1);
    await close();
  });

  it('read its figures in the text form of Prometheus, brought up to date before', async () => {
    const { get, close } = await endpoints();
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
    const { get, close } = await endpoints({ metricsToken: TOKEN, opensLocally: true });
    expect((await get('/metrics', '192.0.2.7')).statusCode).toBe(404);
    expect((await get('/metrics', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
    const authorization = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await get('/metrics', '192.0.2.7', authorization('wrong'))).statusCode).toBe(404);
    expect((await get('/metrics', '192.0.2.7', authorization(TOKEN))).statusCode).toBe(200);
    expect((await get('/metrics', '127.0.0.1', { host: 'portal.example' })).statusCode).toBe(404);
    expect((await get('/metrics', '127.0.0.1', { origin: 'https://evil.example' })).statusCode).toBe(404);
    await close();
    const proxied = await endpoints({ opensLocally: false });
    expect((await proxied.get('/metrics')).statusCode).toBe(404);
    expect((await proxied.get('/readyz')).json()).toEqual({ status: 'ready' });
    await proxied.close();
    const open = await endpoints();
    expect((await open.get('/metrics', '192.0.2.7', authorization('anything'))).statusCode).toBe(404);
    await open.close();
  });
});
