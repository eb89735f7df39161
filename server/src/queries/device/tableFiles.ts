// Long tables as files, written row by row and never in memory as a whole.
import { csvText } from '@helioport/domain/csv';
import { strToU8, Zip, ZipDeflate } from 'fflate';

export type TableCell = string | number | null;

export interface TableFile {
  mime: string;
  /** Takes rows and returns the bytes that are ready. */
  add(rows: readonly (readonly TableCell[])[]): Uint8Array;
  /** The bytes that are left. */
  end(): Uint8Array;
}

function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(cell) : csvText(cell);
}

const csvLines = (rows: readonly (readonly TableCell[])[]) =>
  Buffer.from(rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join(''));

/** RFC 4180 with a byte-order mark, so that spreadsheets read it as UTF-8. */
export function csvFile(head: readonly string[]): TableFile {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return Buffer.alloc(0);
    isBegun = true;
    return Buffer.concat([Buffer.from('\uFEFF'), csvLines([head])]);
  };
  return {
    mime: 'text/csv; charset=utf-8',
    add: (rows) => Buffer.concat([begin(), csvLines(rows)]),
    end: begin,
  };
}

/** Rows of a sheet at most, by the format. */
export const SHEET_ROWS = 1_048_576;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** What XML does not allow is left out. */
const escaped = (text: string) =>
  text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');

/** A, B … Z, AA …, from 0. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const sheetCell = (cell: TableCell, at: string) => {
  if (cell === null) return '';
  return typeof cell === 'number'
    ? `<c r="${at}"><v>${cell}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
};

/** Package parts that list the worksheets. */
function partsOf(sheets: number): Record<string, string> {
  const each = (text: (n: number) => string) =>
    Array.from({ length: sheets }, (_, i) => text(i + 1)).join('');
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
  };
}

/**
 * A workbook with a header on each worksheet. Rows beyond the capacity of a worksheet go to another one; `sheetRows` is
 * for tests.
 */
export function xlsxFile(head: readonly string[], sheetRows = SHEET_ROWS): TableFile {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const part = (name: string) => {
    const entry = new ZipDeflate(name, { level: 3 });
    zip.add(entry);
    return entry;
  };
  const columns = head.map((_, i) => letters(i));
  const sheetRow = (row: readonly TableCell[], number: number) =>
    `<row r="${number}">${row.map((cell, i) => sheetCell(cell, `${columns[i] ?? letters(i)}${number}`)).join('')}</row>`;
  let sheets = 0;
  let rowsLeft = 0;
  let sheet: ZipDeflate | undefined;
  const closeSheet = () => sheet?.push(strToU8('</sheetData></worksheet>'), true);
  const openSheet = () => {
    closeSheet();
    sheets++;
    rowsLeft = sheetRows - 1;
    sheet = part(`xl/worksheets/sheet${sheets}.xml`);
    sheet.push(strToU8(`${DECLARED}<worksheet xmlns="${MAIN}"><sheetData>${sheetRow(head, 1)}`));
  };
  const taken = () => Buffer.concat(ready.splice(0));
  openSheet();
  return {
    mime: `${TYPES}.sheet`,
    add(rows) {
      for (let from = 0; from < rows.length; ) {
        if (rowsLeft === 0) openSheet();
        const fitting = rows.slice(from, from + rowsLeft);
        const first = sheetRows - rowsLeft + 1;
        sheet?.push(strToU8(fitting.map((row, i) => sheetRow(row, first + i)).join('')));
        rowsLeft -= fitting.length;
        from += fitting.length;
      }
      return taken();
    },
    end() {
      closeSheet();
      for (const [name, text] of Object.entries(partsOf(sheets)))
        part(name).push(strToU8(`${DECLARED}${text}`), true);
      zip.end();
      return taken();
    },
  };
}
