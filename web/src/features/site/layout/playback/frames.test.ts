import { describe, expect, test } from 'vitest';
import { filmOf } from '../../../../components/pv/playback/film.ts';
import type { Place } from '../model/places.ts';
import { ratiosAt, stepOfRatio, stepOfValue } from './frames.ts';

const played = (values: (number | null)[][]) => ({
  ...{ measure: 'power', unit: 'W', per: 1, startAt: 0, stepMs: 300_000, count: 10 },
  modules: values.map((own, i) => ({ plcSN: `X_${i + 1}`, addr: i + 1, first: 3, values: own })),
});
const places = (count: number, more: Partial<Place> = {}): Place[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ key: String(i), xM: i, yM: 0, rotationDeg: 0, isLandscape: false, planeId: 1, ratedW: 400 },
    ...{ input: { sn: 'X', addr: i + 1 } },
    ...more,
  }));

describe('a played day', () => {
  test('knows its span, its peak, and a gap from a zero', () => {
    const film = filmOf(
      played([
        [0, 100],
        [null, 90, 80],
      ]),
    );
    expect(film).toMatchObject({ first: 3, last: 5, peak: 4, most: 100 });
    expect([film.valueAt('X_1', 3), film.valueAt('X_2', 3), film.valueAt('X_1', 2)]).toEqual([0, null, null]);
    expect(film.valuesOf('X_2')).toEqual([null, null, null, null, 90, 80, null, null, null, null]);
  });

  test('opens a running day at its newest step, and at the peak after dark', () => {
    expect(filmOf(played([[20, 100, 60]]))).toMatchObject({ opening: 5, peak: 4 });
    expect(filmOf(played([[20, 100, 60, 9]]))).toMatchObject({ opening: 4, last: 6 });
  });

  test('compares within the plane and per watt, not where there is too little to compare', () => {
    const film = filmOf(played([[100], [100], [100], [50]]));
    expect(ratiosAt(film, places(4), 'power', 3).get('X_4')).toBe(0.5);
    const small = places(4).map((place, i) => (i === 3 ? { ...place, ratedW: 200 } : place));
    expect(ratiosAt(film, small, 'power', 3).get('X_4')).toBe(1);
    expect(ratiosAt(film, places(3), 'power', 3).size).toBe(0);
    expect(ratiosAt(film, places(4, { planeId: null }), 'power', 3).size).toBe(0);
    expect(ratiosAt(filmOf(played([[5], [5], [5], [1]])), places(4), 'power', 3).size).toBe(0);
  });

  test('finds the step of the scale', () => {
    expect([0.2, 0.7, 1, 1.04, 1.3, 9].map(stepOfRatio)).toEqual([0, 0, 3, 3, 6, 6]);
    expect([0, 50, 100].map((value) => stepOfValue(value, 100))).toEqual([0, 3, 6]);
  });
});
