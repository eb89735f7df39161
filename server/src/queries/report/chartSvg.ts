// The bars of a report as a drawing for paper. The library that sets the PDF draws SVG with our fonts.
import { escapeHtml } from '../../platform/html.ts';
import { pdfRuns } from '../../platform/pdf.ts';
import type { ReportContent } from './content.ts';
import { largestOf } from './html.ts';
import type { Reader } from './reader.ts';

const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 16;
const TOP = 8;
const MUTED = '#52606d';
const BAR = '#e8a317';

/** Smallest of 1, 2, 5 times a power of ten of which four steps reach `largest`. */
export function niceStep(largest: number): number {
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? power * 10;
}

const fixed = (points: number) => points.toFixed(1);

/** Bars over a scale; a gap is no bar, and marked as one below the line. `width` in points. */
export function chartSvg({ unit, bars }: ReportContent['chart'], reader: Reader, width: number): string {
  const largest = largestOf(bars);
  const step = largest === 0 ? 1 : niceStep(largest);
  const top = largest === 0 ? 1 : step * Math.ceil(largest / step);
  const base = HEIGHT - BOTTOM;
  const y = (value: number) => base - (value / top) * (base - TOP);
  const slot = (width - LEFT) / Math.max(1, bars.length);
  const middle = (i: number) => LEFT + (i + 0.5) * slot;
  const text = (x: number, at: number, anchor: string, words: string) => {
    const font = pdfRuns(words, reader.tag).find((run) => run.font !== 'Latin')?.font ?? 'Latin';
    return `<text x="${fixed(x)}" y="${fixed(at)}" font-family="${font}" font-size="8" fill="${MUTED}" text-anchor="${anchor}">${escapeHtml(words)}</text>`;
  };
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step).flatMap((value) => [
    `<line x1="${LEFT}" y1="${fixed(y(value))}" x2="${width}" y2="${fixed(y(value))}" stroke="#d5dbe1" stroke-width="0.5"/>`,
    text(LEFT - 4, y(value) + 3, 'end', reader.number(value, 3)),
  ]);
  const columns = bars.flatMap(({ value, label }, i) => [
    value === null
      ? `<line x1="${fixed(middle(i) - slot * 0.3)}" y1="${base}" x2="${fixed(middle(i) + slot * 0.3)}" y2="${base}" stroke="${MUTED}" stroke-width="1" stroke-dasharray="1.5 1.5"/>`
      : `<rect x="${fixed(middle(i) - slot * 0.35)}" y="${fixed(y(value))}" width="${fixed(slot * 0.7)}" height="${fixed(base - y(value))}" fill="${BAR}"/>`,
    ...(label === '' ? [] : [text(middle(i), HEIGHT - 5, 'middle', label)]),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">${lines.join('')}${text(0, TOP + 3, 'start', unit)}${columns.join('')}</svg>`;
}
