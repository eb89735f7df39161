// Prepared statements on connections of the query builder. It does not support statement names, so they are identified
// by their text: on hot paths, parsing and planning cost more than the execution.
import type { CompiledQuery, Kysely, PostgresPool, PostgresPoolClient, RawBuilder } from 'kysely';
import type pg from 'pg';
import { isCopyOut, receive, type TakeRow } from './copyOut.ts';

const names = new Map<string, string>();

/** From now on every connection keeps the statement prepared under this name. For texts that never change. */
export function keepPrepared(text: string, name: string): void {
  if (!names.has(text)) names.set(text, name);
}

/** Limit per name of composed statements, in case their texts vary more than expected. */
const MOST_OF_NAME = 30;
const putTogether = new Map<string, number>();

/** Runs a composed statement as a prepared one. Its text must be one of a few dozen. */
export async function runPrepared<T>(
  db: Kysely<unknown>,
  name: string,
  statement: RawBuilder<T>,
): Promise<T[]> {
  const compiled = statement.compile(db);
  const known = putTogether.get(name) ?? 0;
  if (!names.has(compiled.sql) && known < MOST_OF_NAME) {
    names.set(compiled.sql, `${name}-${known}`);
    putTogether.set(name, known + 1);
  }
  return (await db.executeQuery<T>(compiled as CompiledQuery<T>)).rows;
}

/** A pool for the query builder whose connections use prepared statements. */
export function preparing(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: string, values: readonly unknown[]) => {
      if (isCopyOut(text)) return receive(client, text, values[0] as TakeRow);
      const name = names.get(text);
      return name === undefined
        ? client.query(text, [...values])
        : client.query({ name, text, values: [...values] });
    };
    // The query builder uses cursors only if given a cursor class.
    return { query, release: () => client.release() } as unknown as PostgresPoolClient;
  };
  return {
    async connect() {
      const client = await pool.connect();
      let wrapped = known.get(client);
      if (!wrapped) {
        wrapped = wrap(client);
        known.set(client, wrapped);
      }
      return wrapped;
    },
    end: () => pool.end(),
  };
}
