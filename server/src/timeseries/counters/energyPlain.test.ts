// The sums of a day as they were first written, one object per reading: slow, and easy to follow. The quick ones must say
// the same of any day.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CounterDay,
  type CounterRules,
  type EnergyOfDay,
  energyOfDay,
  frameCounterRules,
  lifetimeRules,
  openingOf,
  type Reading,
  usualInterval,
} from './energy.ts';

const isPossible = (rise: number, elapsedMs: number, rules: CounterRules): boolean =>
  rise <=
  ((rules.ratedW ?? 250_000) * 1.2 * 10 * (Math.max(0, elapsedMs) + 120_000)) / 3_600_000 + rules.step;

function wrappedRise(from: number, to: number, elapsedMs: number, rules: CounterRules): number | null {
  if (rules.wrapAt === null || from < rules.wrapAt * 0.99 || from > rules.wrapAt) return null;
  const rise = rules.wrapAt - from + to;
  return isPossible(rise, elapsedMs, rules) ? rise : null;
}

type Step = [fromMs: number, toMs: number, energy: number];

function plainEnergyOfDay(day: CounterDay, steps: Step[]): EnergyOfDay {
  const { rules, startMs, before } = day;
  let accepted: Reading | null = null;
  let held: Reading | null = null;
  let first: Reading | null = null;
  let opening: number | null = null;
  let energy = 0;
  let isRepaired = false;
  const add = (from: Reading, toMs: number, amount: number) => {
    if (amount <= 0) return;
    energy += amount;
    const isBefore = before !== null && from.atMs === before.atMs && from.value === before.value;
    if (!isBefore && toMs - from.atMs > 3 * day.intervalMs && from.atMs > day.wakeMs) isRepaired = true;
    const sinceMs = Math.max(
      from.atMs,
      startMs,
      from.value === 0 && rules.mode === 'day' ? day.wakeMs : startMs,
    );
    steps.push([Math.min(sinceMs, toMs), toMs, amount]);
  };
  for (let i = 0; i < day.values.length; i++) {
    const now: Reading = { atMs: day.atMs[i]!, value: day.values[i]! };
    if (Number.isNaN(now.value)) continue;
    if (first === null || accepted === null) {
      first = now;
      opening = openingOf(first, before, startMs, rules);
      const isOfBefore = before !== null && opening === before.value;
      accepted = { atMs: isOfBefore ? before.atMs : startMs, value: opening };
      if (opening === now.value && !isOfBefore) accepted = { ...accepted, atMs: now.atMs };
    }
    const elapsedMs = now.atMs - accepted.atMs;
    const rise = now.value - accepted.value;
    if (rise >= 0 && isPossible(rise, elapsedMs, rules)) {
      if (held !== null) isRepaired = true;
      add(accepted, now.atMs, rise);
    } else if (rise < 0 && -rise <= rules.step) {
      accepted = { ...accepted, atMs: now.atMs };
      held = null;
      continue;
    } else {
      const wrapped = rise < 0 ? wrappedRise(accepted.value, now.value, elapsedMs, rules) : null;
      if (wrapped !== null) {
        isRepaired = true;
        add(accepted, now.atMs, wrapped);
      } else {
        const since: number = held === null ? Number.NaN : now.value - held.value;
        if (held === null || since < -rules.step || !isPossible(since, now.atMs - held.atMs, rules)) {
          held = now;
          continue;
        }
        if (rules.mode === 'lifetime' || energy > 0) isRepaired = true;
        const isRestart =
          held.value < accepted.value * 0.05 && isPossible(held.value, held.atMs - accepted.atMs, rules);
        if (isRestart) add(accepted, held.atMs, held.value);
        add(held, now.atMs, since);
      }
    }
    accepted = now;
    held = null;
  }
  return { energy, isRepaired, first, opening, closing: first && accepted };
}

const START = Date.parse('2026-06-21T00:00:00Z');
const rules = fc.oneof(
  fc
    .record({ channels: fc.constantFrom(0, 4), ratedW: fc.constantFrom(null, 600) })
    .map(({ channels, ratedW }) => frameCounterRules(channels, ratedW)),
  fc.constantFrom(null, 600).map(lifetimeRules),
);
/** What a counter does from one reading to the next: mostly it rises, and at times all that counters are known to do. */
const move = fc.oneof(
  { weight: 12, arbitrary: fc.nat(400).map((by) => (last: number) => last + by) },
  { weight: 2, arbitrary: fc.nat(40).map((by) => (last: number) => Math.max(0, last - by)) },
  { weight: 1, arbitrary: fc.nat(3_000_000).map((to) => () => to) },
  { weight: 1, arbitrary: fc.nat(60).map((to) => () => to) },
  { weight: 1, arbitrary: fc.constant(() => Number.NaN) },
);
const days = fc
  .record({
    rules,
    begins: fc.constantFrom(0, 0, 5_000, 151_000, 2_370_000),
    gaps: fc.array(fc.constantFrom(30_000, 300_000, 300_000, 300_000, 1_000_000, 7_300_000), {
      maxLength: 60,
    }),
    moves: fc.array(move, { minLength: 60, maxLength: 60 }),
    before: fc.option(fc.record({ value: fc.nat(160_000), agoMs: fc.constantFrom(600_000, 40_000_000) })),
  })
  .map(({ rules: own, begins, gaps, moves, before }) => {
    const atMs: number[] = [];
    const values: number[] = [];
    let last: number = begins;
    gaps.forEach((gap, i) => {
      atMs.push((atMs.at(-1) ?? START + 5 * 3_600_000) + gap);
      const value = moves[i]!(last);
      values.push(value);
      if (!Number.isNaN(value)) last = value;
    });
    const day: CounterDay = {
      atMs,
      values,
      startMs: START,
      wakeMs: START + 4 * 3_600_000,
      intervalMs: 300_000,
      rules: own,
      before: before && { atMs: START - before.agoMs, value: before.value },
    };
    return day;
  });

describe('the energy of a day', () => {
  it('is what the plain sum says, of any counter', () => {
    fc.assert(
      fc.property(days, (day) => {
        const [steps, plainSteps]: Step[][] = [[], []];
        const plain = plainEnergyOfDay(day, plainSteps!);
        expect(energyOfDay(day, (...step) => steps!.push(step))).toEqual(plain);
        expect(steps).toEqual(plainSteps);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same where the counter is one of several in each reading', () => {
    fc.assert(
      fc.property(days, fc.nat(3), (day, place) => {
        const among = Float64Array.from({ length: day.values.length * 4 }, (_, i) =>
          i % 4 === place ? day.values[i >> 2]! : 1e6 + i,
        );
        expect(energyOfDay({ ...day, values: among, place, perReading: 4 })).toEqual(energyOfDay(day));
      }),
    );
  });
});

describe('the usual time between readings', () => {
  it('is the median of the gaps, whether most are the same or none', () => {
    const gaps = fc.array(fc.oneof(fc.constantFrom(0, 200, 300_000, 300_001), fc.nat(2_000_000)), {
      minLength: 3,
    });
    fc.assert(
      fc.property(gaps, (some) => {
        const at = [START];
        for (const gap of some) at.push(at.at(-1)! + gap);
        const sorted = [...some].sort((a, b) => a - b);
        expect(usualInterval(at)).toBe(Math.max(1000, sorted[sorted.length >> 1]!));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is five minutes where there are too few readings', () => {
    expect(usualInterval([1, 2, 3])).toBe(300_000);
  });
});
