import { describe, expect, it } from 'vitest';
import { flatTops, RESTRAINT, restraints } from './clipping.ts';
import { findLevelShifts, withoutSeason } from './levelShift.ts';
import {
  completeness,
  interpolated,
  nightProduction,
  outliers,
  outOfRange,
  resolutionOf,
  stuck,
} from './series.ts';

const SLOT_MS = 300_000;
const hits = (mask: Uint8Array) => [...mask].flatMap((flag, at) => (flag ? [at] : []));
/** A clear day of 300 W in 288 slots, rounded to 0.1 W, with some noise. */
const clearDay = Float64Array.from({ length: 288 }, (_, slot) => {
  const height = Math.sin(((slot - 60) / 168) * Math.PI);
  const noise = 1 + 0.004 * Math.sin(slot * slot);
  return slot < 60 || slot > 228 ? 0 : Math.round(3000 * height * noise) / 10;
});

describe('series', () => {
  it('flags values out of range, but no gaps', () => {
    expect(hits(outOfRange(Float64Array.of(-5, 0, Number.NaN, 20, 21), -1, 20))).toEqual([0, 4]);
  });

  it('flags repeated values above the floor as stuck', () => {
    const values = Float64Array.from(clearDay);
    values.fill(values[120]!, 120, 126);
    expect(hits(stuck(values, 3))).toEqual([120, 121, 122, 123, 124, 125]);
    expect(hits(stuck(clearDay, 3))).toEqual([]);
    expect(hits(stuck(Float64Array.of(5, 5, 5, Number.NaN, 5, 5, 5), 3))).toEqual([]);
  });

  it('flags straight lines as interpolated', () => {
    const values = Float64Array.from(clearDay);
    for (let slot = 100; slot <= 120; slot++) {
      values[slot] = Math.round(10 * (values[100]! + (slot - 100) * 2.345)) / 10;
    }
    const found = hits(interpolated(values, 3, SLOT_MS));
    expect(found.length).toBeGreaterThanOrEqual(20);
    expect(found.every((slot) => slot >= 99 && slot <= 121)).toBe(true);
    expect(hits(interpolated(clearDay, 3, SLOT_MS))).toEqual([]);
  });

  it('takes a noiseless clear day for no line', () => {
    const smooth = Float64Array.from({ length: 288 }, (_, slot) =>
      Math.max(0, 300 * Math.sin(((slot - 60) / 168) * Math.PI) ** 1.3 || 0),
    ).map((value) => Math.round(value * 10) / 10);
    expect(hits(interpolated(smooth, 3, SLOT_MS))).toEqual([]);
  });

  it('flags single values that stand out and no steps', () => {
    const values = Float64Array.from(clearDay);
    values[150] = 460;
    values[170] = -40;
    values.fill(0, 200);
    expect(hits(outliers(values, 30))).toEqual([150, 170]);
  });

  it('knows the resolution of values', () => {
    expect(resolutionOf(Float64Array.of(1, 1.5, Number.NaN, 3))).toBe(0.5);
    expect(resolutionOf(Float64Array.of(2, 2))).toBe(0);
  });

  it('flags power in the night only', () => {
    const zenith = Float64Array.of(120, 97, 95, 40);
    expect(hits(nightProduction(Float64Array.of(5, 1, 5, 200), zenith, 2))).toEqual([0]);
  });

  it('counts what was received of what is due', () => {
    const values = Float64Array.of(Number.NaN, 1, Number.NaN, 3);
    expect(completeness(values, (slot) => slot > 0)).toBeCloseTo(2 / 3);
    expect(completeness(values, () => false)).toBeNaN();
  });
});

describe('limits', () => {
  const none = { limitW: null, limitRatio: null, acVoltageV: null, highVoltageV: 253 };
  const clipped = clearDay.map((power, slot) => Math.min(power, 250 + 0.1 * (slot % 2)));
  const states = (values: Float64Array, evidence: Partial<typeof none> | object) =>
    restraints(values, clearDay, SLOT_MS, { ...none, ...evidence });

  it('finds a flat top and leaves a clear noon alone', () => {
    expect(hits(flatTops(clipped, SLOT_MS)).length).toBeGreaterThan(40);
    expect(hits(flatTops(clearDay, SLOT_MS))).toEqual([]);
  });

  it('tells clipping at the rating from an ordered limit and from a high grid voltage', () => {
    const at = 144;
    expect(states(clipped, {})[at]).toBe(RESTRAINT.clipped);
    expect(states(clipped, { limitW: 245 })[at]).toBe(RESTRAINT.clipped);
    expect(states(clipped, { limitW: 400 })[at]).toBe(RESTRAINT.curtailed);
    const limitRatio = new Float64Array(288).fill(0.625);
    expect(states(clipped, { limitW: 400, limitRatio })[at]).toBe(RESTRAINT.curtailed);
    const acVoltageV = new Float64Array(288).fill(252);
    expect(states(clipped, { acVoltageV })[at]).toBe(RESTRAINT.curtailed);
    expect(states(clearDay, { acVoltageV })[at]).toBe(RESTRAINT.none);
  });

  it('does not call a cloudy day under an order curtailed', () => {
    const dim = clearDay.map((power) => power * 0.3);
    const limitRatio = new Float64Array(288).fill(0.625);
    expect(states(dim, { limitW: 400, limitRatio }).includes(RESTRAINT.curtailed)).toBe(false);
  });
});

describe('level shifts', () => {
  const noise = (at: number) => 0.03 * Math.sin(at * 12.9898) * Math.cos(at * 78.233);

  it('are found on their day', () => {
    const ratio = Float64Array.from({ length: 300 }, (_, at) => (at < 117 ? 1 : 0.8) + noise(at));
    ratio[50] = Number.NaN;
    const [shift, ...others] = findLevelShifts(ratio);
    expect(others).toEqual([]);
    expect(shift!.index).toBe(117);
    expect(shift!.after / shift!.before).toBeCloseTo(0.8, 1);
  });

  it('are found twice where there are two', () => {
    const ratio = Float64Array.from(
      { length: 300 },
      (_, at) => (at < 100 || at >= 200 ? 1 : 0.7) + noise(at),
    );
    expect(findLevelShifts(ratio).map(({ index }) => index)).toEqual([100, 200]);
  });

  it('are neither a slow drift nor noise nor a short series', () => {
    const drift = Float64Array.from({ length: 300 }, (_, at) => 1 - at / 900 + noise(at));
    expect(findLevelShifts(drift)).toEqual([]);
    expect(findLevelShifts(Float64Array.from({ length: 300 }, (_, at) => 1 + noise(at)))).toEqual([]);
    expect(findLevelShifts(Float64Array.of(1, 2, 3))).toEqual([]);
    expect(findLevelShifts(new Float64Array(0))).toEqual([]);
  });

  it('lose their season', () => {
    const daily = Float64Array.from(
      { length: 1461 },
      (_, at) => 20 - 15 * Math.cos((2 * Math.PI * at) / 365.25),
    );
    const flat = withoutSeason(daily);
    for (const at of [30, 200, 700, 1300]) expect(flat[at]).toBeCloseTo(1, 0);
  });
});
