import { describe, expect, it } from 'vitest';
import { actualSky, expectedUnder, plantClearness, skyAtClearness } from './actualSky.ts';
import { clearIntervals } from './clearIntervals.ts';
import { arrayOf, expectedDay } from './expectedDay.ts';

const SLOT_MS = 300_000;
const place = { latitude: 48.1, longitude: 11.6, altitudeM: 520 };
const arrays = [
  { id: 'south', tiltDeg: 35, azimuthDeg: 180 },
  { id: 'east', tiltDeg: 20, azimuthDeg: 90 },
  { id: 'unknown', tiltDeg: null, azimuthDeg: null },
];
const startMs = Date.UTC(2026, 5, 14, 22);
const input = { startMs, slotMs: SLOT_MS, slots: 288, weather: null };
const day = expectedDay({ ...place, arrays }, input);
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);

const modules = ['a', 'b', 'c', 'd', 'e'].map((id, at) => ({
  id,
  deviceId: `d${at}`,
  input: 1,
  arrayId: at < 3 ? 'south' : 'east',
  ratedW: 400,
  limitW: null,
  typeKey: 't',
}));

/** Module-days whose power follows from a clearness and a factor of each module. */
function moduleDays(clearness: Float64Array, factors: Readonly<Record<string, number>> = {}) {
  const planes = expectedUnder(day, skyAtClearness(day, clearness), null);
  return modules.map(({ id, arrayId, ratedW }) => ({
    moduleId: id,
    powerW: planes.get(arrayId)!.dcPerRatedW.map((power) => power * ratedW * (factors[id] ?? 1)),
    voltageV: null,
    currentA: null,
    energyWh: null,
  }));
}

/** Clouds that come and go, from 0.15 to 1. */
const cloudy = Float64Array.from({ length: 288 }, (_, slot) => 0.575 + 0.425 * Math.sin(slot / 5));

describe('a clear day', () => {
  it('has power by day only, most where the array faces the sun', () => {
    const [south, east] = [arrayOf(day, 'south'), arrayOf(day, 'east')];
    expect(south.dcPerRatedW[0]).toBe(0);
    expect(Math.max(...south.dcPerRatedW)).toBeGreaterThan(0.8);
    expect(Math.max(...south.dcPerRatedW)).toBeLessThan(1);
    expect(sum(south.dcPerRatedW) / 12).toBeGreaterThan(6);
    expect(east.dcPerRatedW.indexOf(Math.max(...east.dcPerRatedW))).toBeLessThan(
      south.dcPerRatedW.indexOf(Math.max(...south.dcPerRatedW)) - 12,
    );
    expect(south.directShare[150]).toBeGreaterThan(0.8);
  });

  it('assumes a plane for arrays without one and for modules without an array', () => {
    expect(arrayOf(day, 'unknown')).toMatchObject({ tiltDeg: 30, azimuthDeg: 180, isAssumed: true });
    expect(arrayOf(day, null).isAssumed).toBe(true);
    expect(arrayOf(day, 'gone').isAssumed).toBe(true);
    const south = expectedDay({ ...place, latitude: -33, arrays: [] }, input);
    expect(arrayOf(south, null).azimuthDeg).toBe(0);
  });

  it('loses power to heat and gains it by wind', () => {
    const weather = (airC: number, windMs: number) => ({
      ghiWm2: null,
      airTemperatureC: new Float64Array(288).fill(airC),
      windMs: new Float64Array(288).fill(windMs),
      rainMm: null,
    });
    const energy = (airC: number, windMs: number) =>
      sum(
        arrayOf(expectedDay({ ...place, arrays }, { ...input, weather: weather(airC, windMs) }), 'south')
          .dcPerRatedW,
      );
    expect(energy(30, 1) / energy(10, 1)).toBeCloseTo(0.93, 1);
    expect(energy(30, 6)).toBeGreaterThan(energy(30, 1));
  });
});

describe('the actual sky', () => {
  it('meets the clear sky at clearness 1 and is all diffuse near 0', () => {
    const clear = skyAtClearness(day, new Float64Array(288).fill(1));
    const dark = skyAtClearness(day, new Float64Array(288).fill(0.1));
    expect(clear.dni[150]).toBeCloseTo(day.dni[150]!, 6);
    expect(clear.dhi[150]).toBeCloseTo(day.dhi[150]!, 6);
    expect(dark.dhi[150]! / dark.ghi[150]!).toBeGreaterThan(0.97);
    const bright = skyAtClearness(day, new Float64Array(288).fill(1.2));
    expect(bright.dni[150]).toBe(day.dni[150]);
  });

  it('is seen by the modules of differing arrays, two of which are at fault', () => {
    const found = plantClearness(
      { modules },
      { modules: moduleDays(cloudy, { a: 0.3, d: 0 }), weather: null },
      day,
    );
    let compared = 0;
    for (let slot = 100; slot < 200; slot++) {
      if (Number.isNaN(found[slot]!)) continue;
      compared++;
      expect(Math.abs(found[slot]! - cloudy[slot]!)).toBeLessThan(0.03);
    }
    expect(compared).toBeGreaterThan(90);
    expect(found[0]).toBeNaN();
  });

  it('comes from weather, else the plant, else nearby plants, else is clear', () => {
    const clearWeather = {
      ghiWm2: day.ghi.map((ghi) => ghi * 0.5),
      airTemperatureC: null,
      windMs: null,
      rainMm: null,
    };
    const own = moduleDays(cloudy);
    const plant = { modules };
    const source = (weather: typeof clearWeather | null, days: typeof own, nearby: Float64Array | null) =>
      actualSky(plant, { modules: days, weather, nearbyClearness: nearby }, day);
    expect(source(clearWeather, own, cloudy).source).toBe('weather');
    expect(source(clearWeather, own, cloudy).clearness[150]).toBeCloseTo(0.5, 6);
    expect(source(null, own, cloudy).source).toBe('plant');
    expect(source(null, own.slice(0, 2), cloudy).source).toBe('nearby');
    expect(source(null, own.slice(0, 2), null).source).toBe('clearSky');
  });

  it('leaves slots unknown in which nothing was received', () => {
    const gappy = moduleDays(cloudy).map((one) => ({
      ...one,
      powerW: one.powerW.map((power, slot) => (slot >= 140 && slot < 150 ? Number.NaN : power)),
    }));
    const sky = actualSky({ modules }, { modules: gappy, weather: null, nearbyClearness: null }, day);
    const expected = expectedUnder(day, sky, null).get('south')!;
    expect(expected.dcPerRatedW[145]).toBeNaN();
    expect(expected.dcPerRatedW[151]).toBeGreaterThan(0);
    expect(expected.dcPerRatedW[0]).toBe(0);
  });
});

describe('clear intervals', () => {
  const { poaWm2 } = arrayOf(day, 'south');

  it('are found under a scaled clear sky and not among clouds', () => {
    const measured = poaWm2.map((poa, slot) => poa * 0.93 * (slot >= 130 && slot < 180 ? cloudy[slot]! : 1));
    const { isClear, scale } = clearIntervals(measured, poaWm2, SLOT_MS);
    expect(scale).toBeCloseTo(0.93, 2);
    expect(isClear[110]).toBe(1);
    expect(isClear.slice(135, 175).reduce((count, flag) => count + flag, 0)).toBe(0);
  });

  it('are none on an overcast day', () => {
    const overcast = poaWm2.map((poa, slot) => poa * (0.2 + 0.05 * Math.sin(slot)));
    expect(clearIntervals(overcast, poaWm2, SLOT_MS).isClear.includes(1)).toBe(false);
  });
});
