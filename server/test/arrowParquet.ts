// Reads Parquet with the implementation of the Arrow project, which shares no code with the writer of archives.
import { tableFromIPC } from '@uwdata/flechette';
import { readParquet } from 'parquet-wasm/node';

export interface ArrowParquet {
  rows: Record<string, unknown>[];
  /** Metadata of the file. */
  notes: ReadonlyMap<string, string>;
}

/** The rows of a Parquet file; days and instants are dates, unknown values null. */
export function arrowParquetOf(data: Uint8Array): ArrowParquet {
  const stream = readParquet(data).intoIPCStream();
  const table = tableFromIPC(stream, { useDate: true });
  const rows = table.toArray().map((row) => ({ ...(row as Record<string, unknown>) }));
  return { rows, notes: table.schema.metadata ?? new Map() };
}
