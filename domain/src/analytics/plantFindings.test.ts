// Findings of the engine on devices, arrays and a whole plant: readings, heat, limits, snow and soiling.
import { describe, expect, it } from 'vitest';
import { dayOf, type Effect, named, plant, run } from '../../test/samplePlant.ts';
import type { ModuleDayResult, PlantDayResult } from './types.ts';

describe('findings on devices, arrays and plants', () => {
  it('name missing readings of a device and of the plant', () => {
    const gone = (m: number, d: number) => m < 2 && d >= 12 && d <= 14;
    expect(named(run(20, { power: (m, d) => (gone(m, d) ? Number.NaN : 1) }))).toEqual([
      'communication device d1',
    ]);
    const all = run(20, { power: (_m, d) => (d >= 12 && d <= 14 ? Number.NaN : 1) });
    expect(named(all)).toEqual(['communication plant']);
    expect(all[0]!.untilMs).not.toBeNull();
  });

  it('count what a device that stays silent does not produce, unless its counter shows it', () => {
    const isGone = (m: number, d: number) => m < 2 && d >= 12 && d <= 22;
    const power: Effect['power'] = (m, d) => (isGone(m, d) ? Number.NaN : 1);
    const energyOn = (m: number, day: number) =>
      Array.from(dayOf(plant, day).modules[m]!.powerW).reduce((sum, watts) => sum + watts / 12, 0);
    let goneWh = 0;
    for (let day = 12; day <= 22; day++) goneWh += energyOn(0, day) + energyOn(1, day);
    const [failed] = run(26, { power });
    expect(failed!.lostWh / goneWh).toBeCloseTo(1, 1);
    expect(failed!.untilMs).not.toBeNull();
    const gained = (m: number, d: number) => (d === 23 && m < 2 ? energyOn(m, 23) + goneWh / 2 : null);
    const [offline] = run(26, { power, energyWh: gained });
    expect(offline!.lostWh).toBe(0);
    expect(named([offline!])).toEqual(['communication device d1']);
  });

  it('do not count a short silence as lost', () => {
    const [finding] = run(20, { power: (m, d) => (m < 2 && d >= 12 && d <= 14 ? Number.NaN : 1) });
    expect(finding!.lostWh).toBe(0);
  });

  it('name a device that reduces its power while hot', () => {
    const isHot = (m: number, d: number, clear: number) => Math.floor(m / 2) === 4 && d >= 15 && clear > 0.55;
    const findings = run(28, {
      power: (m, d, _slot, clear) => (isHot(m, d, clear) ? 0.75 : 1),
      temperatureC: (device, d, clear) => (device === 4 && d >= 15 ? 16 + 75 * clear : 16 + 25 * clear),
    });
    expect(named(findings)).toContain('thermalDerating device d5');
  });

  it('name a high grid voltage that takes power', () => {
    const findings = run(30, {
      power: (_m, d, _slot, clear) => (d >= 15 && clear > 0.5 ? 0.7 : 1),
      acVoltageV: (d, clear) => (d >= 15 && clear > 0.5 ? 257 : 231),
    });
    expect(named(findings)).toEqual(['curtailment plant']);
  });

  it('take snow for information and count its loss by the usual light of the plant', () => {
    const findings = run(14, {
      power: (_m, d) => (d >= 10 && d <= 11 ? 0.02 : 1),
      temperatureC: (_device, d, clear) => (d >= 9 ? -4 : 16) + 10 * clear,
    });
    const sunnyWh = [10, 11].flatMap((d) => dayOf(plant, d).modules.map(({ powerW }) => powerW));
    const lost = findings[0]!.lostWh / sunnyWh.flatMap((power) => [...power]).reduce((a, b) => a + b / 12, 0);
    // A dull day on which it falls, and one on which it lies.
    expect(lost).toBeGreaterThan(0.35);
    expect(lost).toBeLessThan(0.55);
    expect(named(findings)).toEqual(['snow plant']);
    expect(findings[0]!.isFault).toBe(false);
    expect(findings[0]!.untilMs).not.toBeNull();
  });

  it('take snow on all modules for it although devices that report by day only are warmer than the air', () => {
    const covered = (dayC: number) =>
      named(
        run(14, {
          power: (_m, d) => (d >= 10 && d <= 11 ? 0.02 : 1),
          temperatureC: (_device, d, clear) =>
            clear > 0 ? (d === 10 || d === 11 ? dayC : 16) + 10 * clear : Number.NaN,
        }),
      );
    expect(covered(6)).toEqual(['snow plant']);
    expect(covered(14)).toEqual([]);
  });

  it('take it for snow where most modules fall far behind the best ones on a cold day, and only then', () => {
    const uneven = (dayC: number, behind: number) =>
      named(
        run(16, {
          power: (m, d) => (d >= 12 && d <= 13 && m % 6 < behind ? 0.2 + 0.08 * (m % 6) : 1),
          temperatureC: (_device, d, clear) => (d === 12 || d === 13 ? dayC : 16) + 10 * clear,
        }),
      );
    expect(uneven(-2, 4)).toEqual(['snow plant']);
    expect(uneven(-2, 2)).not.toContain('snow plant');
    expect(uneven(12, 4)).not.toContain('snow plant');
  });

  it('take dark days for no snow on walls', () => {
    const tilted = (tiltDeg: number, nightC = 0) =>
      named(
        run(
          14,
          {
            // Devices without own supply report by day only.
            power: (_m, d, _slot, clear) => (clear > 0 ? (d >= 10 && d <= 11 ? 0.02 : 1) : 1 + nightC),
            temperatureC: (_device, d, clear) =>
              (d === 10 || d === 11 ? -2 : 16) + 10 * clear + (clear > 0 ? 0 : nightC),
          },
          { ...plant, arrays: plant.arrays.map((array) => ({ ...array, tiltDeg })) },
        ),
      );
    expect(tilted(60)).toContain('snow plant');
    expect(tilted(80)).not.toContain('snow plant');
    expect(tilted(80, Number.NaN)).not.toContain('snow plant');
  });

  it('end snow although a module has another fault since', () => {
    const findings = run(20, {
      power: (m, d) => (d === 10 || d === 11 ? 0.02 : m === 3 && d >= 10 ? 0.6 : 1),
      temperatureC: (_device, d, clear) => (d >= 9 ? -4 : 16) + 10 * clear,
    });
    const snow = findings.find(({ cause }) => cause === 'snow')!;
    expect((snow.untilMs! - snow.sinceMs) / 86_400_000).toBeLessThan(5);
    expect(findings.map(({ scope }) => scope)).toContain('module');
  });

  it('count the loss of snow by the light that plants nearby see', () => {
    const snow = (nearby: number) =>
      run(14, {
        power: (_m, d) => (d >= 10 && d <= 11 ? 0.02 : 1),
        temperatureC: (_device, d, clear) => (d >= 9 ? -4 : 16) + 10 * clear,
        nearby: (d) => (d >= 10 && d <= 11 ? nearby : 0.9),
      })[0]!.lostWh;
    const sunnyWh = [10, 11]
      .flatMap((d) => dayOf(plant, d).modules.map(({ powerW }) => powerW))
      .reduce((sum, powerW) => sum + [...powerW].reduce((wh, watts) => wh + watts / 12, 0), 0);
    expect(snow(0.9) / sunnyWh).toBeGreaterThan(0.8);
    expect(snow(0.9) / sunnyWh).toBeLessThan(1.2);
    expect(snow(0.25) / sunnyWh).toBeLessThan(0.35);
  });

  it('count the hours until snow slides off all modules, if plants nearby show the light', () => {
    const ten = 132;
    const snow = (freeFrom: number) =>
      run(14, {
        power: (_m, d, slot) => (d === 10 || (d === 11 && slot < freeFrom) ? 0.02 : 1),
        temperatureC: (_device, d, clear) => (d >= 9 ? -4 : 16) + 10 * clear,
        nearby: () => 0.9,
      }).find(({ cause }) => cause === 'snow')!.lostWh;
    const whOf = (d: number, until: number) =>
      dayOf(plant, d)
        .modules.flatMap(({ powerW }) => Array.from(powerW.slice(0, until)))
        .reduce((wh, watts) => wh + watts / 12, 0);
    const morning = (snow(ten) - snow(0)) / whOf(11, ten);
    expect(morning).toBeGreaterThan(0.7);
    expect(morning).toBeLessThan(1.2);
    expect(snow(0) / whOf(10, 288)).toBeLessThan(1.2);
  });

  it('count what snow takes from modules whose devices stop reporting, unless they had stopped before', () => {
    const isSnowy = (d: number) => d >= 10 && d <= 11;
    const snow = (power: Effect['power']) =>
      run(14, {
        power,
        temperatureC: (_device, d, clear) => (d >= 9 ? -4 : 16) + 10 * clear,
        nearby: () => 0.9,
      }).find(({ cause }) => cause === 'snow')!.lostWh;
    const covered = snow((_m, d) => (isSnowy(d) ? 0.02 : 1));
    const hidden = snow((m, d) => (!isSnowy(d) ? 1 : m < 4 ? 0.02 : Number.NaN));
    expect(hidden / covered).toBeCloseTo(1, 1);
    const gone = snow((m, d) => (m >= 8 ? Number.NaN : isSnowy(d) ? 0.02 : 1));
    expect(gone / covered).toBeLessThan(0.75);
  });

  it('name soiling of one array and count what it costs from its first day', () => {
    const kept = (m: number, d: number) => (m < 6 ? 1 - Math.min(0.25, 0.008 * Math.max(0, d - 20)) : 1);
    let newest: PlantDayResult | undefined;
    const findings = run(55, { power: kept }, plant, (result) => {
      newest = result;
    });
    expect(named(findings)).toEqual(['soiling array east']);
    let lostWh = 0;
    for (let day = 20; day < 55; day++)
      for (let m = 0; m < 6; m++)
        lostWh +=
          (1 - kept(m, day)) *
          Array.from(dayOf(plant, day).modules[m]!.powerW).reduce((a, b) => a + b / 12, 0);
    expect(findings[0]!.lostWh / lostWh).toBeGreaterThan(0.75);
    expect(findings[0]!.lostWh / lostWh).toBeLessThan(1.25);
    // The expected energy contains the loss, although all comparable modules are soiled.
    const sumOf = (of: (module: ModuleDayResult) => number | null, from: number) =>
      newest!.modules.slice(from, from + 6).reduce((sum, module) => sum + of(module)!, 0);
    const ratio = (from: number) =>
      sumOf((module) => module.producedWh, from) / sumOf((module) => module.expectedWh, from);
    expect(ratio(0)).toBeGreaterThan(0.7);
    expect(ratio(0)).toBeLessThan(0.82);
    expect(ratio(6)).toBeCloseTo(1, 1);
    const expectedWh = Array.from(newest!.expectedW).reduce((sum, watts) => sum + (watts || 0) / 12, 0);
    const total = newest!.modules.reduce((sum, module) => sum + module.expectedWh!, 0);
    expect(expectedWh / total).toBeCloseTo(1, 1);
  });

  it('count what an ordered limit takes, whether devices report every five or every fifteen minutes', () => {
    const limit = (d: number, slot: number) => (d >= 15 && slot >= 120 && slot < 190 ? 0.4 : 1);
    const power: Effect['power'] = (_m, d, slot, clear) =>
      limit(d, slot) < 1 ? Math.min(1, limit(d, slot) / (clear * 0.9)) : 1;
    const [often, seldom] = [1, 3].map((every) => {
      const findings = run(25, { power, limitRatio: limit, every });
      expect(named(findings)).toEqual(['curtailment plant']);
      return findings[0]!.lostWh;
    });
    expect(seldom! / often!).toBeGreaterThan(0.85);
    expect(seldom! / often!).toBeLessThan(1.15);
  });
});
