// Uploaded spreadsheets, read in a child process with bounds on memory and time.
import { fail } from './failure.ts';
import { type ChildBounds, runInChild } from './sandbox/childJob.ts';

const SCRIPT = new URL('./sandbox/sheetChild.mjs', import.meta.url);
const BOUNDS: ChildBounds = { heapMb: 320, memoryMb: 512, timeMs: 10_000 };
/** Bytes that the parts of a file may unpack to; the upload limit bounds them packed. */
const MOST_BYTES = 48 * 1_048_576;

interface SheetRead {
  isWhole: boolean;
  rows: string[][];
}

/**
 * The rows of the first sheet of an .xlsx file as texts, empty rows included. Fails with `sheet.invalid` for any other
 * file and for one that exceeds the bounds, with `sheet.tooLong` for more than `mostRows`.
 */
export async function readSheetRows(data: Uint8Array, mostRows: number): Promise<string[][]> {
  const read = await runInChild<SheetRead>(SCRIPT, { data, mostBytes: MOST_BYTES, mostRows }, BOUNDS);
  if (!read.ok) return fail('sheet.invalid');
  if (!read.value.isWhole) fail('sheet.tooLong', { max: mostRows });
  return read.value.rows;
}
