// Uploaded spreadsheets and CSV files, read in a child process with bounds on memory and time.
import { fail } from './failure.ts';
import { type ChildBounds, runInChild } from './sandbox/childJob.ts';

const SCRIPT = new URL('./sandbox/sheetChild.mjs', import.meta.url);
const BOUNDS: ChildBounds = { heapMb: 320, memoryMb: 512, cpuMs: 10_000 };
/** Most decompressed bytes of a file; the upload limit bounds the compressed ones. */
const MOST_BYTES = 48 * 1_048_576;

interface SheetRead {
  isWhole: boolean;
  rows: string[][];
}

/**
 * The rows of the first sheet of an .xlsx file as texts, empty rows included. Fails with `sheet.invalid` for any other
 * file and for one that exceeds the bounds, with `sheet.tooLong` for more than `mostRows`, with `server.busy` if the
 * machine has no time to read it.
 */
export async function readSheetRows(data: Uint8Array, mostRows: number): Promise<string[][]> {
  const read = await runInChild<SheetRead>(SCRIPT, { data, mostBytes: MOST_BYTES, mostRows }, BOUNDS);
  if (!read.ok) return fail(read.failure === 'busy' ? 'server.busy' : 'sheet.invalid');
  if (!read.value.isWhole) fail('sheet.tooLong', { max: mostRows });
  return read.value.rows;
}

/** Bounds of a table with many rows. */
export interface TableBounds {
  rows: number;
  columns: number;
  cells: number;
}

const TABLE_BOUNDS: ChildBounds = { heapMb: 640, memoryMb: 900, cpuMs: 30_000 };
const TABLE_BYTES = 160 * 1_048_576;

/** The rows of a table, with the delimiter of its text; '' for a spreadsheet. */
export interface Table {
  rows: string[][];
  delimiter: string;
}

/**
 * The rows of a CSV file or of the first sheet of an .xlsx file as texts; formulas are their stored values, and empty lines
 * of a CSV file are left out. `unreadable`: it is neither; `tooLong`: it exceeds the bounds. Fails with `server.busy` if
 * the machine has no time to read it.
 */
export async function readTable(
  data: Uint8Array,
  { rows, columns, cells }: TableBounds,
): Promise<Table | 'unreadable' | 'tooLong'> {
  const isText = !(data[0] === 0x50 && data[1] === 0x4b);
  const read = await runInChild<SheetRead & Table>(
    SCRIPT,
    { data, isText, mostBytes: TABLE_BYTES, mostRows: rows, mostColumns: columns, mostCells: cells },
    TABLE_BOUNDS,
  );
  if (!read.ok && read.failure === 'busy') fail('server.busy');
  if (!read.ok) return read.failure === 'failed' ? 'unreadable' : 'tooLong';
  return read.value.isWhole ? read.value : 'tooLong';
}
