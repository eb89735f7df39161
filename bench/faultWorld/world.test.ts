import { type Finding, findingCauses } from '@helioport/domain/analytics/types';
import { DAY_MS } from '@helioport/domain/duration';
import { parseMessage } from '@helioport/protocol/helioport/message';
import { describe, expect, it } from 'vitest';
import { causeRules } from './causes.ts';
import type { Evaluator } from './evaluator.ts';
import type { Fault, PlantSpec } from './model.ts';
import { replayLines } from './replay.ts';
import { runPlant } from './score.ts';
import { PlantSimulation } from './simulate.ts';
import { figuresOf } from './table.ts';
import { drawWorld } from './world.ts';

const size = { seed: 'test', plants: 60, days: 120 };
const world = drawWorld(size);
const faults = world.flatMap((spec) => spec.faults);

/** Days of a plant as text. */
function digest(spec: PlantSpec, days: number): string {
  const simulation = new PlantSimulation(spec);
  return Array.from({ length: days }, () => JSON.stringify(simulation.next()!.input)).join('\n');
}

describe('the fault world', () => {
  it('has 60 plants, 25 of them healthy, and about a hundred faults of all drawn causes', () => {
    expect(world.filter(({ isHealthy }) => isHealthy).length).toBe(25);
    expect(world.filter(({ isHealthy, faults: own }) => isHealthy && own.length > 0)).toEqual([]);
    expect(faults.length).toBeGreaterThanOrEqual(92);
    // Snow is weather and clipping no fault; the others are drawn.
    const drawn = new Set(faults.map(({ cause }) => cause));
    for (const cause of findingCauses)
      expect([cause, drawn.has(cause)]).toEqual([cause, cause !== 'snow' && cause !== 'clipping']);
    expect(causeRules.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  });

  it('has plants of all sizes from 45 degrees south to 60 north', () => {
    for (const { model, modules, arrays, devices } of world) {
      expect(Math.abs(model.latitude)).toBeLessThanOrEqual(60);
      expect(model.latitude).toBeGreaterThanOrEqual(-45);
      expect(modules.length).toBeGreaterThanOrEqual(6);
      expect(modules.length).toBeLessThanOrEqual(40);
      expect(arrays.length).toBeLessThanOrEqual(4);
      expect(devices.flatMap((device) => device.modules).length).toBe(modules.length);
    }
    expect(new Set(world.map(({ modules }) => modules[0]!.model.typeKey.split('-')[0])).size).toBe(3);
    expect(world.some(({ model }) => model.latitude < -30)).toBe(true);
    expect(new Set(world.flatMap(({ oddities }) => oddities)).size).toBe(8);
  });

  it('gives every fault time to be found, and its plant no other one on the same module', () => {
    for (const spec of world) {
      const endMs = (spec.firstDay + spec.days) * DAY_MS;
      const alone = spec.faults.filter(
        ({ scope, cause }) => scope === 'module' && cause !== 'swappedModules',
      );
      const touched = alone.flatMap(({ moduleIds }) => moduleIds);
      expect(new Set(touched).size).toBe(touched.length);
      for (const { sinceMs, deadlineDays, moduleIds } of spec.faults) {
        expect(sinceMs + deadlineDays * DAY_MS).toBeLessThan(endMs + DAY_MS);
        expect(moduleIds.length).toBeGreaterThan(0);
      }
    }
  });

  it('is the same for the same seed, and another one for another', () => {
    expect(JSON.stringify(drawWorld(size))).toBe(JSON.stringify(world));
    const spec = world[30]!;
    expect(digest(spec, 3)).toBe(digest(spec, 3));
    const other = drawWorld({ ...size, seed: 'other' })[30]!;
    expect(digest(other, 1)).not.toBe(digest(spec, 1));
  });

  it('does not depend on what runs beside it', () => {
    const [first, second] = [new PlantSimulation(world[3]!), new PlantSimulation(world[4]!)];
    const mixed = [first.next(), second.next(), first.next()].map((day) => JSON.stringify(day!.input));
    expect(mixed[2]).toBe(digest(world[3]!, 2).split('\n')[1]);
  });

  it('is fed to a portal as reports that it takes', () => {
    for (const spec of world.slice(20, 30)) {
      const simulation = new PlantSimulation(spec, { keepsCounters: true });
      const lines = replayLines(spec, simulation.next()!);
      expect(lines.length).toBeGreaterThan(20);
      const refused = lines.filter((line) => {
        const { at, sn, report } = JSON.parse(line);
        const isNamed = /^faultworld\.[0-9A-Z-]{4,32}$/.test(sn);
        return !parseMessage(report).ok || !isNamed || Number.isNaN(Date.parse(at));
      });
      expect(refused).toEqual([]);
    }
  });
});

const findingOf = (fault: Fault, changes: Partial<Finding> = {}): Finding => ({
  key: fault.id,
  scope: fault.scope,
  subjectId: fault.subjectId,
  moduleIds: fault.moduleIds,
  cause: fault.cause,
  confidence: 'high',
  probability: 1,
  isFault: true,
  evidence: [],
  sinceMs: fault.sinceMs,
  untilMs: fault.untilMs,
  detectedMs: fault.sinceMs + DAY_MS,
  lostWh: 0,
  lostWhPerYear: null,
  recoveredWhPerDay: null,
  ...changes,
});

/** Knows the faults, and reports each a day after its onset. */
const oracle =
  (spec: PlantSpec, change: (fault: Fault) => Partial<Finding> | null): Evaluator =>
  () => ({
    day: ({ startMs, slots, slotMs }) => {
      const endMs = startMs + slots * slotMs;
      return spec.faults.flatMap((fault) => {
        const changes = change(fault);
        if (changes === null) return [];
        const finding = findingOf(fault, changes);
        const known = finding.detectedMs <= endMs;
        const open = finding.untilMs === null || finding.untilMs > endMs;
        return known ? [{ ...finding, untilMs: open ? null : finding.untilMs }] : [];
      });
    },
  });

describe('the score', () => {
  const withDead = world.filter(({ faults: own }) => own.some(({ cause }) => cause === 'moduleFailure'));
  const spec = withDead.sort((a, b) => a.modules.length - b.modules.length)[0]!;
  const short = { ...spec, days: 100 };

  it('gives an oracle everything and an empty evaluator nothing', () => {
    const all = figuresOf([
      runPlant(
        short,
        oracle(short, () => ({})),
      ),
    ]);
    const drawn = all.faults;
    expect([all.foundInTime, all.namedRight]).toEqual([spec.faults.length, spec.faults.length]);
    expect(drawn).toBeGreaterThanOrEqual(spec.faults.length);
    expect(all.falsePerFaultyYear).toBe(0);
    const none = figuresOf([runPlant(short, () => ({ day: () => [] }))]);
    expect([none.foundInTime, none.namedRight, none.falsePerFaultyYear]).toEqual([0, 0, 0]);
  });

  it('counts neither what comes late nor what is dated before the onset, and names only the cause', () => {
    const isDead = ({ cause }: Fault) => cause === 'moduleFailure';
    const only = (changes: (fault: Fault) => Partial<Finding>) => {
      const result = runPlant(
        short,
        oracle(short, (fault) => (isDead(fault) ? changes(fault) : null)),
      );
      return result.faults.find(({ cause }) => cause === 'moduleFailure')!;
    };
    expect(only(() => ({}))).toMatchObject({ isFound: true, isNamed: true, delayDays: 1 });
    const late = only(({ sinceMs }) => ({ detectedMs: sinceMs + 8 * DAY_MS, untilMs: null }));
    expect(late).toMatchObject({ isFound: false });
    expect(only(({ sinceMs }) => ({ sinceMs: sinceMs - 20 * DAY_MS }))).toMatchObject({ isSeen: false });
    expect(only(() => ({ cause: 'snow' }))).toMatchObject({ isFound: true, isNamed: false, named: 'snow' });
    expect(only(() => ({ moduleIds: spec.model.modules.map(({ id }) => id) })).isFound).toBe(false);
  });

  it('compares the lost energy with what was really lost', () => {
    const first = runPlant(
      short,
      oracle(short, () => ({})),
    ).faults;
    const truth = new Map(first.map(({ fault, trueWh }) => [fault, trueWh]));
    const results = runPlant(
      short,
      oracle(short, ({ id }) => ({ lostWh: 1.2 * truth.get(id)! })),
    ).faults;
    const errors = results.flatMap(({ lossError }) => (lossError === null ? [] : [lossError]));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toBeCloseTo(0.2, 2);
  });

  it('counts the findings of a healthy plant once each', () => {
    const fine = { ...world[0]!, days: 90 };
    const module = fine.model.modules[0]!.id;
    const accuse: Evaluator = () => ({
      day: ({ startMs }) => [
        findingOf(
          {
            ...faults[0]!,
            id: 'x',
            scope: 'module',
            subjectId: module,
            moduleIds: [module],
            sinceMs: startMs,
          },
          {},
        ),
        findingOf({ ...faults[0]!, id: 'note', sinceMs: startMs }, { isFault: false }),
      ],
    });
    const figures = figuresOf([runPlant(fine, accuse)]);
    expect(figures.falsePerHealthyYear).toBeCloseTo(365.25 / 90, 6);
    expect(figures.infosPerHealthyYear).toBeCloseTo(365.25 / 90, 6);
  });
});
