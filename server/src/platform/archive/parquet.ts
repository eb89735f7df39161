// Tables as Parquet files, for programs that analyze data: row groups of a bounded size, with a pause for other requests
// between them.
import { setImmediate } from 'node:timers/promises';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { productVersion } from '../productVersion.ts';

/** `date` and `time` are ISO 8601 texts; `json` is any value. */
export type ParquetType = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'time' | 'json';

export interface ParquetColumn {
  name: string;
  type: ParquetType;
  /** The value of a row; null and undefined are unknown. */
  of(row: number): unknown;
}

/** Rows that are converted together. */
const GROUP_ROWS = 2_000;

const elements: Readonly<Record<ParquetType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT32' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

function encodedValue(type: ParquetType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'date' || type === 'time') return new Date(value as string);
  return type === 'json' ? JSON.stringify(value) : value;
}

/** A Parquet file with these rows. `notes` become metadata of the file. */
export async function parquetOf(
  rows: number,
  columns: readonly ParquetColumn[],
  notes: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const writer = new ByteWriter();
  const kvMetadata = Object.entries(notes).map(([key, value]) => ({ key, value }));
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...elements[type] })),
    ],
    // The writer gives an empty list the wrong element type, which strict readers reject.
    ...(kvMetadata.length > 0 ? { kvMetadata } : {}),
    createdBy: `Helioport ${productVersion}`,
  });
  for (let from = 0; from < rows; from += GROUP_ROWS) {
    const count = Math.min(GROUP_ROWS, rows - from);
    await file.write({
      columnData: columns.map(({ name, type, of }) => ({
        name,
        data: Array.from({ length: count }, (_, i) => encodedValue(type, of(from + i))),
      })),
      rowGroupSize: GROUP_ROWS,
    });
    await setImmediate();
  }
  await file.finish();
  return Buffer.from(writer.getBytes());
}
