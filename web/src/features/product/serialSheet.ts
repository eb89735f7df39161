// Spreadsheets in the form that the import of serial numbers reads.
import type { Cell } from '../../components/table/csv.ts';

/** The columns that the import reads, by the names that it recognizes in every language. */
const COLUMNS = ['Serial number', 'Model', 'Batch'] as const;

/** Saves rows that can be corrected and imported again; the import ignores `others`, which are further columns. */
export async function saveSerialSheet(
  name: string,
  others: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const { saveXlsx } = await import('../../components/table/xlsx.ts');
  await saveXlsx(name, [...COLUMNS, ...others], rows);
}
