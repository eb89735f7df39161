import type { ModuleDayInput } from '@helioport/domain/analytics/types';
import { dayBounds, dayOfNumber } from '@helioport/domain/periods';
import { describe, expect, it } from 'vitest';
import type { Effect, Fault, PlantSpec } from './model.ts';
import { drawPlant } from './plants.ts';
import { PlantSimulation, type SimulatedDay } from './simulate.ts';

const DAYS = 24;
const ONSET = 4;

/** A plain plant in a sunny place whose devices have two inputs and report everything every five minutes. */
const plain: PlantSpec = (() => {
  const drawn = drawPlant({ seed: 'effects', index: 0, days: DAYS, isHealthy: false });
  return {
    ...drawn,
    climate: { ...drawn.climate, summer: [0.75, 0.05], winter: [0.75, 0.05], meanC: 25, swingC: 0 },
    horizon: null,
    gaps: null,
    steps: { powerW: 0.1, voltageV: 0.01, currentA: 0.01 },
    modules: drawn.modules.map((module) => ({ ...module, obstacles: [], replaced: null })),
    devices: drawn.devices.map((device) => ({
      ...device,
      limitW: 1e6,
      intervalMin: 5,
      lostRatio: 0,
      counter: 'lifetime',
      noise: 0,
      hasVoltage: true,
      hasTemperature: true,
      hasStatus: true,
      hasLimit: true,
      reportsAtNight: true,
      gains: device.modules.map(() => 1),
    })),
  };
})();

const dayStart = (day: number) => dayBounds(dayOfNumber(plain.firstDay + day), plain.model.timeZone).startMs;

function withFault(effect: Effect, changes: Partial<Fault> = {}, spec = plain): PlantSpec {
  const fault: Fault = {
    id: 'f',
    cause: 'unknown',
    alsoRight: [],
    scope: 'module',
    subjectId: null,
    moduleIds: [],
    sinceMs: dayStart(ONSET),
    untilMs: null,
    deadlineDays: 10,
    variant: '',
    effect,
    ...changes,
  };
  return { ...spec, faults: [fault] };
}

function daysOf(spec: PlantSpec): SimulatedDay[] {
  const simulation = new PlantSimulation(spec);
  const days: SimulatedDay[] = [];
  for (let day = simulation.next(); day; day = simulation.next()) days.push(day);
  return days;
}

const healthy = daysOf(plain);
/** The clearest day after the onset. */
const bright = healthy
  .map(({ truth }, d) => ({ d, wh: truth.totalWh }))
  .slice(ONSET + 1)
  .sort((a, b) => b.wh - a.wh)[0]!.d;

const energy = ({ powerW }: ModuleDayInput) => [...powerW].reduce((sum, w) => sum + (w > 0 ? w / 12 : 0), 0);
/** Slots in which the healthy module has at least this share of its highest power. */
const busySlots = (day: number, module: number, share: number): number[] => {
  const { powerW } = healthy[day]!.input.modules[module]!;
  const most = Math.max(...powerW);
  return [...powerW.keys()].filter((s) => powerW[s]! > share * most);
};

/** Everything that the fault took from the modules must be the difference to the world without it. */
function expectLossToAddUp(faulty: readonly SimulatedDay[]): number {
  let [lost, missing] = [0, 0];
  faulty.forEach(({ truth }, d) => {
    lost += truth.lostWh[0]!;
    missing += healthy[d]!.truth.totalWh - truth.totalWh;
  });
  expect(lost).toBeCloseTo(missing, 3);
  expect(faulty[ONSET - 1]!.truth.totalWh).toBe(healthy[ONSET - 1]!.truth.totalWh);
  return lost;
}

