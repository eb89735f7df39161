// The database: pool, one type parser per number type, transactions. Knows no table.
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
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

/** SQL is written as text (decision 003), so no table types are declared to the builder. */
export type Db = Kysely<unknown>;
export type Tx = Transaction<unknown>;

export interface Database {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

/** Opens a pool of up to `size` connections; sessions speak UTC and give up statements after 60 s. */
export function openDatabase(
  url: string,
  options: { size?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size ?? 16,
    application_name: 'helioport',
    options: '-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
  });
  // An idle connection that breaks (a restarted database) is replaced by the pool; without a listener it would end us.
  pool.on('error', (error) => options.onError?.(error));
  // A connection may also break between being made and being handed out.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return { pool, db, close: () => db.destroy() };
}

/** Runs `work` in a transaction; read-only ones cannot write even by mistake. */
export async function inTransaction<T>(
  db: Db,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await db
    .transaction()
    .setAccessMode(mode === 'read' ? 'read only' : 'read write')
    .execute(work);
}
