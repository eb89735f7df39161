// Haze that builds up over two weeks, and dust that takes as much of the power.
import { describe, expect, it } from 'vitest';
import { findingsOfDays, southPlant } from '../../../test/southPlant.ts';
import { dayBounds, dayNumber, dayOfNumber } from '../../periods.ts';
import { expectedDay } from '../irradiance/expectedDay.ts';
import type { Finding, PlantDayInput } from '../types.ts';

const FIRST = dayNumber('2025-02-20');
const plant = southPlant({ modules: 6, inputsPerDevice: 2, latitude: 42 });

interface Sky {
  turbidity(index: number): number;
  /** Share of the light that dust lets pass. */
  kept(index: number): number;
}

function dayOf(index: number, { turbidity, kept }: Sky): PlantDayInput {
  const day = dayOfNumber(FIRST + index);
  const { startMs } = dayBounds(day, plant.timeZone);
  const base = { startMs, slotMs: 300_000, slots: 288, weather: null };
  const clear = expectedDay(plant, base, { turbidity: turbidity(index) }).arrays.get('south')!.dcPerRatedW;
  const modules = plant.modules.map(({ id }, m) => ({
    moduleId: id,
    powerW: clear.map(
      (value, slot) => 400 * value * kept(index) * (1 + 0.004 * Math.sin(17 * slot + 5 * m + index)),
    ),
    voltageV: clear.map((value) => (value > 0 ? 34 : 0)),
    currentA: null,
    energyWh: null,
  }));
  return { day, ...base, modules, devices: [], nearbyClearness: null };
}

const findingsOf = (sky: Sky): Finding[] => findingsOfDays(plant, 36, (index) => dayOf(index, sky));

/** Days from the 14th on, of which each adds to what is in the air or on the glass. */
const added = (index: number): number => Math.max(0, index - 14);
const noonOf = (sky: Sky, index: number): number => dayOf(index, sky).modules[0]!.powerW[160]!;

const haze: Sky = { turbidity: (index) => 2.6 + 0.12 * added(index), kept: () => 1 };
const dust: Sky = { turbidity: () => 2.6, kept: (index) => 1 - 0.0065 * added(index) };

describe('an array without weather and plants nearby', () => {
  it('is soiled by dust, but not by haze that takes as much of the noon', () => {
    const lost = (sky: Sky) => 1 - noonOf(sky, 35) / noonOf({ turbidity: () => 2.6, kept: () => 1 }, 35);
    expect(lost(haze)).toBeGreaterThan(0.1);
    expect(Math.abs(lost(haze) - lost(dust))).toBeLessThan(0.05);
    expect(findingsOf(dust).map(({ cause }) => cause)).toEqual(['soiling']);
    expect(findingsOf(haze)).toEqual([]);
  });
});
