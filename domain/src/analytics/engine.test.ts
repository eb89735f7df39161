// The days of the engine: repeatable, of any length, with unusable values, and with a plain and stable state.
import { describe, expect, it } from 'vitest';
import { dayOf, FIRST, plant, run } from '../../test/samplePlant.ts';
import { dayNumber } from '../periods.ts';
import { evaluateDay, newPlantState } from './engine.ts';
import type { PlantDayInput, PlantState } from './types.ts';

describe('days', () => {
  it('of a healthy plant have no findings', () => {
    expect(run(45)).toEqual([]);
  });

  it('give the same results from the same input, and late days change nothing', () => {
    const first = evaluateDay(plant, newPlantState(plant), dayOf(plant, 0));
    const again = evaluateDay(plant, newPlantState(plant), dayOf(plant, 0));
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    const late = evaluateDay(plant, first.state, dayOf(plant, 0));
    expect(late.state).toBe(first.state);
  });

  it('of 23 and 25 hours are evaluated like others', () => {
    for (const day of ['2025-03-30', '2025-10-26']) {
      const input = dayOf(plant, dayNumber(day) - dayNumber(FIRST));
      expect(input.slots).toBe(day.includes('-03-') ? 276 : 300);
      const { result } = evaluateDay(plant, newPlantState(plant), input);
      expect(result.expectedW.length).toBe(input.slots);
      expect(result.modules.every(({ expectedWh, producedWh }) => expectedWh! > 0 && producedWh! > 0)).toBe(
        true,
      );
    }
  });

  it('state no expected energy if no module reported in a large part of the light, and extrapolate a small gap', () => {
    const ofDay = (isMissing: (slot: number) => boolean, every = 1) => {
      const input = dayOf(plant, 1, { every, power: (_m, _d, slot) => (isMissing(slot) ? Number.NaN : 1) });
      return evaluateDay(plant, newPlantState(plant), input).result.modules.map(
        ({ expectedWh }) => expectedWh,
      );
    };
    const [whole] = ofDay(() => false);
    expect(ofDay((slot) => slot > 150 && slot < 200).every((wh) => wh === null)).toBe(true);
    const [gap] = ofDay((slot) => slot > 190 && slot < 204);
    expect(gap! / whole!).toBeCloseTo(1, 1);
    const [seldom] = ofDay(() => false, 3);
    expect(seldom! / whole!).toBeCloseTo(1, 1);
  });

  it('with unusable values raise nothing and leave a plain state', () => {
    const inputs: PlantDayInput[] = [Number.NaN, -1e9, 1e12, Number.POSITIVE_INFINITY].map((value, i) => {
      const day = dayOf(plant, i);
      return { ...day, modules: day.modules.map((one) => ({ ...one, powerW: one.powerW.map(() => value) })) };
    });
    inputs.push({ ...dayOf(plant, 5), modules: [], devices: [] });
    inputs.push({ ...dayOf(plant, 6), slots: 0 });
    let state = newPlantState(plant);
    for (const input of inputs) {
      const { state: next, result } = evaluateDay(plant, state, input);
      expect(result.findings.filter(({ cause }) => cause !== 'communication')).toEqual([]);
      expect(JSON.parse(JSON.stringify(next))).toEqual(next);
      state = next;
    }
  });

  it('of a plant whose modules are not known yet raise nothing', () => {
    expect(run(4, {}, { ...plant, modules: [] })).toEqual([]);
  });

  it('start anew from a state that cannot be read', () => {
    const broken = { version: 1, modules: 'none', curves: [3], conditions: null, findings: 7 } as PlantState;
    expect(() => evaluateDay(plant, broken, dayOf(plant, 0))).not.toThrow();
  });
});
