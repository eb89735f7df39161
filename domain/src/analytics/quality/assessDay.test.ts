import { expect, it } from 'vitest';
import { arrayOf, expectedDay } from '../irradiance/expectedDay.ts';
import type { PlantDayInput, PlantModel } from '../types.ts';
import { assessDay } from './assessDay.ts';

const SLOT_MS = 300_000;
const SLOTS = 288;
const modules = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  deviceId: `inverter-${id}`,
  input: 1,
  arrayId: 'roof',
  ratedW: 400,
  limitW: id === 'd' ? 300 : null,
  typeKey: 't',
}));
const plant: PlantModel = {
  latitude: 48.1,
  longitude: 11.6,
  altitudeM: 520,
  timeZone: 'Europe/Berlin',
  pricePerKwh: null,
  arrays: [{ id: 'roof', tiltDeg: 35, azimuthDeg: 180 }],
  modules,
};
const startMs = Date.UTC(2026, 3, 14, 22);
const expected = expectedDay(plant, { startMs, slotMs: SLOT_MS, slots: SLOTS, weather: null });
const clear = arrayOf(expected, 'roof').dcPerRatedW.map(
  (power, slot) => 395 * power * (1 + 0.004 * Math.sin(slot ** 2)),
);

/** A day on which every module gives the clear-sky power, changed by `change`. */
function assess(
  change: Readonly<Record<string, (powerW: Float64Array) => Float64Array>>,
  energyWh: number | null = null,
) {
  const input: PlantDayInput = {
    day: '2026-04-15',
    startMs,
    slotMs: SLOT_MS,
    slots: SLOTS,
    modules: modules.map(({ id }) => ({
      moduleId: id,
      powerW: (change[id] ?? ((powerW) => powerW))(Float64Array.from(clear)),
      voltageV: null,
      currentA: null,
      energyWh: id === 'a' ? energyWh : null,
    })),
    devices: [],
    weather: null,
    nearbyClearness: null,
  };
  return assessDay(plant, input, expected);
}
const set = (from: number, to: number, value: number) => (powerW: Float64Array) =>
  powerW.fill(value, from, to);

it('finds nothing on a good day', () => {
  const results = assess({ d: (powerW) => powerW.map((power) => 0.7 * power) });
  for (const id of ['a', 'b', 'c', 'd']) expect(results.get(id)!.flags).toEqual([]);
  expect(results.get('a')!.completeness).toBe(1);
  expect(results.get('a')!.usable.includes(0)).toBe(false);
});

it('finds each defect in the module that has it', () => {
  const results = assess({
    a: set(130, 140, 111.1),
    b: set(150, 151, -90),
    c: set(0, 6, 12),
    d: (powerW) => powerW.map((power) => Math.min(power, 305)),
  });
  expect(results.get('a')!.flags).toEqual(['stuck']);
  expect(results.get('a')!.usable[135]).toBe(0);
  expect(results.get('b')!.flags).toEqual(['outOfRange', 'outlier']);
  expect(results.get('c')!.flags).toContain('nightProduction');
  expect(results.get('d')!.flags).toEqual(['clipped']);
  expect(results.get('d')!.usable[150]).toBe(1);
});

it('puts a flat top below the rating down to a limit', () => {
  const flat = assess({ d: (powerW) => powerW.map((power) => Math.min(power, 250)) }).get('d')!;
  expect(flat.flags).toEqual(['curtailed']);
});

it('takes a passing cloud that all modules see for no outlier', () => {
  const cloud = set(150, 151, 60);
  const results = assess({ a: cloud, b: cloud, c: cloud, d: cloud });
  for (const id of ['a', 'b', 'c', 'd']) expect(results.get(id)!.flags).toEqual([]);
  expect(assess({ a: cloud }).get('a')!.flags).toEqual(['outlier']);
});

it('tells gaps from zeros', () => {
  const gap = assess({ a: set(100, 130, Number.NaN), b: set(100, 130, 0) });
  expect(gap.get('a')!.flags).toEqual(['incomplete']);
  expect(gap.get('a')!.completeness).toBeLessThan(0.9);
  expect(gap.get('b')!.completeness).toBe(1);
  const silent = assess({ a: set(0, SLOTS, Number.NaN) }).get('a')!;
  expect(silent.completeness).toBe(0);
  expect(silent.flags).toEqual(['incomplete']);
});

it('sees a shifted clock by power in twilight and a wrong rating by too much energy', () => {
  const early = (powerW: Float64Array) => Float64Array.from(powerW, (_, slot) => powerW[slot + 24] ?? 0);
  expect(assess({ a: early }).get('a')!.flags).toContain('clockShift');
  const hours = SLOT_MS / 3_600_000;
  const clearWh = clear.reduce((sum, power) => sum + power * hours, 0);
  expect(assess({}, 1.6 * clearWh).get('a')!.flags).toEqual(['tooMuch']);
});
