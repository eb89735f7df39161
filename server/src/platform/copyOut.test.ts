import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { copyOut } from './copyOut.ts';
import { type Db, inTransaction, type Tx } from './db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** The fields of a row, each as its bytes; null for null. */
function fieldsOf(bytes: Buffer, from: number): (Buffer | null)[] {
  let at = from + 2;
  return Array.from({ length: bytes.readInt16BE(from) }, () => {
    const size = bytes.readInt32BE(at);
    at += 4 + Math.max(0, size);
    return size < 0 ? null : Buffer.from(bytes.subarray(at - size, at));
  });
}

async function copied(select: RawBuilder<unknown>, db: Db = database.db): Promise<(Buffer | null)[][]> {
  const rows: (Buffer | null)[][] = [];
  await copyOut(db, select, (bytes, at) => rows.push(fieldsOf(bytes, at)));
  return rows;
}

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

  it('come whole when one is longer than all that a connection hands over at once', async () => {
    const rows = await copied(
      sql`select repeat(chr(64 + n), ${300_000}) || n from generate_series(1, ${20}::int) n`,
    );
    expect(rows.map(([text]) => text?.toString())).toEqual(
      Array.from({ length: 20 }, (_, i) => `${String.fromCharCode(65 + i).repeat(300_000)}${i + 1}`),
    );
  });

  it('come one after the other where several are asked for at once, with notices between them', async () => {
    await inTransaction(database.db, 'write', async (tx) => {
      await sql`create function noisy(n int) returns int language plpgsql as
        $$ begin raise notice 'row %', n; return n; end $$`.execute(tx);
      const both = [1, 2].map((by) =>
        copied(sql`select noisy(n * ${by}) from generate_series(1, ${2_000}::int) n`, tx),
      );
      const after = next(tx);
      const [one, two] = await Promise.all(both);
      expect(one?.map(([n]) => n?.readInt32BE())).toEqual(Array.from({ length: 2_000 }, (_, i) => i + 1));
      expect(two?.at(-1)?.[0]?.readInt32BE()).toBe(4_000);
      expect(await after).toEqual([{ n: 7 }]);
    });
  });

  it('may be refused by who takes them, and the connection is as good as before', async () => {
    await inTransaction(database.db, 'read', async (tx) => {
      const refused = copyOut(tx, sql`select 1 from generate_series(1, ${50_000}::int)`, () => {
        throw new Error('not this one');
      });
      await expect(refused).rejects.toThrow('not this one');
      expect(await next(tx)).toEqual([{ n: 7 }]);
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
      await expect(copied(sql`select ${value}`)).rejects.toThrow(TypeError);
  });
});

describe('a copy that fails half way', () => {
  it('says so, ends its transaction, and leaves the connection as good as before', async () => {
    const backends = new Set<number>();
    await inTransaction(database.db, 'write', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      backends.add(rows[0]!.pid);
      await expect(copied(failing, tx)).rejects.toThrow('division by zero');
      await expect(next(tx)).rejects.toThrow('current transaction is aborted');
    }).catch(() => undefined);
    await inTransaction(database.db, 'read', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      expect(backends).toContain(rows[0]!.pid);
      expect(await next(tx)).toEqual([{ n: 7 }]);
      expect((await copied(sql`select 1 from generate_series(1, 3)`, tx)).length).toBe(3);
    });
  });

  it('is one of a transaction, which goes on from a savepoint', async () => {
    await inTransaction(database.db, 'write', async (tx) => {
      await sql`savepoint before`.execute(tx);
      await expect(copied(failing, tx)).rejects.toThrow('division by zero');
      await sql`rollback to savepoint before`.execute(tx);
      expect(await next(tx)).toEqual([{ n: 7 }]);
    });
  });

  it('ends when it is cancelled', async () => {
    await inTransaction(database.db, 'write', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const endless = copied(sql`select pg_sleep(600)`, tx);
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
      const endless = copied(sql`select pg_sleep(600)`, tx);
      endless.catch(() => undefined);
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await endless;
    });
    await expect(lost).rejects.toThrow();
    expect((await copied(sql`select 1`)).length).toBe(1);
  });
});
