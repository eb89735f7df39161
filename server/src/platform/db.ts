// Database access: pools, one type parser per number type, transactions. Independent of tables.
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, Transaction } from 'kysely';
import pg from 'pg';
import { preparing } from './prepared.ts';

// bigint and numeric arrive as text. Our ids and counters stay below 2^53, and money is not stored as numeric.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
/** Type number of bigint[] in PostgreSQL, which the library does not name. */
const INT8_ARRAY = 1016 as number as Parameters<typeof pg.types.getTypeParser>[0];
const asTexts = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => (string | null)[];
pg.types.setTypeParser(INT8_ARRAY, (text: string) =>
  asTexts(text).map((entry) => (entry === null ? null : Number(entry))),
);
// Local days are text, never an instant at some midnight.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** SQL is written as text (docs/decisions/2026-11-21-sql-as-text.md), so no table types are declared to the builder. */
export type Db = Kysely<unknown>;
export type Tx = Transaction<unknown>;

export interface Database {
  pool: pg.Pool;
  db: Db;
  /**
   * For read-only calls: every statement is its own transaction, which saves the round trips of BEGIN and COMMIT. Its
   * sessions are read-only. Consistency equals that of a READ COMMITTED transaction, in which each statement also sees
   * what was committed when it started.
   */
  reads: Tx;
  close(): Promise<void>;
}

interface Options {
  /** Connections that may write, and those of `reads` where it has not as many. */
  size?: number;
  /** Connections of `reads`. */
  readers?: number;
  onError?: (error: Error) => void;
  /** 60,000 unless given; 0: statements may take any time. */
  statementTimeoutMs?: number;
}

const SIZE = 16;

/**
 * Opens up to `size` read-write connections and up to `readers` read-only ones, each on demand; sessions use UTC and
 * cancel statements after 60 s.
 */
export function openDatabase(
  url: string,
  { size = SIZE, readers = size, onError, statementTimeoutMs = 60_000 }: Options = {},
): Database {
  const open = (max: number, settings: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      application_name: 'helioport',
      options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000 ${settings}`,
    });
    // An idle connection that breaks (a restarted database) is replaced by the pool; without a listener it would end us.
    pool.on('error', (error) => onError?.(error));
    // A connection may also fail between its creation and its first use.
    pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
    const dialect = new PostgresDialect({ pool: preparing(pool) });
    return { pool, db: new Kysely<unknown>({ dialect }), dialect };
  };
  const { pool, db } = open(size, '');
  const reading = open(readers, '-c default_transaction_read_only=on');
  return {
    pool,
    db,
    reads: withoutEnds(reading),
    async close() {
      await Promise.all([db.destroy(), reading.db.destroy()]);
    },
  };
}

/** What handlers take for their transaction: in it none can be begun, and it cannot be closed. */
const withoutEnds = ({ db, dialect }: { db: Db; dialect: PostgresDialect }): Tx =>
  new Transaction<unknown>({
    config: { dialect },
    dialect,
    // Required by the type only; the executor has its own driver.
    driver: dialect.createDriver(),
    executor: db.getExecutor(),
  });

/** Deadlock and serialization failure: PostgreSQL has undone the transaction, and another attempt can succeed. */
const REPEATABLE = new Set(['40P01', '40001']);
const ATTEMPTS = 4;
const PAUSE_MOST_MS = 40;

const isRepeatable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && REPEATABLE.has(String(error.code));

/**
 * Runs `work` in a transaction; read-only ones cannot write. `work` runs again if PostgreSQL rolled it back in favor of
 * another transaction, so it must change nothing but the database.
 */
export async function inTransaction<T>(
  db: Db,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction().setAccessMode(mode === 'read' ? 'read only' : 'read write');
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction.execute(work);
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRepeatable(error)) throw error;
    }
    // At different instants, so that the same two do not meet again.
    await sleep(Math.random() * PAUSE_MOST_MS * attempt);
  }
}
