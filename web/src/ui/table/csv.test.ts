import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('spreadsheet text', () => {
  it('quotes what needs it and disarms formulas, but leaves negative numbers numbers', () => {
    const text = toCsv(
      ['name', 'power'],
      [
        ['a,"b"', -5],
        ['=1+1', null],
        ['-x', 2.5],
      ],
    );
    expect(text).toBe('\uFEFFname,power\r\n"a,""b""",-5\r\n\'=1+1,\r\n\'-x,2.5\r\n');
  });
});
