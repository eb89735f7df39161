import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

/** The cells of a line as a spreadsheet of a locale reads them: quotes count at the start of a cell alone. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (line.charAt(i + 1) === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator || char === '\n' || char === '\r') {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}

const isFormula = (cell: string) => /^[\s"\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u.test(cell);
const starts = ['=1+1', '+1', '-1', '@SUM(1)', '\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20SUM(1)'];
const leads = [
  '',
  ' ',
  '\u00A0',
  '\t',
  '\r',
  '\n',
  '"',
  '\u200B',
  '\uFEFF',
  'a;',
  'a; ',
  'a;"',
  'a\t',
  'a|',
  'a\n',
  'a\r\n',
  'a;;',
  'a"b;',
  'a,b;',
  '";',
];

describe('a text in a spreadsheet file', () => {
  it.each([',', ';', '\t', '|'])('begins no formula where cells are separated by "%s"', (separator) => {
    for (const lead of leads)
      for (const start of starts) {
        const line = ['Plant', csvText(`${lead}${start}`), csvText('end')].join(',');
        for (const cell of cellsOf(line, separator)) expect(isFormula(cell), line).toBe(false);
        const alone = csvText(`${lead}${start}`);
        for (const cell of cellsOf(alone, separator)) expect(isFormula(cell), alone).toBe(false);
      }
  });

  it('stays as it is otherwise', () => {
    expect(csvText('House 3')).toBe('House 3');
    expect(csvText('a-b = c')).toBe('a-b = c');
    expect(csvText('me@home.test')).toBe('me@home.test');
    expect(csvText('Main, "old" roof')).toBe('"Main, ""old"" roof"');
    expect(csvText('one; two')).toBe('"one; two"');
  });
});
