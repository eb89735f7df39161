// 100,000 random payloads per parser: a reading is within the limits of the portal, or there is none.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutput } from './apsystems/apsystems.ts';
import { metersOf, readMeters as readEnphaseMeters, readProduction } from './enphase/enphase.ts';
import { invertersOf, readInverter, readMeters } from './fronius/fronius.ts';
import { type LocalReading, plausible, ReadFailure } from './source.ts';
import { readModels } from './sunspec/models.ts';

const RUNS = 100_000;
const PER_SEED = 100;

/** A generator of numbers from a seed: 100,000 payloads in a second. */
function createDice(seed: number) {
  let state = seed | 1;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % limit;
  };
  const one = <T>(choices: readonly T[]): T => choices[next(choices.length)]!;
  const odd = (): unknown => one(oddities);
  return {
    next,
    one,
    odd,
    /** An object with some of these fields, or rarely something else. */
    object(fields: Readonly<Record<string, () => unknown>>): unknown {
      if (next(8) === 0) return odd();
      const found: Record<string, unknown> = {};
      for (const name in fields) if (next(5) > 0) found[name] = fields[name]!();
      return found;
    },
    list: (item: () => unknown): unknown =>
      next(8) === 0 ? odd() : Array.from({ length: next(4) }, () => item()),
  };
}
type Dice = ReturnType<typeof createDice>;

const oddities: readonly unknown[] = [
  null,
  '',
  'x',
  '12',
  true,
  [],
  {},
  [[]],
  '&#99999999;',
  0,
  -0,
  -1,
  1e308,
  -1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  12.5,
  44_188_000,
];
const named = (dice: Dice, ...names: string[]) => Object.fromEntries(names.map((name) => [name, dice.odd]));

function check(readings: () => LocalReading[]): void {
  let found: LocalReading[];
  try {
    found = readings();
  } catch (error) {
    if (error instanceof ReadFailure) return;
    throw error;
  }
  if (found.length > 100) throw new Error('too many readings');
  for (const one of found) {
    const { reading } = plausible(one);
    if (!reading) continue;
    const { values, channels = [], phases = [], role } = reading;
    if (role === 'pv' && values.energyInWh !== undefined) throw new Error('unknown side');
    for (const part of [values, ...channels, ...phases])
      for (const value of Object.values(part)) if (!Number.isFinite(value)) throw new Error(`bad ${value}`);
    if ((values.energyOutWh ?? 0) < 0 || (values.energyInWh ?? 0) < 0) throw new Error('negative counter');
  }
}

/** Checks 100,000 payloads; the number of readings in them. */
function run(readingsOf: (dice: Dice) => LocalReading[]): number {
  let count = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const dice = createDice(seed);
      for (let i = 0; i < PER_SEED; i++)
        check(() => {
          const readings = readingsOf(dice);
          count += readings.length;
          return readings;
        });
    }),
    { numRuns: RUNS / PER_SEED },
  );
  return count;
}

// Stack traces of rejected payloads would take most of the time.
Error.stackTraceLimit = 0;

describe('any payload', () => {
  it('of an APsystems EZ1', () => {
    const count = run((dice) =>
      readOutput(
        dice.object({
          message: () => dice.one(['SUCCESS', 'SUCCESS', 'FAILED', 5]),
          deviceId: dice.odd,
          data: () => dice.object(named(dice, 'p1', 'p2', 'te1', 'te2')),
        }),
      ),
    );
    expect(count).toBeGreaterThan(RUNS / 10);
  });

  it('of a Fronius', () => {
    const count = run((dice) => {
      const value = () => dice.object({ Value: dice.odd });
      const device = () =>
        dice.object({
          ...named(
            dice,
            'UniqueID',
            'CustomName',
            'PowerReal_P_Sum',
            'EnergyReal_WAC_Sum_Consumed',
            'Details',
          ),
          Meter_Location_Current: () => dice.one([0, 1, null]),
        });
      const answer = dice.object({
        Head: () => (dice.next(4) === 0 ? dice.odd() : { Status: { Code: 0 } }),
        Body: () =>
          dice.object({
            Data: () =>
              dice.object({ PAC: value, TOTAL_ENERGY: value, UDC: value, IDC: value, 0: device, 1: device }),
          }),
      });
      return [
        ...readMeters(answer),
        ...invertersOf(answer).flatMap((inverter) => readInverter(answer, inverter)),
      ];
    });
    expect(count).toBeGreaterThan(RUNS / 10);
  });

  it('of an Enphase gateway', () => {
    const count = run((dice) => {
      const eid = () => dice.one<unknown>([1, 2, 'x', null]);
      const meters = dice.list(() =>
        dice.object({
          eid,
          state: () => 'enabled',
          measurementType: () => dice.one(['production', 'net-consumption']),
        }),
      );
      const readings = dice.list(() =>
        dice.object({
          ...named(dice, 'actEnergyDlvd', 'actEnergyRcvd', 'activePower', 'voltage', 'channels'),
          eid,
        }),
      );
      const production = dice.object({
        production: () =>
          dice.list(() => dice.object({ type: () => 'inverters', ...named(dice, 'wNow', 'whLifetime') })),
      });
      return [...readEnphaseMeters(readings, metersOf(meters)), ...readProduction(production)];
    });
    expect(count).toBeGreaterThan(RUNS / 10);
  });

  it('of a SunSpec device', () => {
    const ids = [1, 101, 103, 112, 113, 160, 201, 203, 211, 213];
    const edges = [0, 1, 0xffff, 0x8000, 0x7fff, 2, 0xfffe, 5];
    const count = run((dice) => {
      const models = Array.from({ length: dice.next(4) }, () => {
        const length = dice.next(110);
        const registers = [dice.one(ids), length];
        for (let i = 0; i < length; i++)
          registers.push(dice.next(3) === 0 ? dice.one(edges) : dice.next(0x10000));
        return { id: registers[0]!, registers };
      });
      return readModels(models, { isReversed: dice.next(2) === 0 });
    });
    expect(count).toBeGreaterThan(RUNS / 10);
  });
});