describe('a healthy plant', () => {
  it('has a plausible specific yield, and no power at night', () => {
    const kWp = plain.model.modules.reduce((sum, { ratedW }) => sum + ratedW, 0) / 1000;
    const perDay = healthy.reduce((sum, { truth }) => sum + truth.totalWh / 1000, 0) / kWp / DAYS;
    expect(perDay).toBeGreaterThan(1);
    expect(perDay).toBeLessThan(8);
    for (const { input } of healthy)
      for (const { powerW } of input.modules) {
        expect(powerW[0]).toBe(0);
        expect(Math.max(...powerW)).toBeLessThan(1.35 * 460);
      }
  });

  it('counts what its power adds up to', () => {
    for (const { input, truth } of healthy)
      input.modules.forEach((module, m) => {
        expect(Math.abs(module.energyWh! - truth.producedWh[m]!)).toBeLessThan(2);
      });
    const { input, truth } = healthy[bright]!;
    expect(energy(input.modules[0]!) / truth.producedWh[0]!).toBeCloseTo(1, 1);
  });

  it('has power that is voltage times current', () => {
    const { powerW, voltageV, currentA } = healthy[bright]!.input.modules[0]!;
    for (const s of busySlots(bright, 0, 0.3))
      expect(Math.abs(voltageV![s]! * currentA![s]! - powerW[s]!)).toBeLessThan(0.6);
  });
});

describe('an open module', () => {
  const faulty = daysOf(withFault({ kind: 'open', module: 1 }));

  it('produces no energy and leaves the other modules alone', () => {
    expect(expectLossToAddUp(faulty)).toBeGreaterThan(0);
    const { modules } = faulty[bright]!.input;
    expect(energy(modules[1]!)).toBe(0);
    expect(modules[0]!.powerW).toEqual(healthy[bright]!.input.modules[0]!.powerW);
  });

  it('is whole again after its repair', () => {
    const repaired = daysOf(withFault({ kind: 'open', module: 1 }, { untilMs: dayStart(ONSET + 3) }));
    expect(energy(repaired[ONSET + 1]!.input.modules[1]!)).toBe(0);
    const after = repaired[ONSET + 3]!.input.modules[1]!;
    expect(energy(after)).toBeCloseTo(energy(healthy[ONSET + 3]!.input.modules[1]!), 1);
  });
});

describe('bypassed sub-strings', () => {
  it('take a third of the voltage and leave the current', () => {
    const faulty = daysOf(withFault({ kind: 'bypass', module: 1, count: 1 }));
    expectLossToAddUp(faulty);
    const [is, was] = [faulty[bright]!.input.modules[1]!, healthy[bright]!.input.modules[1]!];
    for (const s of busySlots(bright, 1, 0.5)) {
      expect(is.voltageV![s]! / was.voltageV![s]!).toBeGreaterThan(0.62);
      expect(is.voltageV![s]! / was.voltageV![s]!).toBeLessThan(0.68);
      expect(is.currentA![s]! / was.currentA![s]!).toBeCloseTo(1, 1);
    }
  });
});

describe('a contact resistance', () => {
  it('takes a share that grows with the current', () => {
    const faulty = daysOf(withFault({ kind: 'resistance', module: 1, share: 0.2 }));
    expectLossToAddUp(faulty);
    const [is, was] = [faulty[bright]!.input.modules[1]!, healthy[bright]!.input.modules[1]!];
    const lossAt = (slots: readonly number[]) =>
      slots.reduce((sum, s) => sum + 1 - is.powerW[s]! / was.powerW[s]!, 0) / slots.length;
    const noon = busySlots(bright, 1, 0.9);
    const low = busySlots(bright, 1, 0.15).filter((s) => was.powerW[s]! < 0.4 * Math.max(...was.powerW));
    expect(low.length).toBeGreaterThan(3);
    expect(lossAt(noon)).toBeGreaterThan(0.12);
    expect(lossAt(low)).toBeLessThan(0.6 * lossAt(noon));
  });
});

