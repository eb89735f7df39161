// Energies of days on which readings are missing, and what is seen of a module while inverters limit the power.
import { describe, expect, it } from 'vitest';
import type { DayView } from './dayView.ts';
import { type DayFeatures, dayFeatures, wholeDay } from './features.ts';
import type { ModuleView } from './moduleView.ts';
import type { GroupReference } from './reference.ts';

/** A module that lost a fifth, on a day of which a quarter has no readings. */
const partial = (actual: number) =>
  ({ coverage: 0.75, actual, expected: 3, expectedSeen: 3, reference: 3 }) as DayFeatures;
const moduleOf = (counter: number) => ({ counter }) as ModuleView;

describe('a day without readings for some hours', () => {
  it('is expected to bring what the counter covers', () => {
    const { actual, expected, reference } = wholeDay(partial(3.2), moduleOf(3.2));
    expect([actual, expected, reference]).toEqual([3.2, 4, 4]);
  });

  it('is extrapolated on both sides without a counter', () => {
    const { actual, expected } = wholeDay(partial(2.4), moduleOf(Number.NaN));
    expect(actual / expected).toBeCloseTo(0.8, 9);
    expect(expected).toBeCloseTo(4, 9);
  });

  it('is not estimated from a few readings, and a whole day stays as it is', () => {
    expect(wholeDay({ ...partial(2.4), coverage: 0.05 }, moduleOf(3.2)).expected).toBeNaN();
    expect(wholeDay({ ...partial(2.4), coverage: 1 }, moduleOf(3.2)).expected).toBe(3);
  });
});

const SLOTS = 6;
const CAP = 0.8;

/** Ratio in sunshine of a module whose group gives `base` under a clear sky. */
function ratioInSun(own: number, base: number, isClipped: boolean, clear = 0.95, usual = 0): number {
  const all = (value: number) => new Float64Array(SLOTS).fill(value);
  const flags = (value: boolean) => new Uint8Array(SLOTS).fill(value ? 1 : 0);
  const view = { slots: SLOTS, hours: 1 / 12, firstLight: 0, lastLight: SLOTS, sector: new Int8Array(SLOTS) };
  const module = {
    power: all(own),
    cap: CAP,
    isSteady: flags(true),
    baseline: { ratio: Math.log(0.6), diffuse: Math.log(0.97), sectors: [usual] },
    voltageV: null,
    counter: Number.NaN,
    integral: (own * SLOTS) / 12,
    completeness: 1,
  };
  const reference = {
    group: { clear: { dcPerRatedW: all(clear) } },
    power: all(base),
    direct: all(0.9),
    voltageV: all(Number.NaN),
    isClipped: flags(isClipped),
    isSteady: flags(true),
    isCalm: flags(true),
    strength: 5,
  };
  return dayFeatures(
    view as unknown as DayView,
    module as unknown as ModuleView,
    reference as unknown as GroupReference,
  ).sectors[0]!;
}

describe('a module while inverters limit the power of its group', () => {
  it('that gives much less than the limit is low by at least its share of the limit', () => {
    expect(ratioInSun(0.4, CAP, true)).toBeCloseTo(0.5, 9);
    // The group should be at the limit by the model alone.
    expect(ratioInSun(0.4, CAP, false)).toBeNaN();
  });

  it('that is at the limit, too, is as usual, unless a low limit may hide shade', () => {
    expect(ratioInSun(CAP, CAP, true)).toBeCloseTo(1, 9);
    // Shade at other times lowers the ratio of the day to 0.6, not that of an hour in the sun.
    expect(ratioInSun(CAP, CAP, true, 0.95, Number.NaN)).toBeCloseTo(0.97, 9);
    expect(ratioInSun(CAP, CAP, true, 0.95, Math.log(0.4))).toBeCloseTo(0.97, 9);
    expect(ratioInSun(CAP, CAP, true, 1.05)).toBeNaN();
    // The clear sky of an orientation that was entered wrong.
    expect(ratioInSun(CAP, CAP, true, 0.5)).toBeNaN();
  });

  it('that is less below the limit, as a hot device is, tells nothing, unless nothing is limited', () => {
    expect(ratioInSun(0.56, CAP, true)).toBeNaN();
    expect(ratioInSun(0.56, 0.7, false)).toBeCloseTo(0.8, 9);
  });
});

describe('the energy of a day on which the plant has no readings for more than half of the light', () => {
  const POWER = 0.6;
  const wholeWh = (POWER * SLOTS) / 12;

  /** Energy of a module with readings in the first two slots and peers with readings in three, by its counter. */
  function actualBy(counter: number): number {
    const flags = new Uint8Array(SLOTS).fill(1);
    const first = (count: number, value: number) =>
      Float64Array.from({ length: SLOTS }, (_, slot) => (slot < count ? value : Number.NaN));
    const view = {
      slots: SLOTS,
      hours: 1 / 12,
      firstLight: 0,
      lastLight: SLOTS,
      sector: new Int8Array(SLOTS),
    };
    const module = {
      power: first(2, POWER),
      cap: Number.POSITIVE_INFINITY,
      isSteady: flags,
      baseline: { ratio: 0, diffuse: 0, sectors: [0] },
      voltageV: null,
      counter,
      integral: wholeWh / 3,
      completeness: 1 / 3,
    };
    const reference = {
      group: { clear: { dcPerRatedW: new Float64Array(SLOTS).fill(0.7) } },
      power: first(3, POWER),
      direct: new Float64Array(SLOTS).fill(0.9),
      voltageV: first(0, 0),
      isClipped: new Uint8Array(SLOTS),
      isSteady: flags,
      isCalm: flags,
      strength: 5,
    };
    return dayFeatures(
      view as unknown as DayView,
      module as unknown as ModuleView,
      reference as unknown as GroupReference,
    ).actual;
  }

  it('is that of its counter, which goes on meanwhile', () => {
    expect(actualBy(wholeWh)).toBeCloseTo(wholeWh, 9);
  });

  it('is estimated for the whole day if the counter holds days before as well', () => {
    expect(actualBy(4 * wholeWh)).toBeCloseTo(wholeWh, 9);
  });
});
