import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { measuresNamedIn, strayMeasures } from './measureSql.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('no file but the catalogue names columns of measures in SQL', () => {
  expect(strayMeasures(root)).toEqual([]);
});

it.each([
  ['select ac_voltage from reading', 'ac_voltage'],
  ['select r.power from reading r', 'r.power'],
  ['update latest set ch_power = null', 'ch_power'],
])('sees %s', (statement, column) => {
  expect(measuresNamedIn(`const x = sql\`${statement}\`;`)).toEqual([column]);
});

it.each([['select sl.power from site_latest sl'], ['select l.day_wh from latest l'], ['select powerOf(x)']])(
  'does not see %s',
  (statement) => {
    expect(measuresNamedIn(`const x = sql\`${statement}\`;`)).toEqual([]);
  },
);
