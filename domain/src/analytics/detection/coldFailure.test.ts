// Devices that fail on cold days, and what snow that begins or ends by day costs.
import { describe, expect, it } from 'vitest';
import { dayOf, type Effect, named, plant, run } from '../../../test/samplePlant.ts';
import type { PlantModel } from '../types.ts';

/** Six modules on three devices, all facing east. */
const small: PlantModel = { ...plant, modules: plant.modules.slice(0, 6) };
const cold: Effect['temperatureC'] = (_device, day, clear) => (day >= 10 ? -4 : 16) + 10 * clear;
/** Slot of five minutes at 9:00 local time, when little light falls on a west-facing roof. */
const MORNING = 108;
const west: PlantModel = {
  ...plant,
  modules: plant.modules.slice(6).map((module, i) => ({ ...module, deviceId: `d${Math.floor(i / 2) + 1}` })),
};

/** Energy of the first two modules of a plant on days from a slot on, Wh. */
const energyOf = (model: PlantModel, days: readonly number[], from = 0) =>
  days
    .flatMap((day) => dayOf(model, day).modules.slice(0, 2))
    .reduce(
      (sum, { powerW }) =>
        sum + Array.from(powerW).reduce((wh, w, slot) => wh + (slot >= from ? w / 12 : 0), 0),
      0,
    );

describe('a device that fails while it is cold', () => {
  it('is not covered by snow if it worked before on the same day, and no other device stopped', () => {
    const power: Effect['power'] = (m, day, slot) =>
      m < 2 && day * 288 + slot >= 12 * 288 + MORNING ? 0 : 1;
    for (const model of [small, west]) {
      const findings = run(18, { power, temperatureC: cold }, model);
      expect(named(findings)).toEqual(['inverterFailure device d1']);
      const days = [13, 14, 15, 16, 17];
      const trueWh = energyOf(model, [12], MORNING) + energyOf(model, days);
      expect(Math.abs(findings[0]!.lostWh / trueWh - 1)).toBeLessThan(0.1);
    }
  });

  it('is not covered by snow if it gives nothing for many days while all others work', () => {
    const power: Effect['power'] = (m, day) => (m < 2 && day >= 12 ? 0 : 1);
    const findings = run(20, { power, temperatureC: cold }, small);
    expect(named(findings)).toContain('inverterFailure device d1');
    const snow = findings.find(({ cause }) => cause === 'snow');
    expect((snow!.untilMs! - snow!.sinceMs) / 86_400_000).toBeLessThan(6);
  });

  it('counts for no snow that falls on the others later', () => {
    const power: Effect['power'] = (m, day, slot) => {
      if (m < 2 && day * 288 + slot >= 12 * 288 + MORNING) return 0;
      return day === 15 || day === 16 ? 0.02 : 1;
    };
    const findings = run(20, { power, temperatureC: cold }, small);
    expect(named(findings).sort()).toEqual(['inverterFailure device d1', 'snow plant']);
    const snow = findings.find(({ cause }) => cause === 'snow')!;
    const without = run(
      20,
      { power: (_m, day) => (day === 15 || day === 16 ? 0.02 : 1), temperatureC: cold },
      small,
    );
    expect(Math.abs(snow.lostWh / without[0]!.lostWh / (4 / 6) - 1)).toBeLessThan(0.15);
  });

  it('is taken for snow where the modules of several devices stop together', () => {
    const power: Effect['power'] = (m, day, slot) => (m < 4 && day === 12 && slot >= MORNING ? 0 : 1);
    expect(named(run(16, { power, temperatureC: cold }, west))).toEqual(['snow plant']);
  });
});

describe('a limit that devices report', () => {
  it('costs on the days after snow as well', () => {
    const limit = (day: number, slot: number) => (day >= 4 && slot > 144 && slot < 192 ? 0.3 : 1);
    const lossOf = (isSnowy: (day: number) => boolean) =>
      run(
        14,
        {
          power: (_m, day, slot, clear) => (isSnowy(day) ? 0.02 : Math.min(1, limit(day, slot) / clear)),
          limitRatio: limit,
          temperatureC: (_device, day, clear) => (day >= 8 ? -4 : 16) + 10 * clear,
        },
        small,
      ).find(({ cause }) => cause === 'curtailment')!.lostWh;
    // One of ten days lies under snow.
    expect(lossOf((day) => day === 10) / lossOf(() => false)).toBeGreaterThan(0.8);
  });
});

describe('snow on a plant without weather and plants nearby', () => {
  it('takes the light from modules that are bare later on the same day', () => {
    const noon = 150;
    const isCovered = (day: number, slot: number) => day === 14 || (day === 15 && slot < noon);
    /** Loss of the second day. */
    const lossOf = (light: number) => {
      const losses = new Map<string, number>();
      const power: Effect['power'] = (_m, day, slot) =>
        (isCovered(day, slot) ? 0.02 : 1) * (day === 14 || day === 15 ? light : 1);
      run(17, { power, temperatureC: cold }, small, ({ day, findings }) => {
        const snow = findings.find(({ cause }) => cause === 'snow');
        if (snow) losses.set(day, snow.lostWh);
      });
      return losses.get('2025-05-16')! - losses.get('2025-05-15')!;
    };
    expect(lossOf(1)).toBeGreaterThan(1.1 * lossOf(0.56));
  });

  it('loses nothing that counters gained while nothing reported', () => {
    const isSilent = (day: number) => day > 12 && day < 16;
    const share = (day: number) => (day > 10 && day < 13 ? 0.02 : 1);
    const usualWh = (m: number, day: number) =>
      Array.from(dayOf(small, day).modules[m]!.powerW).reduce((sum, watts) => sum + watts / 12, 0);
    const lossOf = (gainedWh: number) =>
      run(
        20,
        {
          // The devices have no supply at night.
          power: (_m, day, _slot, clear) => (isSilent(day) || clear <= 0 ? Number.NaN : share(day)),
          energyWh: (m, day) =>
            isSilent(day) ? null : share(day) * usualWh(m, day) + (day === 16 ? gainedWh : 0),
          temperatureC: cold,
        },
        small,
      ).find(({ cause }) => cause === 'snow')!.lostWh;
    const gained = 1500;
    expect((lossOf(0) - lossOf(gained)) / (6 * gained)).toBeCloseTo(1, 1);
  });
});
