// What the store's statements run on: a connection of the pool on the hot path, a handler's transaction elsewhere.
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../platform/db.ts';
import { keepPrepared } from '../platform/prepared.ts';

/** A connection inside a transaction. `pg.ClientBase` is one. */
export interface Queryable {
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** The same over a Kysely transaction, or for statements of their own over the database. */
export const over = (tx: Db | Tx): Queryable => ({
  async query<R extends pg.QueryResultRow>({ name, text, values }: pg.QueryConfig) {
    if (name !== undefined) keepPrepared(text, name);
    const { rows, numAffectedRows } = await tx.executeQuery<R>(CompiledQuery.raw(text, values ?? []));
    return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) };
  },
});