describe('a new obstacle', () => {
  const { azimuthDeg } = plain.planes[plain.modules[1]!.plane]!;
  const obstacle = { azimuth: azimuthDeg, width: 40, top: 80, bottom: -1, softness: 4, cover: 1, opacity: 1 };
  const faulty = daysOf(withFault({ kind: 'shade', modules: [1], obstacle, growDays: 0 }));

  it('takes the direct light in its window only', () => {
    expectLossToAddUp(faulty);
    const [is, was] = [faulty[bright]!.input.modules[1]!, healthy[bright]!.input.modules[1]!];
    const ratios = busySlots(bright, 1, 0.2).map((s) => is.powerW[s]! / was.powerW[s]!);
    expect(Math.min(...ratios)).toBeLessThan(0.45);
    expect(ratios.filter((r) => r > 0.98).length).toBeGreaterThan(0.2 * ratios.length);
  });

  it('hardly matters under clouds', () => {
    const climate = { ...plain.climate, summer: [0, 1], winter: [0, 1] } as const;
    const dull = daysOf(
      withFault({ kind: 'shade', modules: [1], obstacle, growDays: 0 }, {}, { ...plain, climate }),
    );
    const lossOf = (days: readonly SimulatedDay[]) => {
      const after = days
        .slice(ONSET)
        .filter(({ truth }) => days !== dull || Math.min(...truth.weather.cover) > 0.985);
      expect(after.length).toBeGreaterThan(0);
      const lost = after.reduce((sum, { truth }) => sum + truth.lostWh[0]!, 0);
      return lost / (lost + after.reduce((sum, { truth }) => sum + truth.producedWh[1]!, 0));
    };
    expect(lossOf(dull)).toBeLessThan(0.3 * lossOf(faulty));
  });

  it('grows where it is a tree', () => {
    const growing = daysOf(withFault({ kind: 'shade', modules: [1], obstacle, growDays: 20 }));
    const all = (of: readonly SimulatedDay[], from: number) =>
      of.slice(from, from + 6).reduce((sum, { truth }) => sum + truth.lostWh[0]!, 0);
    expect(all(growing, ONSET)).toBeLessThan(0.5 * all(growing, DAYS - 6));
    expect(all(growing, DAYS - 6)).toBeLessThanOrEqual(all(faulty, DAYS - 6));
    expect(all(growing, ONSET)).toBeLessThan(all(faulty, ONSET));
  });
});

describe('slow losses', () => {
  it('grow day by day: dust on all, decline of one', () => {
    const modules = plain.modules.map((_, m) => m);
    const dust = daysOf(withFault({ kind: 'soil', modules, perDay: 0.01, most: 0.12, sticks: true }));
    expectLossToAddUp(dust);
    const ratio = (d: number) => dust[d]!.truth.totalWh / healthy[d]!.truth.totalWh;
    expect(ratio(ONSET + 5)).toBeGreaterThan(0.93);
    expect(ratio(ONSET + 5)).toBeLessThan(0.96);
    expect(ratio(DAYS - 1)).toBeCloseTo(0.88, 1);
    const decline = daysOf(withFault({ kind: 'decline', modules: [1], perDay: 0.01, voltageShare: 0.5 }));
    const last = decline[DAYS - 1]!.truth.producedWh[1]! / healthy[DAYS - 1]!.truth.producedWh[1]!;
    expect(last).toBeGreaterThan(0.77);
    expect(last).toBeLessThan(0.84);
  });

  it('may also come at once', () => {
    const level = daysOf(withFault({ kind: 'level', modules: [1], ratio: 0.8 }));
    expectLossToAddUp(level);
    expect(level[bright]!.truth.producedWh[1]! / healthy[bright]!.truth.producedWh[1]!).toBeCloseTo(0.8, 1);
  });
});

describe('limits', () => {
  const device = plain.devices[0]!;
  const peakW = device.modules.reduce((sum, m) => sum + plain.modules[m]!.peakW, 0);
  const limited = { ...plain, devices: plain.devices.map((one) => ({ ...one, limitW: peakW })) };

  it('by temperature act at noon and leave the device hot', () => {
    const faulty = daysOf(withFault({ kind: 'heat', devices: [0], riseK: 50 }, {}, limited));
    const cool = daysOf(limited);
    expect(faulty[bright]!.truth.lostWh[0]!).toBeGreaterThan(0.02 * cool[bright]!.truth.producedWh[0]!);
    expect(Math.max(...faulty[bright]!.input.devices[0]!.temperatureC!)).toBeGreaterThan(70);
    expect(Math.max(...cool[bright]!.input.devices[0]!.temperatureC!)).toBeLessThan(70);
  });

  it('by the grid show in the voltage, or in the limit that is reported', () => {
    const volts = daysOf(withFault({ kind: 'gridVoltage', riseV: 30 }, {}, limited));
    expect(volts[bright]!.truth.lostWh[0]!).toBeGreaterThan(0);
    expect(Math.max(...volts[bright]!.input.devices[0]!.acVoltageV!)).toBeGreaterThan(250);
    const limit = daysOf(withFault({ kind: 'limit', ratio: 0.3, fromHour: 0, untilHour: 24 }, {}, limited));
    const { modules, devices } = limit[bright]!.input;
    const sums = Array.from(modules[0]!.powerW, (_, s) =>
      device.modules.reduce((sum, m) => sum + modules[m]!.powerW[s]!, 0),
    );
    expect(Math.max(...sums)).toBeLessThan(0.32 * peakW);
    expect(devices[0]!.limitRatio![150]).toBeCloseTo(0.3, 3);
  });

  it('by the rating cut the top flat', () => {
    const small = { ...plain, devices: plain.devices.map((one) => ({ ...one, limitW: 0.5 * peakW })) };
    const days = daysOf(small);
    expect(days[bright]!.truth.clippedWh).toBeGreaterThan(0.05 * healthy[bright]!.truth.totalWh);
    expect(days[bright]!.truth.lostWh.length).toBe(0);
  });
});

