// PDF layout: A4 with the brand's logo and name, and the building blocks of documents.
import { type PdfDefinition, pdfRuns } from '../platform/pdf.ts';
import type { Fact } from './report/content.ts';
import type { Logo } from './report/logo.ts';

export const MUTED = '#52606d';
const INK = '#1c2733';
const LINE = '#e3e8ed';
/** Points between the margins. */
export const PAPER_WIDTH = 515;
const COLUMNS = 3;
/** Of a cell that has a line below it. */
export const lined = { border: [false, false, false, true], borderColor: [LINE, LINE, LINE, LINE] };

interface Sheet {
  /** Of the file, as viewers show it. */
  title: string;
  /** Title, and a line below it. */
  head: string;
  span: string;
  brandName: string;
  logo: Logo;
  /** BCP-47 tag of the language. */
  tag: string;
  content: readonly unknown[];
}

/** A document with its head. */
export function paperOf({ title, head, span, brandName, logo, tag, content }: Sheet): PdfDefinition {
  return {
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 48],
    info: { title, creator: brandName },
    defaultStyle: { font: 'Latin', fontSize: 11, color: INK, lineHeight: 1.2 },
    content: [
      {
        columns: [
          'svg' in logo ? { ...logo, width: 28 } : { ...logo, fit: [120, 32] },
          { text: pdfRuns(brandName, tag), alignment: 'right', color: MUTED, margin: [0, 8, 0, 0] },
        ],
      },
      { text: pdfRuns(head, tag), fontSize: 20, bold: true, margin: [0, 16, 0, 0] },
      { text: pdfRuns(span, tag), color: MUTED, margin: [0, 0, 0, 14] },
      ...content,
    ],
  };
}

/** Facts side by side in rows of three. */
export function factsOnPaper(facts: readonly Fact[], tag: string): unknown {
  const cells = facts.map(({ label, value, sub }) => ({
    stack: [
      { text: pdfRuns(label, tag), fontSize: 9, color: MUTED },
      { text: pdfRuns(value, tag), fontSize: 14, bold: true },
      ...(sub === '' ? [] : [{ text: pdfRuns(sub, tag), fontSize: 8, color: MUTED }]),
    ],
    margin: [0, 4, 8, 4],
  }));
  return inColumns(cells, COLUMNS);
}

/** Cells side by side, row by row. */
export function inColumns(cells: readonly unknown[], columns: number): unknown {
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, i) =>
    Array.from({ length: columns }, (_unused, k) => cells[i * columns + k] ?? ''),
  );
  return {
    table: { widths: Array.from({ length: columns }, () => '*'), dontBreakRows: true, body: rows },
    layout: 'noBorders',
    margin: [0, 8, 0, 0],
  };
}
