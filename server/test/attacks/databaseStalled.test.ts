// A database that stops answering without closing its connections: calls are refused within about a second, and answered
// again as soon as it goes on.
import pg from 'pg';
import { expect, it } from 'vitest';
import { createDatabaseWatch } from '../../src/platform/databaseWatch.ts';
import { createLog } from '../../src/platform/log.ts';
import { freshDatabase, startTestApp } from '../harness.ts';
import { stallingProxy } from '../stallingProxy.ts';

it('calls are refused while the database does not answer, and let through when it does again', async () => {
  const database = await freshDatabase();
  const proxy = await stallingProxy(database.url);
  const watch = createDatabaseWatch({ url: proxy.url, log: createLog('silent'), everyMs: 20, withinMs: 300 });
  const pool = new pg.Pool({ connectionString: proxy.url });
  const read = () =>
    watch.whileAnswering(pool.query('select 1 as one').then(({ rows }) => rows[0] as unknown));
  watch.demandAnswering();
  expect(await read()).toEqual({ one: 1 });

  proxy.stall();
  await expect(read()).rejects.toThrow('server.busy');
  expect(() => watch.demandAnswering()).toThrow('server.busy');
  await expect(read()).rejects.toThrow('server.busy');

  proxy.resume();
  await expect
    .poll(() => {
      try {
        watch.demandAnswering();
        return 'answering';
      } catch {
        return 'refused';
      }
    })
    .toBe('answering');
  expect(await read()).toEqual({ one: 1 });
  await watch.close();
  await pool.end();
  await proxy.close();
  await database.close();
});

it('a call is answered with 503 meanwhile, also one that has begun to read', async () => {
  const other = await freshDatabase();
  const proxy = await stallingProxy(other.url);
  const watch = createDatabaseWatch({ url: proxy.url, log: createLog('silent'), everyMs: 20, withinMs: 300 });
  const app = await startTestApp({ limits: { watch } });
  expect((await app.anonymous.send('v1/common/country')).status).toBe(200);
  proxy.stall();
  await expect.poll(async () => (await app.anonymous.send('v1/common/country')).envelope.code).toBe(503);
  proxy.resume();
  await expect.poll(async () => (await app.anonymous.send('v1/common/country')).envelope.code).toBe(200);
  await app.close();
  await watch.close();
  await proxy.close();
  await other.close();
});

it('a call whose connection to the database breaks or is refused is answered with 503, not with 500', async () => {
  const other = await freshDatabase();
  const proxy = await stallingProxy(other.url);
  const pool = new pg.Pool({ connectionString: proxy.url });
  pool.on('error', () => undefined);
  const app = await startTestApp();
  app.http.get('/sleep', async () => await pool.query('select pg_sleep(60)'));
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const sleeping = fetch(`${url}/sleep`);
  const isSleeping = async () =>
    (await other.pool.query(`select from pg_stat_activity where query = 'select pg_sleep(60)'`)).rowCount;
  await expect.poll(isSleeping).toBe(1);
  await proxy.close();
  expect((await sleeping).status).toBe(503);
  expect((await fetch(`${url}/sleep`)).status).toBe(503);
  await app.close();
  await pool.end();
  await other.close();
});
