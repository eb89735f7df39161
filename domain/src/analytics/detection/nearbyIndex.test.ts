// Slow declines in relation to plants nearby, and losses that the energy does not show.
import { describe, expect, it } from 'vitest';
import type { Baseline } from './baseline.ts';
import type { DayView } from './dayView.ts';
import { ABSOLUTE, CURRENT, commonOf, declineOf, NEARBY } from './decline.ts';
import { isContradicted } from './materiality.ts';
import type { ModuleView } from './moduleView.ts';
import { nearbyIndexOf, nearbyLight } from './nearbyIndex.ts';
import type { PeerGroup } from './reference.ts';
import { slopesOf, turnOf } from './slopes.ts';
import { SECTORS, TRACK_DAYS } from './track.ts';

/** Logarithms of an index with a scatter of 3 % on most days, lowered by `lossOn` from row 38 on. */
const valuesOf = (lossOn: (days: number) => number) =>
  Float64Array.from({ length: TRACK_DAYS }, (_, row) => {
    if (row % 4 === 3) return Number.NaN;
    const chance = 0.03 * Math.sin(row * 12.9898) * 1.4;
    return chance + Math.log(1 - (row < 38 ? 0 : lossOn(row - 38)));
  });

describe('an array next to plants nearby', () => {
  it('that loses 0.7 % a day is soiled, although the scatter hides it from a comparison with a clear sky', () => {
    const soiled = valuesOf((days) => 0.007 * days);
    const decline = declineOf(soiled, NEARBY)!;
    expect(decline.slope).toBeLessThan(-0.004);
    expect(decline.slope).toBeGreaterThan(-0.011);
    expect(decline.row).toBeGreaterThan(25);
    expect(declineOf(soiled, ABSOLUTE)).toBeNull();
  });

  it('that stays the same, falls at once or faster than dust falls is not soiled', () => {
    expect(
      declineOf(
        valuesOf(() => 0),
        NEARBY,
      ),
    ).toBeNull();
    expect(
      declineOf(
        valuesOf((days) => (days < 12 ? 0 : 0.3)),
        NEARBY,
      ),
    ).toBeNull();
    expect(
      declineOf(
        valuesOf((days) => Math.min(0.9, 0.03 * days)),
        NEARBY,
      ),
    ).toBeNull();
  });
});

describe('a decline across days without values', () => {
  /** No values on days 30 to 48, as under snow; `after` gives the logarithm by the days since. */
  const across = (after: (days: number) => number) =>
    Float64Array.from({ length: TRACK_DAYS }, (_, row) => {
      const chance = 0.008 * Math.sin(row * 12.9898);
      if (row >= 30 && row < 48) return Number.NaN;
      return row < 30 ? chance : chance + after(row - 48);
    });

  it('is found where the values go on falling', () => {
    const decline = declineOf(
      across((days) => -0.24 - 0.006 * days),
      CURRENT,
    )!;
    expect(decline.slope).toBeCloseTo(-0.01, 2);
    expect(decline.drop).toBeLessThan(-0.2);
  });

  it('is not one where they stay at a lower level, nor where the level fell within a day', () => {
    expect(
      declineOf(
        across(() => -0.27),
        CURRENT,
      ),
    ).toBeNull();
    const step = Float64Array.from({ length: TRACK_DAYS }, (_, row) => (row < 38 ? 0 : -0.18));
    expect(declineOf(step, CURRENT)).toBeNull();
  });
});

describe('what arrays have in common', () => {
  it('does not fall as the sun leaves the array with the higher level', () => {
    const south = valuesOf(() => 0);
    const north = south.map((value, row) => (row < 20 ? value + 0.2 : Number.NaN));
    expect(declineOf(commonOf([south, north]), NEARBY)).toBeNull();
    expect(commonOf([south, north])[10]).toBeCloseTo(south[10]!);
  });
});

