// Uploaded spreadsheets: read in a thread with little memory and little time, so that no file can hold up the house.
import { Worker } from 'node:worker_threads';
import { fail } from './failure.ts';

/** What the parts of a file may unpack to; its 4 MB packed are the door's matter. */
const MOST_BYTES = 48 * 1_048_576;
const MEMORY_MB = 256;
const TIME_MS = 10_000;

interface Read {
  error?: string;
  isWhole?: boolean;
  rows?: string[][];
}

/** Threads that read now: more would take memory from everything else. */
let reading = 0;
const MOST_AT_ONCE = 2;

/**
 * The rows of the first sheet of an .xlsx file, as texts, empty rows included. Fails with `sheet.invalid` for anything
 * that is no such file or grows beyond reason, with `sheet.tooLong` for more than `mostRows`.
 */
export async function readSheetRows(data: Uint8Array, mostRows: number): Promise<string[][]> {
  if (reading >= MOST_AT_ONCE) fail('request.tooMany');
  reading += 1;
  try {
    const { rows, isWhole } = await inThread(data, mostRows);
    if (rows === undefined) return fail('sheet.invalid');
    if (!isWhole) fail('sheet.tooLong', { max: mostRows });
    return rows;
  } finally {
    reading -= 1;
  }
}

async function inThread(data: Uint8Array, mostRows: number): Promise<Read> {
  const worker = new Worker(new URL('./sheetWorker.mjs', import.meta.url), {
    workerData: { data, mostBytes: MOST_BYTES, mostRows },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Read>((resolve) => {
      timer = setTimeout(() => resolve({ error: 'too slow' }), TIME_MS);
      worker.once('message', resolve);
      // Out of memory, or anything else that the thread did not survive.
      worker.once('error', (error) => resolve({ error: String(error) }));
      worker.once('exit', () => resolve({ error: 'ended' }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
