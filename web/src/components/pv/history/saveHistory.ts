// Reads all pages of a history for a file, one after the other.
import { device } from '@helioport/contract/device';
import { call } from '../../../api/client.ts';
import { type Cell, saveCsv } from '../../table/csv.ts';
import type { FileKind } from '../../table/saveRows.ts';
import { saveXlsx } from '../../table/xlsx.ts';
import { withOffset } from '../plantClock.ts';
import { type Read, tableRead } from '../reading.ts';
import { type HistoryColumn, headOf } from './historyColumns.ts';

const PAGE = 5000;

interface HistoryRequest {
  sid: string;
  sn: string;
  rangeDate: string;
}

interface FileOptions {
  name: string;
  kind: FileKind;
  /** Which columns to write, in the order of the answer; undefined: all. */
  ids: readonly string[] | undefined;
  read: Read;
  timeHead: string;
  statusHead: string;
  onRows: (count: number) => void;
  signal: AbortSignal;
}

/** Saves a period as a file, oldest first. Reports the number of rows loaded; ends without an error when aborted. */
export async function saveHistory(request: HistoryRequest, options: FileOptions): Promise<void> {
  const { ids, read, onRows, signal } = options;
  const rows: Cell[][] = [];
  let columns: readonly HistoryColumn[] = [];
  let before: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof fetchPage>> = tableRead(
      await fetchPage(request, before, signal),
      read,
    );
    if (signal.aborted) return;
    columns = page.columns;
    const places = columns.flatMap(({ id }, i) => (ids === undefined || ids.includes(id) ? [i] : []));
    for (const { at, status, values } of page.rows)
      rows.push([withOffset(at, page.timezone), ...places.map((i) => values[i]), status]);
    onRows(rows.length);
    before = page.next;
  } while (before !== null);
  const written = columns.filter(({ id }) => ids === undefined || ids.includes(id));
  const head = [options.timeHead, ...written.map(headOf), options.statusHead];
  if (options.kind === 'csv') saveCsv(options.name, head, rows.toReversed());
  else await saveXlsx(options.name, head, rows.toReversed(), signal);
}

const fetchPage = (request: HistoryRequest, before: number | null, signal: AbortSignal) =>
  call(device.historyRows, { ...request, before, size: PAGE }, { signal, quiet: false });
