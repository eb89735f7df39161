import { describe, expect, it } from 'vitest';
import { type Effect, named, plant, run } from '../../../test/samplePlant.ts';
import { DAY_MS } from '../../duration.ts';
import type { PlantModel } from '../types.ts';

/** A plant of one module, as on a balcony. */
const balcony: PlantModel = { ...plant, modules: plant.modules.slice(0, 1) };
const nearby = () => 0.9;
const weak =
  (factor: number): Effect['power'] =>
  (_m, day) =>
    day >= 14 ? factor : 1;

describe('a plant of one module', () => {
  it('is compared with plants nearby: a third less is a finding', () => {
    const found = run(30, { power: weak(0.65), nearby }, balcony);
    expect(named(found)).toEqual(['unknown module m1']);
    // Clouds pass plants nearby at other moments, so that the day is known to within a few.
    expect(Math.abs(found[0]!.sinceMs - Date.UTC(2025, 4, 14, 22)) / DAY_MS).toBeLessThan(4);
    expect(found[0]!.untilMs).toBeNull();
  });

  it('has no finding while it gives what plants nearby do, or a little less', () => {
    expect(run(40, { nearby }, balcony)).toEqual([]);
    expect(run(40, { power: weak(0.9), nearby }, balcony)).toEqual([]);
    const dull = (day: number) => (day >= 14 ? 0.4 : 0.9);
    expect(run(40, { power: weak(0.4 / 0.9), nearby: dull }, balcony)).toEqual([]);
  });

  it('shows nothing but an outage without any other light', () => {
    expect(run(30, { power: weak(0.65) }, balcony)).toEqual([]);
    expect(named(run(30, { power: weak(0) }, balcony))).toEqual(['inverterFailure plant']);
  });
});
