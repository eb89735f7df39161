import { describe, expect, it } from 'vitest';
import type { PlantDayInput, PlantModel } from '../types.ts';
import { expectedDay } from './expectedDay.ts';
import { performanceRatio, referenceDay } from './yields.ts';

const plant: PlantModel = {
  latitude: 48.1,
  longitude: 11.6,
  altitudeM: 520,
  timeZone: 'Europe/Berlin',
  pricePerKwh: null,
  arrays: [
    { id: 'south', tiltDeg: 30, azimuthDeg: 180 },
    { id: 'open', tiltDeg: null, azimuthDeg: 180 },
  ],
  modules: ['a', 'b'].map((id) => ({
    id,
    deviceId: 'D',
    input: 1,
    arrayId: 'south',
    ratedW: 400,
    limitW: null,
    typeKey: '',
  })),
};
const empty = { modules: [], devices: [], nearbyClearness: null, weather: null };
const day = {
  day: '2026-06-21',
  startMs: Date.UTC(2026, 5, 20, 22),
  slotMs: 300_000,
  slots: 288,
  ...empty,
} satisfies PlantDayInput;
const clear = expectedDay(plant, day);
const under = (ghiWm2: Float64Array): PlantDayInput => ({
  ...day,
  weather: { ghiWm2, airTemperatureC: null, windMs: null, rainMm: null },
});

describe('referenceDay', () => {
  it('is the irradiation on the array under the irradiance of the weather source', () => {
    const irradiation = clear.arrays.get('south')!.poaWm2.reduce((sum, watts) => sum + watts / 12_000, 0);
    const reference = referenceDay(plant, under(clear.ghi));
    expect(reference?.completeness).toBe(1);
    // The diffuse share comes from Erbs, not from the clear-sky model.
    expect(reference!.yieldH / irradiation).toBeCloseTo(1, 1);
    const dull = referenceDay(plant, under(clear.ghi.map((watts) => watts / 2)));
    expect(dull!.yieldH / reference!.yieldH).toBeGreaterThan(0.4);
    expect(dull!.yieldH / reference!.yieldH).toBeLessThan(0.6);
  });

  it('states how much of the irradiance is known', () => {
    // From solar noon on.
    const known = clear.ghi.map((watts, slot) => (slot < 158 ? Number.NaN : watts));
    const reference = referenceDay(plant, under(known));
    expect(reference?.completeness).toBeGreaterThan(0.4);
    expect(reference?.completeness).toBeLessThan(0.6);
  });

  it('is unknown without a weather source, and for an array without its orientation', () => {
    expect(referenceDay(plant, day)).toBeNull();
    const [first, ...rest] = plant.modules;
    const modules = [{ ...first!, arrayId: 'open' }, ...rest];
    expect(referenceDay({ ...plant, modules }, under(clear.ghi))).toBeNull();
  });
});

describe('performanceRatio', () => {
  const of = (energyWh: number | null, yieldH: number | null, completeness = 1) => ({
    energyWh,
    completeness,
    reference: yieldH === null ? null : { yieldH, completeness: 1 },
  });

  it('is final over reference yield', () => {
    // 20 kWh of 5 kW under 5 kWh/m².
    expect(performanceRatio([of(20_000, 5)], 5_000)).toEqual({ ratio: 0.8, referenceYieldH: 5, coverage: 1 });
  });

  it('leaves a day without energy, readings or irradiance out of both yields', () => {
    const days = [of(20_000, 5), of(16_000, 4), of(12_000, 3), of(8_000, 2), of(null, 9)];
    expect(performanceRatio(days, 5_000)).toMatchObject({ ratio: expect.closeTo(0.8, 9), coverage: 0.8 });
    expect(performanceRatio([...days.slice(0, 4), of(9_000, null)], 5_000)?.ratio).toBeCloseTo(0.8, 9);
    expect(performanceRatio([...days.slice(0, 4), of(1_000, 5, 0.3)], 5_000)?.ratio).toBeCloseTo(0.8, 9);
  });

  it('is unknown where less than 80 % of the days have both', () => {
    expect(performanceRatio([of(20_000, 5), of(null, 5), of(20_000, 5)], 5_000)).toBeNull();
    expect(performanceRatio([], 5_000)).toBeNull();
    expect(performanceRatio([of(0, 0)], 5_000)).toBeNull();
  });
});
