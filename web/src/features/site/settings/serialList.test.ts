import { describe, expect, it } from 'vitest';
import { serialsOf } from './serialList.ts';

describe('serialsOf', () => {
  it('reads lines, commas and semicolons, with names after the serials', () => {
    expect(serialsOf('30a12345\n 30A12346\tGarage roof \r\n\n30A12347, 30A12348;30A12349')).toEqual([
      { sn: '30a12345', alias: '' },
      { sn: '30A12346', alias: 'Garage roof' },
      { sn: '30A12347', alias: '' },
      { sn: '30A12348', alias: '' },
      { sn: '30A12349', alias: '' },
    ]);
    expect(serialsOf(' \n ')).toEqual([]);
  });
});
