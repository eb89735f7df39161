// Spreadsheet text that is safe to open.
import { csvText } from '@helioport/domain/csv';

export type Cell = string | number | null | undefined;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  // Six decimals are finer than anything that is measured, and end what adding up leaves behind (45.269999999999996).
  if (typeof cell === 'number') return String(Number(cell.toFixed(6)));
  return csvText(cell);
}

/** RFC 4180 text with a byte-order mark, so that spreadsheets read it as UTF-8. Numbers keep the decimal point. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}

/** A file name valid on every system, without characters special to shells or spreadsheets. */
export const fileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|,;\s]+/g, '_');

/** Downloads a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName(name);
  link.click();
  // Some browsers have not copied the data immediately after the click; revoke it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const saveCsv = (name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${name}.csv`, new Blob([toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
