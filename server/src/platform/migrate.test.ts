// A migration that changes very many rows runs in steps; after a kill between steps it resumes with the next one.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { tablesOf } from './backup/shape.ts';
import { migrate } from './migrate.ts';

const ROWS = 95;
const PLANTED = `-- in steps
with piece as (
  select id from planted where id > coalesce($1::bigint, 0) order by id limit 10
), done as (
  update planted p set n = n + 1 from piece where p.id = piece.id returning p.id
)
select max(id)::text as next, count(*) as rows from done
`;

let database: TestDatabase;
let folder: string;

/** The files of this version, and one more. */
function plant(name: string, text: string): void {
  fs.writeFileSync(path.join(folder, name), text);
}

const run = (onStep?: (name: string, rows: number) => void) =>
  migrate(database.url, async () => [], { folder, ...(onStep ? { onStep } : {}) });

const values = async () =>
  (
    await sql<{ n: number; of: number }>`
      select n::int as n, count(*)::int as of from planted group by 1 order by 1`.execute(database.db)
  ).rows;

const isUnderWay = async () =>
  (await sql<{ is: boolean }>`select to_regclass('migration_steps') is not null as is`.execute(database.db))
    .rows[0]!.is;

beforeAll(async () => {
  database = await freshDatabase({ staysWhole: true });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-migrations-'));
  fs.cpSync(new URL('../../migrations', import.meta.url), folder, { recursive: true });
});
afterAll(async () => {
  await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`drop table if exists planted`.execute(database.db);
  await sql`create table planted as select id, 0 as n from generate_series(1, ${ROWS}) id`.execute(
    database.db,
  );
});

it('goes on after its connection was killed half-way, and changes every row once', async () => {
  plant('9001_planted.sql', PLANTED);
  const progress: number[] = [];
  const killed = run((_, rows) => {
    progress.push(rows);
    if (rows !== 40) return;
    void database.pool.query(`select pg_terminate_backend(l.pid) from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.pid <> pg_backend_pid()
        and l.database = (select oid from pg_database where datname = current_database())`);
  });
  await expect(killed).rejects.toThrow();
  const before = progress.at(-1)!;
  expect(before).toBeGreaterThanOrEqual(40);
  expect(before).toBeLessThan(ROWS);
  // What was committed is there, and a backup taken now knows nothing of the place.
  expect((await values()).find(({ n }) => n === 1)?.of).toBeGreaterThanOrEqual(before);
  expect(await isUnderWay()).toBe(true);
  const client = await database.pool.connect();
  const tables = await tablesOf(client);
  client.release();
  expect(tables.map(({ name }) => name)).toContain('planted');
  expect(tables.map(({ name }) => name)).not.toContain('migration_steps');

  const again: number[] = [];
  expect(await run((_, rows) => again.push(rows))).toEqual(['9001_planted.sql']);
  expect(again[0]).toBeGreaterThan(before);
  expect(again.at(-1)).toBe(ROWS);
  expect(await values()).toEqual([{ n: 1, of: ROWS }]);
  expect(await isUnderWay()).toBe(false);
  expect(await run()).toEqual([]);
});

it('refuses steps that would never end, and steps that do not say where they are', async () => {
  plant('9002_stuck.sql', `-- in steps\nselect '1' as next, 0 as rows where $1::text is null or true\n`);
  await expect(run()).rejects.toThrow('9002_stuck.sql does not advance beyond 1');
  plant('9002_stuck.sql', `-- in steps\nselect 1 as rows where $1::text is null\n`);
  await expect(run()).rejects.toThrow('one row with next and rows');
});

it('begins anew where the text is another one than that which was killed', async () => {
  plant('9002_stuck.sql', PLANTED.replace('limit 10', 'limit 50'));
  expect(await run()).toEqual(['9002_stuck.sql']);
  expect(await values()).toEqual([{ n: 1, of: ROWS }]);
});
