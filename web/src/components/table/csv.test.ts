import { describe, expect, it } from 'vitest';
import { fileName, toCsv } from './csv.ts';

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

  it('writes numbers without what adding up leaves behind', () => {
    expect(toCsv(['kWh'], [[45.269999999999996], [67.33100000000002], [0.000001]])).toBe(
      '\uFEFFkWh\r\n45.27\r\n67.331\r\n0.000001\r\n',
    );
  });

  it('names files without commas and spaces', () => {
    expect(fileName('Energy, House: 2026/11.csv')).toBe('Energy_House_2026_11.csv');
  });
});
