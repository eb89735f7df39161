import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CounterRules,
  energyBetween,
  energyFromPower,
  energyOfDay,
  frameCounterRules,
  lifetimeRules,
  openingOf,
  type Reading,
  usualInterval,
} from './energy.ts';

const MIDNIGHT = Date.UTC(2026, 5, 21);
const DAWN = MIDNIGHT + 5 * 3_600_000;
const STEP_MS = 300_000;
/** A BDM-400: makes at most 400 W, which are 333 steps of 0.1 Wh in five minutes. */
const bdm400 = frameCounterRules(0, 400);
const lifetime = lifetimeRules(400);

interface Story {
  values: (number | null)[];
  rules?: CounterRules;
  before?: Reading | null;
  fromMs?: number;
  stepMs?: number;
}

function dayOf({ values, rules = bdm400, before = null, fromMs = DAWN, stepMs = STEP_MS }: Story) {
  const spans: { fromMs: number; toMs: number; energy: number }[] = [];
  const result = energyOfDay(
    {
      atMs: values.map((_, i) => fromMs + i * stepMs),
      values: values.map((value) => value ?? Number.NaN),
      startMs: MIDNIGHT,
      wakeMs: DAWN - 600_000,
      intervalMs: stepMs,
      before,
      rules,
    },
    (from, to, energy) => spans.push({ fromMs: from, toMs: to, energy }),
  );
  return { ...result, spans };
}

describe('energyOfDay, counters that start at dawn', () => {
  it('counts from zero, the first reading included', () => {
    expect(dayOf({ values: [5, 100, 300] })).toMatchObject({ energy: 300, isRepaired: false, opening: 0 });
  });

  it('counts from zero when the first reading is below the last of the day before', () => {
    const before = { atMs: MIDNIGHT - 4 * 3_600_000, value: 15_000 };
    expect(dayOf({ values: [5, 100, 300], before })).toMatchObject({
      energy: 300,
      isRepaired: false,
      opening: 0,
    });
  });

  it('counts from zero when the first reading is above the last of a dark day before', () => {
    const before = { atMs: MIDNIGHT - 4 * 3_600_000, value: 100 };
    const story = { values: [3000, 3300], before, fromMs: MIDNIGHT + 12 * 3_600_000 };
    expect(dayOf(story)).toMatchObject({ energy: 3300, opening: 0 });
  });

  it('does not count the stale counter of a reading after midnight again', () => {
    const before = { atMs: MIDNIGHT - 120_000, value: 15_000 };
    const story = { values: [15_000, 15_000, 0, 0, 120, 300], before, fromMs: MIDNIGHT + 60_000 };
    expect(dayOf(story)).toMatchObject({ energy: 300, isRepaired: false, opening: 15_000 });
  });

  it('does not count a stale counter either when the day before is unknown', () => {
    const story = { values: [15_000, 15_000, 0, 0, 120, 300], fromMs: MIDNIGHT + 60_000 };
    expect(dayOf(story)).toMatchObject({ energy: 300, opening: 15_000 });
  });

  it('goes on over midnight where the sun does not set', () => {
    const before = { atMs: MIDNIGHT - 200_000, value: 15_000 };
    expect(dayOf({ values: [15_010, 15_100], before, fromMs: MIDNIGHT + 100_000 })).toMatchObject({
      energy: 100,
    });
  });

  it('adds a restart on', () => {
    const day = dayOf({ values: [0, 300, 600, 900, 10, 200, 400] });
    expect(day).toMatchObject({ energy: 900 + 400, isRepaired: true });
    expect(day.closing?.value).toBe(400);
  });

  it('goes on from an older value after a DC interruption, counting nothing twice', () => {
    // 900 was reached, 700 comes back: those 700 are in the 900 already. From there 300 more are made.
    expect(dayOf({ values: [0, 300, 600, 900, 700, 800, 1000] })).toMatchObject({
      energy: 900 + 300,
      isRepaired: true,
    });
  });

  it('ignores a dip of a single reading', () => {
    expect(dayOf({ values: [0, 300, 600, 100, 800, 900] })).toMatchObject({ energy: 900, isRepaired: true });
    expect(dayOf({ values: [0, 300, 600, 0, 800, 900] })).toMatchObject({ energy: 900, isRepaired: true });
  });

  it('ignores a jump that no device of that rating can make', () => {
    expect(dayOf({ values: [0, 300, 60_000, 600, 900] })).toMatchObject({ energy: 900, isRepaired: true });
  });

  it('accepts a jump that stays, without counting it', () => {
    expect(dayOf({ values: [0, 300, 60_000, 60_200, 60_400] })).toMatchObject({
      energy: 700,
      isRepaired: true,
    });
  });

  it('takes a fall of one count for rounding', () => {
    expect(dayOf({ values: [0, 300, 298, 300, 330] })).toMatchObject({ energy: 330, isRepaired: false });
  });

  it('adds over the end of the word', () => {
    const wrapAt = bdm400.wrapAt ?? 0;
    const before = { atMs: MIDNIGHT + 3_600_000 - STEP_MS, value: wrapAt - 200 };
    const day = dayOf({ values: [wrapAt - 100, 50, 250], before, fromMs: MIDNIGHT + 3_600_000 });
    expect(day).toMatchObject({ energy: 100 + 150 + 200, isRepaired: true });
  });

  it('counts what was made during a hole, and says that it was bridged', () => {
    const story = { values: [0, 100, null, null, null, null, 900] };
    expect(dayOf(story)).toMatchObject({ energy: 900, isRepaired: true });
  });

  it('leaves a last odd reading of the day alone', () => {
    expect(dayOf({ values: [0, 300, 600, 0] })).toMatchObject({ energy: 600, closing: { value: 600 } });
  });

  it('knows nothing of a counter that was never measured', () => {
    expect(dayOf({ values: [null, null] })).toMatchObject({
      energy: 0,
      first: null,
      opening: null,
      closing: null,
    });
  });

  it('spreads energy over the time it was made in, the first reading from sunrise on', () => {
    const { spans } = dayOf({ values: [50, 150] });
    expect(spans).toEqual([
      { fromMs: DAWN - 600_000, toMs: DAWN, energy: 50 },
      { fromMs: DAWN, toMs: DAWN + STEP_MS, energy: 100 },
    ]);
  });
});

