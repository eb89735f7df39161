import { describe, expect, test } from 'vitest';
import { CLEAR_SKY_STEP_MS, clearSkyEnergiesOf, clearSkyPowerOf, clearSkyStepsOf } from './clearSky.ts';

const berlin = { latitude: 52.52, longitude: 13.41 };
const south = { tiltDeg: 30, azimuthDeg: 180 };
const module = { ratedW: 400, orientation: south };
const noon = Date.UTC(2026, 5, 21, 11, 10);

describe('clearSkyPowerOf', () => {
  test('is near the rating at a summer noon and nothing at night', () => {
    const power = clearSkyPowerOf({
      ...berlin,
      inverters: [{ ratedAcW: 2250, modules: Array(4).fill(module) }],
    });
    expect(power(noon)).toBeGreaterThan(1150);
    expect(power(noon)).toBeLessThan(1600);
    expect(power(Date.UTC(2026, 5, 21, 23))).toBe(0);
  });

  test('clips each inverter at its own rating', () => {
    const inverters = [
      { ratedAcW: 300, modules: [module] },
      { ratedAcW: 800, modules: [module] },
    ];
    const both = clearSkyPowerOf({ ...berlin, inverters })(noon);
    const [small = 0, large = 0] = inverters.map((one) =>
      clearSkyPowerOf({ ...berlin, inverters: [one] })(noon),
    );
    expect(small).toBe(300);
    expect(large).toBeGreaterThan(300);
    expect(both).toBeCloseTo(small + large, 6);
  });

  test('does not depend on how many inverters are alike', () => {
    const one = { ratedAcW: 800, modules: [module, module] };
    const single = clearSkyPowerOf({ ...berlin, inverters: [one] });
    const many = clearSkyPowerOf({ ...berlin, inverters: Array(125).fill(one) });
    expect(many(noon)).toBeCloseTo(125 * single(noon), 3);
  });

  test('an east plane peaks before a west plane', () => {
    const facing = (azimuthDeg: number) =>
      clearSkyPowerOf({
        ...berlin,
        inverters: [{ ratedAcW: 0, modules: [{ ratedW: 400, orientation: { tiltDeg: 40, azimuthDeg } }] }],
      });
    const morning = Date.UTC(2026, 5, 21, 7);
    expect(facing(90)(morning)).toBeGreaterThan(2 * facing(270)(morning));
  });

  test('a module without a plane faces the equator, on either side of it', () => {
    const power = (latitude: number, orientation: typeof south | null) =>
      clearSkyPowerOf({
        latitude,
        longitude: 13.41,
        inverters: [{ ratedAcW: 0, modules: [{ ratedW: 400, orientation }] }],
      });
    expect(power(52.52, null)(noon)).toBe(power(52.52, south)(noon));
    expect(power(-33, null)(noon)).toBe(power(-33, { tiltDeg: 30, azimuthDeg: 0 })(noon));
  });
});

describe('clearSkyEnergiesOf', () => {
  const east = { ratedW: 400, orientation: { tiltDeg: 40, azimuthDeg: 90 }, arrayId: 1 };
  const west = { ratedW: 400, orientation: { tiltDeg: 40, azimuthDeg: 270 }, arrayId: 2 };
  const plant = { ...berlin, inverters: [{ ratedAcW: 350, modules: [east, west, module] }] };
  const [dawn, dusk] = [Date.UTC(2026, 5, 21), Date.UTC(2026, 5, 22)];

  test('sums up the power, and the planes to the whole, clipped as they are', () => {
    const power = clearSkyPowerOf(plant);
    const { wh, byArray } = clearSkyEnergiesOf(plant)(dawn, dusk);
    let minuteByMinute = 0;
    for (let at = dawn; at < dusk; at += 60_000) minuteByMinute += power(at + 30_000) / 60;
    expect(wh / minuteByMinute).toBeCloseTo(1, 2);
    expect(wh).toBeLessThan(350 * 17);
    expect([...byArray.keys()]).toEqual([1, 2, null]);
    expect([...byArray.values()].reduce((a, b) => a + b)).toBeCloseTo(wh, 6);
  });

  test('is nothing at night, and of two halves of a span what it is of the whole', () => {
    const between = clearSkyEnergiesOf(plant);
    expect(between(Date.UTC(2026, 11, 21, 0), Date.UTC(2026, 11, 21, 3)).wh).toBe(0);
    expect(between(dawn, noon).wh + between(noon, dusk).wh).toBeCloseTo(between(dawn, dusk).wh, -1);
    expect(between(dawn, noon).byArray.get(1)).toBeGreaterThan(2 * (between(dawn, noon).byArray.get(2) ?? 0));
  });
});

test('the energies of the steps give that until any instant of a day, also of one with 23 or 24.5 hours', () => {
  const plant = {
    ...berlin,
    inverters: [
      { ratedAcW: 300, modules: [module] },
      { ratedAcW: 0, modules: [module] },
    ],
  };
  const start = Date.UTC(2026, 2, 28, 23);
  const between = clearSkyEnergiesOf(plant);
  for (const hours of [23, 24, 24.5, 25]) {
    const steps = clearSkyStepsOf(plant)(start, start + hours * 3_600_000);
    expect(steps).toHaveLength(2 * hours);
    expect(steps.at(-1)).toBeGreaterThan(2000);
    for (const minutes of [0, 30, 365, 400, 719, 23 * 60]) {
      const done = Math.floor(minutes / 30);
      const before = steps[done - 1] ?? 0;
      const part = ((minutes * 60_000) % CLEAR_SKY_STEP_MS) / CLEAR_SKY_STEP_MS;
      const until = before + ((steps[done] ?? before) - before) * part;
      expect(Math.abs(until - between(start, start + minutes * 60_000).wh)).toBeLessThan(0.2);
    }
  }
});