describe('the index of a day', () => {
  const slots = 100;
  const bright = new Float64Array(slots).fill(0.6);
  const view = {
    firstLight: 0,
    lastLight: slots,
    hours: 1 / 12,
    elevationDeg: new Float64Array(slots).fill(40),
    expected: {},
    input: { nearbyClearness: null },
  } as unknown as DayView;
  const members = [0.8, 0.78, 0.3].map((share) => ({
    power: bright.map((value) => share * value),
    cap: Number.POSITIVE_INFINITY,
  }));
  const group = { arrayId: 'a', clear: { dcPerRatedW: bright }, members } as unknown as PeerGroup;
  const light = (share: number) =>
    new Map([[null, { dcPerRatedW: bright.map((value) => share * value) }]]) as unknown as NonNullable<
      ReturnType<typeof nearbyLight>
    >;

  it('is the produced over the offered energy, on sunny days only', () => {
    expect(nearbyIndexOf(view, group, light(1))).toBeCloseTo(0.78, 1);
    expect(nearbyIndexOf(view, group, light(0.5))).toBeNaN();
    expect(nearbyLight(view)).toBeNull();
  });

  it('is unknown where readings of a third of the day are missing: a morning is not compared with a day', () => {
    const without = (slots: number) => ({
      ...group,
      members: members.map(({ power, cap }) => ({
        cap,
        power: power.map((value, slot) => (slot >= 50 && slot < 50 + slots ? Number.NaN : value)),
      })),
    });
    expect(nearbyIndexOf(view, without(33) as unknown as PeerGroup, light(1))).toBeNaN();
    expect(nearbyIndexOf(view, without(12) as unknown as PeerGroup, light(1))).toBeCloseTo(0.78, 1);
  });
});

describe('a low level', () => {
  it('is contradicted by days whose energy is complete', () => {
    expect(isContradicted(0.002, Math.log(0.5))).toBe(true);
    expect(isContradicted(0.4, Math.log(0.5))).toBe(false);
    // Small losses are within the error of energies; unknown energies contradict nothing.
    expect(isContradicted(0.002, Math.log(0.96))).toBe(false);
    expect(isContradicted(Number.NaN, Math.log(0.5))).toBe(false);
  });
});

describe('the course of a module over the day', () => {
  const courseOf = (levels: Record<number, number>) => {
    const sectors = new Float64Array(SECTORS).fill(Number.NaN);
    const counts = new Uint8Array(SECTORS);
    for (const [sector, level] of Object.entries(levels)) {
      sectors[Number(sector)] = level;
      counts[Number(sector)] = 5;
    }
    return turnOf({ sectors, counts } as unknown as Baseline);
  };

  it('is known from morning and evening where inverters clip around noon', () => {
    expect(courseOf({ 2: -0.9, 3: -0.7, 4: -0.5, 17: -0.1 })).toBeGreaterThan(0.3);
    expect(courseOf({ 2: -0.1, 3: -0.1, 4: -0.1, 17: -0.7 })).toBeLessThan(-0.3);
    expect(courseOf({ 2: -0.9, 3: -0.7, 4: -0.5, 7: -0.1 })).toBeNaN();
  });

  it('tells slopes apart although that of one module is not known', () => {
    const moduleOf = (id: string, levels: Record<number, number>) => {
      const sectors = new Float64Array(SECTORS).fill(Number.NaN);
      const counts = new Uint8Array(SECTORS);
      for (const [sector, level] of Object.entries(levels)) {
        sectors[Number(sector)] = level;
        counts[Number(sector)] = 5;
      }
      return { model: { id }, baseline: { days: 20, sectors, counts } } as unknown as ModuleView;
    };
    const [east, west] = [
      { 2: -0.1, 3: -0.1, 4: -0.1, 17: -0.7 },
      { 2: -0.9, 3: -0.7, 4: -0.5, 17: -0.1 },
    ];
    const modules = [
      ...['a', 'b', 'c'].map((id) => moduleOf(id, east)),
      ...['d', 'e', 'f'].map((id) => moduleOf(id, west)),
      moduleOf('g', { 2: -0.88, 3: -0.7 }),
    ];
    expect(slopesOf(modules, {}).map((slope) => slope.map(({ model }) => model.id).join(''))).toEqual([
      'abc',
      'defg',
    ]);
  });

  it('must differ more to tell slopes apart while only a few days are known', () => {
    const idsOf = (days: number, turn: number) => {
      const modules = Array.from({ length: 6 }, (_, m) => {
        const sectors = Float64Array.from({ length: SECTORS }, (_, sector) =>
          m < 3 ? 0 : (turn * sector) / 12,
        );
        const counts = new Uint8Array(SECTORS).fill(5);
        return { model: { id: `m${m}` }, baseline: { days, sectors, counts } } as unknown as ModuleView;
      });
      return slopesOf(modules, {}).length;
    };
    expect([idsOf(5, 0.1), idsOf(20, 0.1)]).toEqual([1, 2]);
    expect([idsOf(5, 0.3), idsOf(20, 0.02)]).toEqual([2, 1]);
  });
});
