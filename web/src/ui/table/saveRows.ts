import { saveCsv } from './csv.ts';
import type { Column } from './DataTable.tsx';

/** Saves rows as CSV under a name, with all columns that can be exported, shown or not. */
export function saveRows<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const written = columns.flatMap(({ title, text, unit }) =>
    text ? [{ title: unit ? `${title} (${unit})` : title, text }] : [],
  );
  saveCsv(
    name,
    written.map((column) => column.title),
    rows.map((row) => written.map((column) => column.text(row))),
  );
}
