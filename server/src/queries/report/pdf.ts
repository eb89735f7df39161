// A report on paper: one sheet of A4 with the brand's logo, its sentence, figures, bars and devices.
import { type PdfDefinition, pdfRuns, setPdf } from '../../platform/pdf.ts';
import { factsOnPaper, lined, MUTED, PAPER_WIDTH, paperOf } from '../paper.ts';
import { chartSvg } from './chartSvg.ts';
import type { ReportContent } from './content.ts';
import type { Logo } from './logo.ts';
import type { Reader } from './reader.ts';

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
  return paperOf({
    title: content.subject,
    head: content.siteName,
    span: content.span,
    brandName,
    logo,
    tag: reader.tag,
    content: [
      { text: runs(first), fontSize: 15, margin: [0, 0, 0, 4] },
      ...[...others, ...content.notes].map((text) => ({ text: runs(text), margin: [0, 2, 0, 2] })),
      factsOnPaper([...content.facts, content.condition], reader.tag),
      ...(content.chart.bars.length === 0
        ? []
        : [
            { text: runs(content.chart.title), bold: true, margin: [0, 10, 0, 4] },
            { svg: chartSvg(content.chart, reader, PAPER_WIDTH), width: PAPER_WIDTH },
          ]),
      ...devicesOf(content, runs),
      ...findingsOf(content, runs),
    ],
  });
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

function findingsOf({ findings }: ReportContent, runs: (text: string) => unknown) {
  if (findings === null) return [];
  const { title, note, rows, total } = findings;
  const amounts = (energy: string, money: string) => [
    { text: runs(energy), alignment: 'right', ...lined },
    { text: runs(money), alignment: 'right', color: MUTED, ...lined },
  ];
  return [
    { text: runs(title), bold: true, margin: [0, 14, 0, 4] },
    ...(total === null
      ? []
      : [
          {
            table: {
              widths: ['*', 80, 70],
              dontBreakRows: true,
              body: [
                ...rows.map(({ name, sub, energy, money }) => [
                  {
                    stack: [{ text: runs(name) }, ...(sub === '' ? [] : [{ text: runs(sub), color: MUTED }])],
                    ...lined,
                  },
                  ...amounts(energy, money),
                ]),
                [{ text: runs(total.name), bold: true, ...lined }, ...amounts(total.energy, total.money)],
              ],
            },
          },
        ]),
    { text: runs(note), color: MUTED, margin: [0, 4, 0, 0] },
  ];
}
