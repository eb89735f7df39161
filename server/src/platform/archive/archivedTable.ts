// Rows of tables as an archive holds them: their columns by name, with references that mean the same on every server.
import { sql } from 'kysely';
import type { Tx } from '../db.ts';
import type { ParquetType } from './parquet.ts';

/**
 * What a column refers to: a device (serial number), devices, a user (email address), an uploaded picture (SHA-256), or
 * a row of a table of the archive, whose ids get new values at import.
 */
export type Reference = 'device' | 'devices' | 'user' | 'picture' | { idOf: string };

/** A table with rows of a plant. */
export interface ArchivedTable {
  table: string;
  /** Path in the archive, without its ending. */
  file: string;
  /** Without the plant. */
  columns: readonly string[];
  /** Names in the archive of columns that have another name there: the format stays when a column is renamed. */
  names?: Readonly<Record<string, string>>;
  /** Columns of the order, which is that of the primary key. */
  order: readonly string[];
  refs?: Readonly<Record<string, Reference>>;
  /** Columns whose values the importing version must support. */
  known?: Readonly<Record<string, readonly string[]>>;
  /** Types of its columns in a Parquet file in addition to the lines, for tables of energy. */
  types?: Readonly<Record<string, ParquetType>>;
  /** Of the table: other tables refer to it, and the database assigns it. */
  id?: 'id';
}

export type ArchivedRow = Record<string, unknown>;

/** Name of a column in an archive. */
export const archivedName = ({ names }: Pick<ArchivedTable, 'names'>, column: string): string =>
  names?.[column] ?? column;

const ROWS_AT_ONCE = 2_000;

/** The rows of a plant, some thousand at a time. */
export async function* rowsOf(
  tx: Tx,
  { table, columns, names, order }: Pick<ArchivedTable, 'table' | 'columns' | 'names' | 'order'>,
  siteId: number,
): AsyncGenerator<ArchivedRow[]> {
  const selected = columns.map((name) => sql`${sql.ref(name)} as ${sql.ref(archivedName({ names }, name))}`);
  await sql`
    declare archived_rows no scroll cursor for
    select to_jsonb(t) as row from (
      select ${sql.join(selected)} from ${sql.table(table)} where site_id = ${sql.lit(siteId)} order by ${sql.join(order.map((name) => sql.ref(name)))}) t`.execute(
    tx,
  );
  try {
    for (;;) {
      const { rows } = await sql<{ row: ArchivedRow }>`
        fetch ${sql.lit(ROWS_AT_ONCE)} from archived_rows`.execute(tx);
      if (rows.length > 0) yield rows.map(({ row }) => row);
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await sql`close archived_rows`.execute(tx).catch(() => undefined);
  }
}
