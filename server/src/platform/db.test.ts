import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction } from './db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table counted (id int primary key, n int not null)`.execute(database.db);
});
afterAll(() => database.close());

/** Resolves for all when so many have come. */
function meeting(of: number) {
  let come = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (++come === of) open();
    return all;
  };
}

describe('a transaction', () => {
  it('is repeated when another one that locks the same rows in the other order ended it', async () => {
    await sql`delete from counted`.execute(database.db);
    await sql`insert into counted values (1, 0), (2, 0)`.execute(database.db);
    const both = meeting(2);
    let runs = 0;
    const add = (first: number, second: number) =>
      inTransaction(database.db, 'write', async (tx) => {
        runs++;
        await sql`update counted set n = n + 1 where id = ${first}`.execute(tx);
        await both();
        await sql`update counted set n = n + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    expect(runs).toBe(3);
    const { rows } = await sql`select n from counted`.execute(database.db);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('is given up after a few attempts, and not repeated for other failures', async () => {
    let runs = 0;
    const failing = (code: string) =>
      inTransaction(database.db, 'write', async (tx) => {
        runs++;
        await sql`do ${sql.raw(`$$ begin raise exception 'planted' using errcode = '${code}'; end $$`)}`.execute(
          tx,
        );
      });
    await expect(failing('40001')).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(4);
    await expect(failing('23505')).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(5);
  });
});
