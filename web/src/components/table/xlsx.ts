import { type Cell, saveFile } from './csv.ts';

/** Input of the worker. */
export interface SheetRequest {
  /** Name of the sheet within the file. */
  name: string;
  header: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** More rows no spreadsheet opens, the head among them. */
const MOST_ROWS = 1_048_576;

/**
 * Saves rows as an .xlsx file, written by a thread of its own. Rejects where they are too many for a spreadsheet, and
 * ends quietly when it is aborted.
 */
export async function saveXlsx(
  name: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  signal?: AbortSignal,
): Promise<void> {
  if (rows.length >= MOST_ROWS) throw new Error(`${rows.length} rows are too many for a spreadsheet`);
  const thread = new Worker(new URL('./xlsxWorker.ts', import.meta.url), { type: 'module' });
  try {
    const written = await new Promise<Blob | null>((resolve, reject) => {
      signal?.addEventListener('abort', () => resolve(null), { once: true });
      thread.onmessage = ({ data }: MessageEvent<Blob | { error: string }>) =>
        data instanceof Blob ? resolve(data) : reject(new Error(data.error));
      thread.onerror = ({ message }) => reject(new Error(message));
      thread.postMessage({ name, header, rows } satisfies SheetRequest);
    });
    if (written) saveFile(`${name}.xlsx`, written);
  } finally {
    thread.terminate();
  }
}
