// Bars as SVG that a page shows in light and dark: no library of the tree draws without a browser.
import { shown } from '../book.ts';

export interface Bar {
  name: string;
  value: number;
  /** Bars of one tone belong together. */
  tone: 0 | 1 | 2;
}

const WIDTH = 720;
const NAMES = 300;
const ROW = 26;
const HEAD = 40;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Bars one below the other. `goal`: a line across them. Log scale where the largest is over fifty times the least. */
export function barsSvg(title: string, unit: string, bars: readonly Bar[], goal?: number): string {
  const values = bars.map(({ value }) => value);
  const most = Math.max(...values, goal ?? 0);
  const least = Math.min(...values.filter((value) => value > 0));
  const isLog = most / least > 50;
  const plotWidth = WIDTH - NAMES - 90;
  const floor = least / 2;
  const lengthOf = (value: number) =>
    isLog
      ? (Math.log(Math.max(value, floor) / floor) / Math.log(most / floor)) * plotWidth
      : (value / most) * plotWidth;
  const height = HEAD + bars.length * ROW + 10;
  const rows = bars.map(({ name, value, tone }, i) => {
    const y = HEAD + i * ROW;
    const length = Math.max(1, lengthOf(value));
    return `<text x="${NAMES - 8}" y="${y + 16}" text-anchor="end">${escaped(name)}</text><rect class="t${tone}" x="${NAMES}" y="${y + 4}" width="${length.toFixed(1)}" height="${ROW - 8}" rx="2"/><text x="${(NAMES + length + 6).toFixed(1)}" y="${y + 16}">${shown(value)}</text>`;
  });
  const line =
    goal === undefined
      ? ''
      : `<line x1="${(NAMES + lengthOf(goal)).toFixed(1)}" x2="${(NAMES + lengthOf(goal)).toFixed(1)}" y1="${HEAD - 2}" y2="${height - 8}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<style>
svg{background:#fff;font:13px system-ui,sans-serif}text{fill:#24292f}.t0{fill:#2f6fb3}.t1{fill:#9aa5b1}.t2{fill:#b7791f}line{stroke:#c53030;stroke-dasharray:4 3}
@media (prefers-color-scheme:dark){svg{background:#0d1117}text{fill:#e6edf3}.t0{fill:#5aa0e6}.t1{fill:#6e7885}.t2{fill:#d69e2e}line{stroke:#fc8181}}
</style>
<text x="8" y="20" font-weight="600">${escaped(title)}</text><text x="${WIDTH - 8}" y="20" text-anchor="end">${escaped(unit)}${isLog ? ', log scale' : ''}</text>
${rows.join('\n')}
${line}
</svg>
`;
}
