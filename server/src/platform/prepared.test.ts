import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { inTransaction, type Tx } from './db.ts';
import { keepPrepared, runPrepared } from './prepared.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const read = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(database.db, 'read', work);

/** The statements that the connection of a transaction keeps, by name. */
const keptBy = async (tx: Tx): Promise<Map<string, string>> => {
  const { rows } = await sql<{ name: string; text: string }>`
    select name, statement as text from pg_prepared_statements`.execute(tx);
  return new Map(rows.map(({ name, text }) => [name, text]));
};

describe('a statement that is kept prepared', () => {
  it('is kept by the connection under its name, and any other is not', async () => {
    keepPrepared('select 40 + $1::int as n', 'planted-sum');
    await read(async (tx) => {
      const query = sql<{ n: number }>`select 40 + ${2}::int as n`;
      expect((await query.execute(tx)).rows).toEqual([{ n: 42 }]);
      await sql`select 41 + ${2}::int as n`.execute(tx);
      const kept = await keptBy(tx);
      expect(kept.get('planted-sum')).toBe('select 40 + $1::int as n');
      expect([...kept.values()].filter((text) => text.includes('41 +'))).toEqual([]);
    });
  });

  it('gets a name by its text where it is put together', async () => {
    await read(async (tx) => {
      const columns = (names: string[]) => sql<Record<string, number>>`
        select ${sql.join(names.map((name) => sql`${7}::int as ${sql.ref(name)}`))}`;
      for (const names of [['a'], ['a', 'b'], ['a']]) {
        const [row] = await runPrepared(tx, 'planted', columns(names));
        expect(row).toEqual(Object.fromEntries(names.map((name) => [name, 7])));
      }
      const names = [...(await keptBy(tx)).keys()].filter((name) => name.startsWith('planted-'));
      expect(names.filter((name) => name !== 'planted-sum').length).toBe(2);
    });
  });
});
