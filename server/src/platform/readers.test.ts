// Reads from a replica, with two real databases under streaming replication: freshness, visibility of a user's own
// writes, and failure of the primary.
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandby } from '../../test/standby.ts';
import { testFolder } from '../../test/testFolder.ts';
import { type Database, inTransaction, openDatabase } from './db.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts';
import { createLog } from './log.ts';
import { type Readers, readersWithCopy } from './readers.ts';

const folder = fs.mkdtempSync(path.join(testFolder(), 'helioport-copy-'));
const BEHIND_MS = 1500;

let first: EmbeddedPostgres;
let second: EmbeddedPostgres;
let primary: Database;
let readers: Readers;

beforeAll(async () => {
  const home = path.join(folder, 'first');
  first = await startEmbeddedPostgres({ folder: home, restartPausesMs: [3_600_000] });
  primary = openDatabase(first.url, { size: 4, onError: () => undefined });
  await primary.pool.query('create table noted (id int primary key)');
  second = await startStandby(first.url, home, path.join(folder, 'second'));
  readers = readersWithCopy({
    primary,
    url: second.url,
    connections: 4,
    behindMs: BEHIND_MS,
    log: createLog('silent'),
  });
});

afterAll(async () => {
  await readers.close();
  await primary.close();
  await second.stop();
  await first.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Result of a read, and whether the replica answered. */
const look = (who: string) =>
  readers.read(who, async (tx) => {
    const { rows } = await sql<{ ids: number[]; isCopy: boolean }>`
      select (select coalesce(array_agg(id order by id), '{}') from noted) as ids, pg_is_in_recovery() as "isCopy"`.execute(
      tx,
    );
    return rows[0]!;
  });
const write = async (who: string, id: number) => {
  await inTransaction(primary.db, 'write', (tx) => sql`insert into noted values (${id})`.execute(tx));
  readers.wrote(who);
};
const onCopy = async (statement: string) => {
  const client = new pg.Client({ connectionString: second.url });
  await client.connect();
  await client.query(statement);
  await client.end();
};

describe('reads', () => {
  it('go to the copy, and to the database itself for whoever has just written', async () => {
    await expect.poll(async () => (await look('anna')).isCopy, { timeout: 60_000 }).toBe(true);
    await write('anna', 1);
    const own = await look('anna');
    expect(own).toEqual({ ids: [1], isCopy: false });
    expect((await look('bert')).isCopy).toBe(true);
    await expect.poll(() => look('anna'), { timeout: 60_000 }).toEqual({ ids: [1], isCopy: true });
  });

  it('are never further behind than was said, and come back to the copy when it has caught up', async () => {
    await onCopy('select pg_wal_replay_pause()');
    await write('anna', 2);
    expect(await look('bert')).toEqual({ ids: [1], isCopy: true });
    expect(await look('anna')).toEqual({ ids: [1, 2], isCopy: false });
    await expect.poll(() => look('bert'), { timeout: 60_000 }).toEqual({ ids: [1, 2], isCopy: false });
    await onCopy('select pg_wal_replay_resume()');
    await expect.poll(() => look('bert'), { timeout: 60_000 }).toEqual({ ids: [1, 2], isCopy: true });
  });

  it('go on without a copy that is gone', async () => {
    const gone = readersWithCopy({
      primary,
      url: second.url.replace(/:\d+\//, ':1/'),
      connections: 2,
      behindMs: BEHIND_MS,
      log: createLog('silent'),
    });
    const ids = await gone.read('bert', async (tx) => (await sql`select id from noted`.execute(tx)).rows);
    expect(ids).toHaveLength(2);
    await gone.close();
  });
});

describe('the copy', () => {
  it('has everything that was acknowledged when the first one is killed, and takes its place', async () => {
    await primary.pool.query("alter system set synchronous_standby_names = 'copy'");
    await primary.pool.query('select pg_reload_conf()');
    await expect
      .poll(
        async () =>
          (await primary.pool.query('select sync_state from pg_stat_replication')).rows.map(
            (row) => row.sync_state,
          ),
        { timeout: 60_000 },
      )
      .toEqual(['sync']);
    const acknowledged: number[] = [];
    let isKilled = false;
    const writing = [0, 1, 2, 3].map(async (lane) => {
      for (let id = 100 + lane; !isKilled; id += 4) {
        await primary.pool.query('insert into noted values ($1)', [id]);
        acknowledged.push(id);
      }
    });
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(200);
    const pid = first.pid();
    if (pid === undefined) throw new Error('it does not run');
    process.kill(pid, 'SIGKILL');
    isKilled = true;
    await Promise.allSettled(writing);
    await onCopy('select pg_promote()');
    const next = openDatabase(second.url, { size: 2 });
    const { rows } = await next.pool.query<{ id: number }>('select id from noted where id >= 100');
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await next.pool.query('insert into noted values (3)');
    await next.close();
  });
});
