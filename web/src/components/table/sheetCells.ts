// Rows as a spreadsheet has them: dates as dates, columns as wide as their texts. Pure.
import type { Cell } from './csv.ts';

/** `YYYY-MM-DD`, with or without a time of day and its offset from UTC, as all tables and files of the portal write instants. */
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?(?:Z|[+-]\d\d:\d\d)?)?$/;
const DAY_FORMAT = 'yyyy-mm-dd';
const TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss';
/** Characters. */
const [NARROWEST, WIDEST] = [8, 60];
/** Rows used to measure column widths: more change them little. */
const MEASURED_ROWS = 500;

/** The wall-clock time that a text writes, as the UTC instant by which a spreadsheet shows the same digits. */
function instantOf(text: string): { value: Date; format: string } | null {
  const found = INSTANT.exec(text);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0));
  const value = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second));
  // 2026-02-30 is a text.
  if (value.getUTCDate() !== day || value.getUTCMonth() !== month! - 1) return null;
  return { value, format: found[4] === undefined ? DAY_FORMAT : TIME_FORMAT };
}

/** Texts stay texts: nothing that a user has typed runs as a formula. Six decimals are finer than any measurement. */
export function sheetCell(cell: Cell) {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'number') return { value: Number(cell.toFixed(6)), type: Number };
  const instant = instantOf(cell);
  return instant ? { ...instant, type: Date } : { value: cell, type: String };
}

const lengthOf = (cell: Cell): number =>
  typeof cell === 'number' ? String(Number(cell.toFixed(6))).length : (cell?.length ?? 0);

/** Widths in characters, of the head and the first rows. */
export const sheetColumns = (header: readonly string[], rows: readonly (readonly Cell[])[]) =>
  header.map((title, i) => ({
    width: rows
      .slice(0, MEASURED_ROWS)
      .reduce(
        (width, row) => Math.min(WIDEST, Math.max(width, lengthOf(row[i]) + 2)),
        Math.max(NARROWEST, title.length + 2),
      ),
  }));

/** A valid sheet name: 31 characters, none of them `\ / ? * [ ] :`. */
export const sheetName = (name: string): string =>
  name
    .replaceAll(/[\\/?*[\]:]+/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31)
    .trim() || 'Helioport';
