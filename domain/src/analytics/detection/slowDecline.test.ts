// A module that loses a tenth of a percent a day in relation to its siblings.
import { describe, expect, it } from 'vitest';
import { findingsOfDays, southPlant } from '../../../test/southPlant.ts';
import { DAY_MS } from '../../duration.ts';
import { dayBounds, dayNumber, dayOfNumber } from '../../periods.ts';
import { expectedDay } from '../irradiance/expectedDay.ts';
import type { Finding, PlantDayInput } from '../types.ts';

const FIRST = dayNumber('2025-04-01');
const plant = southPlant({ modules: 6, inputsPerDevice: 1, latitude: 45 });

/** A value between -1 and 1 that looks random. */
const scatter = (seed: number): number => Math.sin(12.9898 * seed) * Math.cos(78.233 * seed + 1);

/** A day with light clouds; `kept`: share of its power that a module has left. */
function dayOf(index: number, kept: (id: string, index: number) => number): PlantDayInput {
  const day = dayOfNumber(FIRST + index);
  const { startMs } = dayBounds(day, plant.timeZone);
  const base = { startMs, slotMs: 300_000, slots: 288, weather: null };
  const clear = expectedDay(plant, base).arrays.get('south')!.dcPerRatedW;
  const light = 0.75 + 0.2 * scatter(index);
  const modules = plant.modules.map(({ id }, m) => {
    const own = kept(id, index) * (1 + 0.005 * scatter(31 * index + 7 * m)) * (1 + 0.01 * scatter(m));
    const powerW = clear.map((value) => 400 * value * light * own);
    return {
      moduleId: id,
      powerW,
      voltageV: null,
      currentA: null,
      energyWh: powerW.reduce((a, b) => a + b, 0) / 12,
    };
  });
  return { day, ...base, modules, devices: [], nearbyClearness: null };
}

const findingsOf = (days: number, kept: (id: string, index: number) => number): Finding[] =>
  findingsOfDays(plant, days, (index) => dayOf(index, kept)).filter(({ isFault }) => isFault);

describe('a slow decline of one module', () => {
  it('is found although what is normal for the module follows it, with its loss', () => {
    const perDay = 0.001;
    const found = findingsOf(100, (id, index) => (id === 'm2' ? 1 - perDay * Math.max(0, index - 25) : 1));
    expect(found).toHaveLength(1);
    const [finding] = found;
    expect(finding).toMatchObject({ cause: 'degradation', scope: 'module', moduleIds: ['m2'] });
    const dayOfMs = (ms: number) => (ms - dayOf(0, () => 1).startMs) / DAY_MS;
    expect(dayOfMs(finding!.sinceMs)).toBeGreaterThan(15);
    expect(dayOfMs(finding!.sinceMs)).toBeLessThan(45);
    expect(dayOfMs(finding!.detectedMs)).toBeLessThan(85);
    const lost = Array.from({ length: 100 }, (_, index) => {
      const due = dayOf(index, () => 1).modules[2]!.energyWh!;
      return due * perDay * Math.max(0, index - 25);
    }).reduce((a, b) => a + b, 0);
    expect(finding!.lostWh / lost).toBeGreaterThan(0.6);
    expect(finding!.lostWh / lost).toBeLessThan(1.3);
  });

  it('is none where a module drifts by less than the season does', () => {
    expect(findingsOf(100, (id, index) => (id === 'm2' ? 1 - 0.0003 * index : 1))).toEqual([]);
  });
});
