import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { copyOut } from './copyOut.ts';
import { inTransaction, type Tx } from './db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Fields of all rows, each as its bytes; null for null. */
function fieldsOf(bytes: Buffer): (Buffer | null)[][] {
  const rows: (Buffer | null)[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const count = bytes.readInt16BE(at);
    at += 2;
    rows.push(
      Array.from({ length: count }, () => {
        const size = bytes.readInt32BE(at);
        at += 4 + Math.max(0, size);
        return size < 0 ? null : bytes.subarray(at - size, at);
      }),
    );
  }
  return rows;
}

const copied = async (select: RawBuilder<unknown>) => fieldsOf(await copyOut(database.db, select));

/** Fails at its last row, when all others are on their way. */
const failing = sql`select 1 / (${200_000}::int - n) from generate_series(1, ${200_000}) n`;

const next = async (tx: Tx) => (await sql<{ n: number }>`select 7 as n`.execute(tx)).rows;

describe('rows that are copied out', () => {
  it('come whole, however many they are', async () => {
    const rows = await copied(
      sql`select n, null, repeat('x', n % 50) from generate_series(1, ${30_000}::int) n`,
    );
    expect(rows.length).toBe(30_000);
    rows.forEach(([n, nothing, text], i) => {
      if (n?.readInt32BE() !== i + 1 || nothing !== null || text?.length !== (i + 1) % 50)
        throw new Error(`row ${i} is another`);
    });
  });

  it('may be none', async () => {
    expect(await copied(sql`select 1 where false`)).toEqual([]);
  });

  it('are those of the values that were put in, whatever stands in these', async () => {
    const text = `a'b\\c $1 $2 -- "d"; select`;
    const instant = new Date('2026-06-10T11:12:13.456Z');
    const [row] = await copied(
      sql`select ${text}::text, 3 -${-4}, ${instant} = timestamptz '2026-06-10 11:12:13.456Z'`,
    );
    expect(row?.map((field) => field?.toString('latin1'))).toEqual([text, '\0\0\0\x07', '\x01']);
  });

  it('are refused for values that nobody wrote a form for', async () => {
    for (const value of [0.5, Number.NaN, true, null, [1], 2 ** 60])
      await expect(copyOut(database.db, sql`select ${value}`)).rejects.toThrow(TypeError);
  });
});

describe('a copy that fails half way', () => {
  it('says so, ends its transaction, and leaves the connection as good as before', async () => {
    const backends = new Set<number>();
    await inTransaction(database.db, 'write', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      backends.add(rows[0]!.pid);
      await expect(copyOut(tx, failing)).rejects.toThrow('division by zero');
      await expect(next(tx)).rejects.toThrow('current transaction is aborted');
    }).catch(() => undefined);
    await inTransaction(database.db, 'read', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      expect(backends).toContain(rows[0]!.pid);
      expect(await next(tx)).toEqual([{ n: 7 }]);
      expect(fieldsOf(await copyOut(tx, sql`select 1 from generate_series(1, 3)`)).length).toBe(3);
    });
  });

  it('is one of a transaction, which goes on from a savepoint', async () => {
    await inTransaction(database.db, 'write', async (tx) => {
      await sql`savepoint before`.execute(tx);
      await expect(copyOut(tx, failing)).rejects.toThrow('division by zero');
      await sql`rollback to savepoint before`.execute(tx);
      expect(await next(tx)).toEqual([{ n: 7 }]);
    });
  });

  it('ends when it is cancelled', async () => {
    await inTransaction(database.db, 'write', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const endless = copyOut(tx, sql`select pg_sleep(600)`);
      const cancel = async () => {
        for (;;) {
          const { rows: busy } = await database.pool.query(
            `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and query like 'copy %' and state = 'active'`,
            [rows[0]!.pid],
          );
          if (busy.length > 0) return;
        }
      };
      await Promise.all([cancel(), expect(endless).rejects.toThrow('canceling statement')]);
    });
    expect((await copied(sql`select 1`)).length).toBe(1);
  });

  it('fails with its connection', async () => {
    const lost = inTransaction(database.db, 'write', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const endless = copyOut(tx, sql`select pg_sleep(600)`);
      endless.catch(() => undefined);
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await endless;
    });
    await expect(lost).rejects.toThrow();
    expect((await copied(sql`select 1`)).length).toBe(1);
  });
});
