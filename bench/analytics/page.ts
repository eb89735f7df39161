// The section of docs/analytics.md that the checks write.
import type { Result } from './result.ts';

const BEGIN = '<!-- results: written by npm run analytics -->';
const END = '<!-- end of results -->';

export interface Group {
  readonly title: string;
  readonly results: readonly Result[];
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function table({ title, results }: Group): string {
  const rows = results.map(({ what, expected, result, isMet }) => {
    const outcome = isMet === null ? 'reported' : isMet ? 'met' : '**missed**';
    return `| ${cell(what)} | ${cell(expected)} | ${cell(result)} | ${outcome} |`;
  });
  return [`### ${title}`, '', '| Check | Expected | Result | |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/** The tables of all groups. */
export const section = (groups: readonly Group[]): string => groups.map(table).join('\n\n');

/** The page with the section between its markers replaced. */
export function withSection(page: string, text: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('docs/analytics.md lacks the markers of the results');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`;
}
