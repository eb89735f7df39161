import { describe, expect, test } from 'vitest';
import { added } from './commands.ts';
import { plainDrawing, readDrawing } from './drawing.ts';
import type { Plan } from './history.ts';
import type { Place } from './places.ts';
import { differenceOf } from './saving.ts';

const place = (xM: number): Omit<Place, 'key'> => ({
  xM,
  yM: 0,
  rotationDeg: 0,
  isLandscape: false,
  planeId: null,
  ratedW: null,
  input: null,
});
const base: Plan = {
  places: new Map([
    ['7', { ...place(1), key: '7' }],
    ['8', { ...place(2), key: '8' }],
  ]),
  zones: [],
};

describe('a drawing that is not saved', () => {
  test('comes back through JSON with what it began from: moved, taken away and new', () => {
    const { plan } = added(base, [place(3), place(4)]);
    const places = new Map(plan.places);
    places.delete('8');
    places.set('7', { ...place(1.5), key: '7' });
    const zones = [{ id: -1, name: 'S', tiltDeg: 30, azimuthDeg: 180 }];
    const drawn = { base, version: 4, plan: { places, zones } };
    const back = readDrawing(JSON.parse(JSON.stringify(plainDrawing(drawn))));
    expect(back.version).toBe(4);
    const { addKeys: _keys, ...wanted } = differenceOf(base, drawn.plan);
    expect(differenceOf(back.base, back.plan)).toMatchObject(wanted);
    expect(wanted).toMatchObject({ remove: [8], edit: [{ id: 7, xM: 1.5 }], newZones: [-1] });
    expect(wanted.add).toHaveLength(2);
  });

  test('shares no key with what is drawn afterwards', () => {
    // Simulates a reload, after which the key counter restarts.
    const old = { places: new Map([['new-1', { ...place(9), key: 'new-1' }]]), zones: [] };
    let { plan } = readDrawing(
      plainDrawing({ base: { places: new Map(), zones: [] }, version: 1, plan: old }),
    );
    for (let i = 0; i < 5; i++) ({ plan } = added(plan, [place(i)]));
    expect([...plan.places.values()].map(({ xM }) => xM)).toEqual([9, 0, 1, 2, 3, 4]);
  });
});