describe('a failed inverter', () => {
  it('reports zero at open-circuit voltage, or does not report', () => {
    const failed = { kind: 'failed', device: 0, bits: 0x4000, hours: null } as const;
    const zero = daysOf(withFault({ ...failed, isOffline: false }));
    expectLossToAddUp(zero);
    for (const m of plain.devices[0]!.modules) expect(energy(zero[bright]!.input.modules[m]!)).toBe(0);
    const { voltageV } = zero[bright]!.input.modules[0]!;
    const [noon] = busySlots(bright, 0, 0.9);
    expect(voltageV![noon!]! / healthy[bright]!.input.modules[0]!.voltageV![noon!]!).toBeCloseTo(1.2, 1);
    expect(zero[bright]!.input.devices[0]!.statusBits![noon!]).toBe(0x4000);
    const offline = daysOf(withFault({ ...failed, isOffline: true }));
    expect(offline[bright]!.input.modules[0]!.powerW.every((w) => Number.isNaN(w))).toBe(true);
    expect(offline[bright]!.input.modules[0]!.energyWh).toBeNull();
  });
});

describe('offline', () => {
  const devices = plain.devices.map((_, d) => d);

  it('loses no energy: the counter brings it along afterwards', () => {
    const until = ONSET + 3;
    const faulty = daysOf(withFault({ kind: 'offline', devices }, { untilMs: dayStart(until) }));
    expect(faulty.reduce((sum, { truth }) => sum + truth.lostWh[0]!, 0)).toBe(0);
    for (let d = ONSET; d < until; d++) expect(faulty[d]!.input.modules[0]!.energyWh).toBeNull();
    const missed = healthy.slice(ONSET, until + 1).reduce((sum, { truth }) => sum + truth.producedWh[0]!, 0);
    expect(Math.abs(faulty[until]!.input.modules[0]!.energyWh! - missed)).toBeLessThan(3);
  });
});

describe('a wrong clock', () => {
  it('stamps the same curve later', () => {
    const devices = plain.devices.map((_, d) => d);
    const faulty = daysOf(withFault({ kind: 'clock', devices, minutes: 60, perDay: 0, most: 0 }));
    const [is, was] = [faulty[bright]!.input.modules[0]!.powerW, healthy[bright]!.input.modules[0]!.powerW];
    let worst = 0;
    for (let s = 20; s < is.length; s++) worst = Math.max(worst, Math.abs(is[s]! - was[s - 12]!));
    expect(worst).toBeLessThan(1.5);
    expect(faulty[bright]!.truth.lostWh[0]).toBe(0);
  });
});

describe('swapped modules', () => {
  it('show each other', () => {
    const last = plain.modules.length - 1;
    const faulty = daysOf(withFault({ kind: 'swap', a: 0, b: last }));
    const { modules } = faulty[bright]!.input;
    expect(modules[0]!.moduleId).toBe(plain.modules[0]!.model.id);
    expect(modules[0]!.powerW).toEqual(healthy[bright]!.input.modules[last]!.powerW);
    expect(modules[last]!.powerW).toEqual(healthy[bright]!.input.modules[0]!.powerW);
  });
});
