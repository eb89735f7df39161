import { describe, expect, it } from 'vitest';
import { dayOf, type Effect, named, plant, run } from '../../../test/samplePlant.ts';
import type { PlantDayResult } from '../types.ts';

/** Slot of five minutes at 13:00 local time. */
const ONE_PM = 156;
const isOff = (day: number) => day >= 12 && day <= 14;
const off: Effect['power'] = (_m, day) => (isOff(day) ? 0 : 1);

/** What the plant gives on days without an effect, Wh, from a slot on. */
const energyOn = (days: readonly number[], from = 0) =>
  days
    .flatMap((day) => dayOf(plant, day).modules)
    .reduce(
      (sum, { powerW }) =>
        sum + Array.from(powerW).reduce((wh, watts, slot) => wh + (slot >= from ? watts / 12 : 0), 0),
      0,
    );

const cold: Effect['temperatureC'] = (_device, day, clear) => (day >= 10 ? -4 : 16) + 10 * clear;

describe('an outage of the whole plant', () => {
  it('is a finding with its loss on its first day, and ends with the first power', () => {
    const results: PlantDayResult[] = [];
    const findings = run(17, { power: off }, plant, (result) => results.push(result));
    expect(named(findings)).toEqual(['inverterFailure plant']);
    const [outage] = findings;
    expect(outage!.isFault).toBe(true);
    expect(Math.abs(outage!.lostWh / energyOn([12, 13, 14]) - 1)).toBeLessThan(0.1);
    expect(new Date(outage!.sinceMs).toISOString().slice(0, 10)).toBe('2025-05-13');
    expect(new Date(outage!.detectedMs).toISOString()).toBe('2025-05-13T22:00:00.000Z');
    expect(new Date(outage!.untilMs!).toISOString()).toBe('2025-05-15T22:00:00.000Z');
    const dark = results.filter(({ day }) => day >= '2025-05-13' && day <= '2025-05-15');
    expect(dark).toHaveLength(3);
    for (const { modules } of dark)
      for (const { expectedWh, producedWh } of modules) {
        expect(producedWh).toBe(0);
        expect(expectedWh).toBeGreaterThan(1000);
      }
  });

  it('costs what plants nearby show of the light', () => {
    const nearby = (day: number) => (isOff(day) ? 0.45 : 0.9);
    const results: PlantDayResult[] = [];
    const [dull] = run(17, { power: off, nearby }, plant, (result) => results.push(result));
    expect(Math.abs(dull!.lostWh / energyOn([12, 13, 14]) - 0.5)).toBeLessThan(0.1);
    expect(results.find(({ day }) => day === '2025-05-14')!.irradianceSource).toBe('nearby');
    expect(results.find(({ day }) => day === '2025-05-12')!.irradianceSource).toBe('plant');
  });

  it('begins with the trip', () => {
    const power: Effect['power'] = (_m, day, slot) => ((day === 13 && slot >= ONE_PM) || day === 14 ? 0 : 1);
    const [trip, ...others] = run(17, { power });
    expect(others).toEqual([]);
    expect(trip!.cause).toBe('inverterFailure');
    expect(new Date(trip!.sinceMs).toISOString()).toBe('2025-05-14T11:00:00.000Z');
    expect(Math.abs(trip!.lostWh / (energyOn([13], ONE_PM) + energyOn([14])) - 1)).toBeLessThan(0.1);
  });

  it('is none for an hour on one day, and a finding if it repeats', () => {
    const noon = (days: readonly number[]) =>
      run(20, {
        power: (_m, day, slot) => (days.includes(day) && slot >= ONE_PM && slot < ONE_PM + 15 ? 0 : 1),
      });
    expect(noon([12])).toEqual([]);
    expect(named(noon([12, 13]))).toEqual(['inverterFailure plant']);
  });

  it('is snow on cold days, unless the plant stopped in full sun', () => {
    expect(named(run(17, { power: off, temperatureC: cold }))).toEqual(['snow plant']);
    const power: Effect['power'] = (_m, day, slot) =>
      (day === 13 && slot >= ONE_PM) || day === 14 || day === 15 ? 0 : 1;
    expect(named(run(18, { power, temperatureC: cold }))).toEqual(['inverterFailure plant']);
  });

  it('is none while the devices are switched off by order', () => {
    const limitRatio = (day: number) => (isOff(day) ? 0 : 1);
    expect(named(run(17, { power: off, limitRatio }))).not.toContain('inverterFailure plant');
  });

  it('goes on over a day that does not show whether the plant works', () => {
    const power: Effect['power'] = (_m, day) => (day >= 12 && day <= 16 ? 0 : 1);
    const findings = run(19, { power, limitRatio: (day) => (day === 14 ? 0 : 1) });
    const outages = findings.filter(({ cause }) => cause === 'inverterFailure');
    expect(outages).toHaveLength(1);
    expect(new Date(outages[0]!.untilMs!).toISOString()).toBe('2025-05-17T22:00:00.000Z');
  });

  it('is none where counters show that the devices do not report their power', () => {
    const wh = (m: number, day: number) =>
      Array.from(dayOf(plant, day).modules[m]!.powerW).reduce((sum, watts) => sum + watts / 12, 0);
    expect(named(run(17, { power: off, energyWh: wh }))).not.toContain('inverterFailure plant');
    expect(named(run(17, { power: off, energyWh: (m, day) => (isOff(day) ? 0 : wh(m, day)) }))).toContain(
      'inverterFailure plant',
    );
  });

  it('is none of a plant that has not worked yet', () => {
    expect(run(12, { power: () => 0 })).toEqual([]);
  });

  it('takes nothing twice: the loss of a failed module stays as it is meanwhile', () => {
    const failed: Effect['power'] = (m, day) => (m === 3 && day >= 8 ? 0.6 : 1);
    const lostOf = (power: Effect['power']) => {
      const lost = new Map<string, number>();
      run(30, { power }, plant, ({ findings }) => {
        for (const { scope, lostWh } of findings) lost.set(scope, lostWh);
      });
      return lost;
    };
    const alone = lostOf(failed).get('module')!;
    const both = lostOf((m, day, slot, clear) => (day >= 24 && day <= 26 ? 0 : failed(m, day, slot, clear)));
    expect(alone).toBeGreaterThan(0);
    expect(both.get('module')!).toBeLessThan(alone);
    expect((both.get('plant')! + both.get('module')!) / (energyOn([24, 25, 26]) + alone)).toBeLessThan(1.05);
  });
});