describe('energyOfDay, lifetime counters', () => {
  it('counts from the last value of the day before', () => {
    const before = { atMs: MIDNIGHT - STEP_MS, value: 1_000_000 };
    expect(dayOf({ values: [1_000_050, 1_000_300], rules: lifetime, before })).toMatchObject({ energy: 300 });
  });

  it('counts from its first reading when it was never heard of', () => {
    expect(dayOf({ values: [1_000_050, 1_000_300], rules: lifetime })).toMatchObject({ energy: 250 });
  });

  it('counts what was made in silent days with the day on which it speaks again', () => {
    const before = { atMs: MIDNIGHT - 3 * 86_400_000, value: 1_000_000 };
    expect(dayOf({ values: [1_050_000, 1_050_100], rules: lifetime, before })).toMatchObject({
      energy: 50_100,
    });
  });

  it('starts again after the device was exchanged', () => {
    expect(dayOf({ values: [1_000_000, 1_000_100, 20, 120], rules: lifetime })).toMatchObject({
      energy: 100 + 120,
      isRepaired: true,
    });
  });
});

describe('energyOfDay, whatever comes', () => {
  const odd = fc.array(fc.oneof(fc.integer({ min: 0, max: 151_000 }), fc.constant(null)), { maxLength: 60 });
  const before = fc.option(
    fc.record({ atMs: fc.constant(MIDNIGHT - 3_600_000), value: fc.integer({ min: 0, max: 151_000 }) }),
  );

  it('is never negative, and never more than the device could have made', () => {
    fc.assert(
      fc.property(odd, before, (values, known) => {
        const { energy, spans } = dayOf({ values, before: known });
        expect(energy).toBeGreaterThanOrEqual(0);
        // Every span was possible on its own: rating x 1.2 x (time + jitter), one restart reading included.
        expect(energy).toBeLessThanOrEqual(
          ((5 * 3600 + values.length * 300 + 3600) / 3600) * 4800 + values.length * 500,
        );
        expect(spans.reduce((sum, span) => sum + span.energy, 0)).toBe(energy);
        for (const span of spans) expect(span.toMs).toBeGreaterThanOrEqual(span.fromMs);
      }),
      { numRuns: 2000 },
    );
  });

  const rises = fc.array(fc.integer({ min: 0, max: 380 }), { minLength: 1, maxLength: 150 });
  const running = (steps: readonly number[]) => {
    let sum = 0;
    return steps.map((step) => (sum += step));
  };

  it('is the last reading of an undisturbed day', () => {
    fc.assert(
      fc.property(rises, (steps) => {
        const values = running(steps);
        expect(dayOf({ values }).energy).toBe(values.at(-1));
      }),
    );
  });

  it('does not care which readings between first and last are missing', () => {
    fc.assert(
      fc.property(rises, fc.array(fc.nat(149)), (steps, lost) => {
        const values: (number | null)[] = running(steps);
        const whole = dayOf({ values }).energy;
        for (const i of lost) if (i > 0 && i < values.length - 1) values[i] = null;
        expect(dayOf({ values }).energy).toBe(whole);
      }),
    );
  });

  it('does not care where a single reading is odd, unless it is the first or last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 10, max: 380 }), { minLength: 4, maxLength: 100 }),
        fc.nat(),
        fc.integer({ min: 0, max: 151_000 }),
        (steps, where, odd) => {
          const values = running(steps);
          const whole = dayOf({ values }).energy;
          const at = 1 + (where % (values.length - 2));
          const before = values[at - 1] ?? 0;
          // A reading that could have been is no oddity; one that a restart explains as well is not one either.
          fc.pre(odd > (values.at(-1) ?? 0) + 100_00 || odd + 10 < before);
          values[at] = odd;
          expect(dayOf({ values }).energy).toBe(whole);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('day by day of a lifetime counter sums up to its growth', () => {
    fc.assert(
      fc.property(fc.array(rises, { minLength: 1, maxLength: 5 }), (days) => {
        let value = 5_000_000;
        let known: Reading | null = null;
        let sum = 0;
        days.forEach((steps, d) => {
          const fromMs = DAWN + d * 86_400_000;
          const values = steps.map((step) => (value += step));
          const day = energyOfDay({
            atMs: values.map((_, i) => fromMs + i * STEP_MS),
            values,
            startMs: MIDNIGHT + d * 86_400_000,
            wakeMs: fromMs,
            intervalMs: STEP_MS,
            before: known,
            rules: lifetime,
          });
          sum += day.energy;
          known = day.closing;
        });
        expect(sum).toBe(value - 5_000_000 - (days[0]?.[0] ?? 0));
      }),
    );
  });
});

describe('energyBetween', () => {
  const at = (minutes: number, value: number): Reading => ({ atMs: DAWN + minutes * 60_000, value });
  it.each([
    ['a rise', at(0, 100), at(5, 300), 200],
    ['an impossible rise', at(0, 100), at(5, 60_000), 0],
    ['a restart', at(0, 9000), at(5, 100), 100],
    ['an older value', at(0, 9000), at(5, 8000), 0],
    ['rounding', at(0, 9000), at(5, 8998), 0],
    ['a wrap', at(0, (bdm400.wrapAt ?? 0) - 100), at(5, 100), 200],
  ])('%s', (_name, from, to, energy) => {
    expect(energyBetween(from, to, bdm400)).toBe(energy);
  });
});

describe('openingOf', () => {
  it('of a lifetime counter is the last known value', () => {
    expect(openingOf({ atMs: DAWN, value: 900 }, { atMs: 0, value: 700 }, MIDNIGHT, lifetime)).toBe(700);
    expect(openingOf({ atMs: DAWN, value: 900 }, null, MIDNIGHT, lifetime)).toBe(900);
  });
});

describe('energyFromPower', () => {
  const atMs = [0, 1, 2, 3, 8, 9].map((i) => DAWN + i * STEP_MS);
  it('adds trapezoids, but nothing across a hole of more than three intervals', () => {
    const powers = [0, 1200, 1200, 1200, 1200, 1200];
    // 0 to 120 W in 5 min: 5 Wh; then twice 10 Wh; hole; 10 Wh.
    expect(energyFromPower(atMs, powers, STEP_MS)).toBeCloseTo(350, 9);
  });
  it('counts one direction only', () => {
    expect(energyFromPower(atMs, [-1200, -1200, 0, 0, 0, 0], STEP_MS, -1)).toBeCloseTo(150, 9);
    expect(energyFromPower(atMs, [-1200, -1200, 0, 0, 0, 0], STEP_MS)).toBe(0);
  });
});

describe('usualInterval', () => {
  it('is the median gap, and five minutes where there are too few', () => {
    expect(usualInterval([0, 600_000, 1_200_000, 4_000_000, 4_600_000])).toBe(600_000);
    expect(usualInterval([0, 60_000])).toBe(300_000);
  });
});
