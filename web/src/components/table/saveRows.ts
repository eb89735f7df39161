import { saveCsv } from './csv.ts';
import type { Column } from './DataTable.tsx';

export type FileKind = 'csv' | 'xlsx';

/**
 * Saves rows under a name, with all columns that can be exported, visible or not. The spreadsheet writer is loaded on
 * demand.
 */
export async function saveRows<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  kind: FileKind = 'csv',
): Promise<void> {
  const written = columns.flatMap(({ title, text, unit }) =>
    text ? [{ title: unit ? `${title} (${unit})` : title, text }] : [],
  );
  const head = written.map((column) => column.title);
  const cells = rows.map((row) => written.map((column) => column.text(row)));
  if (kind === 'csv') saveCsv(name, head, cells);
  else await (await import('./xlsx.ts')).saveXlsx(name, head, cells);
}
