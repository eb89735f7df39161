// A report on paper: one sheet of A4 with the brand's logo, its sentence, figures, bars and devices.
import { type PdfDefinition, pdfRuns, setPdf } from '../../platform/pdf.ts';
import { chartSvg } from './chartSvg.ts';
import type { Fact, ReportContent } from './content.ts';
import type { Logo } from './logo.ts';
import type { Reader } from './reader.ts';

const INK = '#1c2733';
const MUTED = '#52606d';
const LINE = '#e3e8ed';
/** Points between the margins of A4. */
const WIDTH = 515;
const COLUMNS = 3;
/** Of a cell that has a line below it. */
const lined = { border: [false, false, false, true], borderColor: [LINE, LINE, LINE, LINE] };

interface Sheet {
  content: ReportContent;
  reader: Reader;
  brandName: string;
  logo: Logo;
}

/** The PDF of a report. */
export const reportPdf = (sheet: Sheet): Promise<Uint8Array> =>
  setPdf(definitionOf(sheet), pdfRuns(`${sheet.brandName} · ${sheet.content.asOf}`, sheet.reader.tag));

/** `Helioport_2026-11.pdf`: what a folder of reports is sorted by. */
export const pdfName = (sid: string, { from, to }: { from: string; to: string }): string =>
  `${sid}_${from}${from === to ? '' : `_${to}`}.pdf`;

function definitionOf({ content, reader, brandName, logo }: Sheet): PdfDefinition {
  const runs = (text: string) => pdfRuns(text, reader.tag);
  const [first = '', ...others] = content.sentences;
  const factCell = ({ label, value, sub }: Fact) => ({
    stack: [
      { text: runs(label), fontSize: 9, color: MUTED },
      { text: runs(value), fontSize: 14, bold: true },
      ...(sub === '' ? [] : [{ text: runs(sub), fontSize: 8, color: MUTED }]),
    ],
    margin: [0, 4, 8, 4],
  });
  return {
    pageSize: 'A4',
    pageMargins: [40, 40, 40, 48],
    info: { title: content.subject, creator: brandName },
    defaultStyle: { font: 'Latin', fontSize: 11, color: INK, lineHeight: 1.2 },
    content: [
      {
        columns: [
          'svg' in logo ? { ...logo, width: 28 } : { ...logo, fit: [120, 32] },
          { text: runs(brandName), alignment: 'right', color: MUTED, margin: [0, 8, 0, 0] },
        ],
      },
      { text: runs(content.siteName), fontSize: 20, bold: true, margin: [0, 16, 0, 0] },
      { text: runs(content.span), color: MUTED, margin: [0, 0, 0, 14] },
      { text: runs(first), fontSize: 15, margin: [0, 0, 0, 4] },
      ...[...others, ...content.notes].map((text) => ({ text: runs(text), margin: [0, 2, 0, 2] })),
      grid([...content.facts, content.verdict].map(factCell)),
      ...(content.chart.bars.length === 0
        ? []
        : [
            { text: runs(content.chart.title), bold: true, margin: [0, 10, 0, 4] },
            { svg: chartSvg(content.chart, reader, WIDTH), width: WIDTH },
          ]),
      ...devicesOf(content, runs),
    ],
  };
}

/** Cells side by side in rows of three. */
function grid(cells: readonly unknown[]) {
  const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, i) =>
    Array.from({ length: COLUMNS }, (_unused, k) => cells[i * COLUMNS + k] ?? ''),
  );
  return {
    table: { widths: Array.from({ length: COLUMNS }, () => '*'), body: rows },
    layout: 'noBorders',
    margin: [0, 8, 0, 0],
  };
}

function devicesOf({ devices }: ReportContent, runs: (text: string) => unknown) {
  if (devices.rows.length === 0) return [];
  return [
    { text: runs(devices.title), bold: true, margin: [0, 14, 0, 4] },
    {
      table: {
        widths: ['*', 'auto', 70, 45],
        dontBreakRows: true,
        body: devices.rows.map(({ name, sn, energy, share }) => [
          { text: runs(name), ...lined },
          { text: name === sn ? '' : sn, color: MUTED, ...lined },
          { text: runs(energy), alignment: 'right', ...lined },
          { text: share, alignment: 'right', color: MUTED, ...lined },
        ]),
      },
    },
  ];
}
