import { describe, expect, test } from 'vitest';
import { playbackDataOf } from '../../../../components/pv/playback/playbackData.ts';
import type { Place } from '../model/places.ts';
import { ratiosAt, stepOfRatio, stepOfValue } from './frames.ts';

const played = (values: (number | null)[][]) => ({
  measure: 'power',
  unit: 'W',
  per: 1,
  startAt: 0,
  stepMs: 300_000,
  count: 10,
  modules: values.map((own, i) => ({ plcSN: `X_${i + 1}`, addr: i + 1, first: 3, values: own })),
});
const places = (count: number, more: Partial<Place> = {}): Place[] =>
  Array.from({ length: count }, (_, i) => ({
    key: String(i),
    xM: i,
    yM: 0,
    rotationDeg: 0,
    isLandscape: false,
    planeId: 1,
    ratedW: 400,
    input: { sn: 'X', addr: i + 1 },
    ...more,
  }));

describe('a played day', () => {
  test('knows its span, its peak, and a gap from a zero', () => {
    const playback = playbackDataOf(
      played([
        [0, 100],
        [null, 90, 80],
      ]),
    );
    expect(playback).toMatchObject({ first: 3, last: 5, peak: 4, most: 100 });
    expect([playback.valueAt('X_1', 3), playback.valueAt('X_2', 3), playback.valueAt('X_1', 2)]).toEqual([
      0,
      null,
      null,
    ]);
    expect(playback.valuesOf('X_2')).toEqual([null, null, null, null, 90, 80, null, null, null, null]);
  });

  test('opens a running day at its newest step, and at the peak after dark', () => {
    expect(playbackDataOf(played([[20, 100, 60]]))).toMatchObject({ opening: 5, peak: 4 });
    expect(playbackDataOf(played([[20, 100, 60, 9]]))).toMatchObject({ opening: 4, last: 6 });
  });

  test('compares within the plane and per watt, not where there is too little to compare', () => {
    const playback = playbackDataOf(played([[100], [100], [100], [50]]));
    expect(ratiosAt(playback, places(4), 'power', 3).get('X_4')).toBe(0.5);
    const small = places(4).map((place, i) => (i === 3 ? { ...place, ratedW: 200 } : place));
    expect(ratiosAt(playback, small, 'power', 3).get('X_4')).toBe(1);
    expect(ratiosAt(playback, places(3), 'power', 3).size).toBe(0);
    expect(ratiosAt(playback, places(4, { planeId: null }), 'power', 3).size).toBe(0);
    expect(ratiosAt(playbackDataOf(played([[5], [5], [5], [1]])), places(4), 'power', 3).size).toBe(0);
  });

  test('finds the step of the scale', () => {
    expect([0.2, 0.7, 1, 1.04, 1.3, 9].map(stepOfRatio)).toEqual([0, 0, 3, 3, 6, 6]);
    expect([0, 50, 100].map((value) => stepOfValue(value, 100))).toEqual([0, 3, 6]);
  });
});
