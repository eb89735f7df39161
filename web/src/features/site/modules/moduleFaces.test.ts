import { expect, test } from 'vitest';
import { energyFigure, powerFigure } from '../../../components/base/amounts.ts';
import { expectedFace, medianFace, percent, rowFinder } from './moduleFaces.ts';
import type { ModuleRow } from './moduleRows.ts';

const palette = {
  surface: 'surface',
  ink: 'ink',
  alert: 'alert',
  scale: ['1', '2', '3', '4', '5', '6', '7'],
  scaleInk: ['1', '2', '3', '4', '5', '6', '7'],
};
const place = (sn: string, addr: number) => ({ input: { sn, addr } });
const row = (more: Partial<ModuleRow> = {}): ModuleRow => ({
  plcSN: 'A1_1',
  sn: 'A1',
  device: 'A1',
  modelName: '',
  addr: 1,
  isUndivided: false,
  isDead: false,
  planeId: 1,
  ratedW: null,
  nowW: 0,
  todayKwh: 0.737,
  totalKwh: 1,
  ratio: 1,
  noRatio: null,
  state: 'asleep',
  severity: 'none',
  reporting: 'asleep',
  lastReportAt: 1,
  ...more,
});
const at = place('A1', 1);

test('in standby, a module shows the energy of the day instead of a power of 0 W', () => {
  expect(medianFace(row(), at, palette)).toMatchObject({ fill: '4', text: energyFigure(0.737).text });
  expect(medianFace(row({ nowW: 50, reporting: 'live' }), at, palette)).toMatchObject({
    text: powerFigure(50).text,
  });
});

test('a module with energy today is not drawn as one without a reading', () => {
  const old = row({ nowW: null, ratio: null, reporting: 'stale' });
  expect(medianFace(old, at, palette)).toMatchObject({ fill: 'surface', text: energyFigure(0.737).text });
  expect(medianFace({ ...old, todayKwh: 0 }, at, palette).fill).toBeNull();
  expect(expectedFace(row(), at, undefined, palette).fill).toBe('surface');
});

test('modules that share the value of their device are neither hatched nor given its value', () => {
  const rowAt = rowFinder([row({ isUndivided: true, ratio: null })]);
  for (const addr of [1, 2]) {
    const one = place('A1', addr);
    expect(medianFace(rowAt(one), one, palette)).toEqual({ fill: 'surface' });
  }
});

test('a place without an input or without a row has no reading', () => {
  const rowAt = rowFinder([row()]);
  const empty = { input: null };
  expect(medianFace(rowAt(empty), empty, palette)).toEqual({ fill: null, isDashed: true });
  const other = place('A1', 2);
  expect(medianFace(rowAt(other), other, palette)).toEqual({ fill: null, isDashed: false });
});

test('modules that share the values of their device have its ratio to the expected energy', () => {
  const one = { producedKwh: 2.88, ratio: 1 };
  const shared = row({ isUndivided: true, ratio: null });
  expect(expectedFace(shared, place('A1', 2), one, palette)).toEqual({
    fill: '4',
    ink: '4',
    text: percent(1),
  });
  expect(expectedFace(row(), at, one, palette).small).toBe(energyFigure(2.88).text);
});
