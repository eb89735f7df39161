// What a healthy module of a group gives, where some of its modules are usually in the shade.
import { describe, expect, it } from 'vitest';
import type { DayView } from './dayView.ts';
import { groupReferences } from './groupReferences.ts';
import type { ModuleView } from './moduleView.ts';
import type { PeerGroup } from './reference.ts';

const SLOTS = 12;
const SUN = 0.8;

/** A module with a power in W per W; `usual`: its ratio to the group at this time of the day when the sun shines. */
const memberOf = (power: number, usual = 1): ModuleView =>
  ({
    power: new Float64Array(SLOTS).fill(power),
    baseline: { ratio: 0, diffuse: 0, voltage: Number.NaN, sectors: [Math.log(usual)] },
    completeness: 1,
    cap: Number.POSITIVE_INFINITY,
    stride: 1,
    isSteady: new Uint8Array(SLOTS).fill(1),
    isExcluded: false,
    voltageV: null,
  }) as unknown as ModuleView;

/** Reference of a group under a clear sky that gives `SUN`. */
function referenceOf(members: readonly ModuleView[]): number {
  const view = {
    slots: SLOTS,
    hours: 1 / 12,
    sector: new Int8Array(SLOTS),
    firstLight: 0,
    lastLight: SLOTS,
  } as unknown as DayView;
  const clear = {
    dcPerRatedW: new Float64Array(SLOTS).fill(SUN),
    directShare: new Float64Array(SLOTS).fill(0.9),
  };
  const group = { key: 'a', arrayId: 'a', clear, members, isSlope: false } as unknown as PeerGroup;
  return groupReferences(view, [group], () => null)[0]!.power[SLOTS / 2]!;
}

describe('the reference of a group', () => {
  const sunlit = Array.from({ length: 10 }, () => memberOf(SUN));

  it('is the power of the sunlit modules, also when the shade has left those that it usually covers', () => {
    const shaded = [0.15, 0.15, 0.2].map((usual) => memberOf(SUN, usual));
    expect(referenceOf([...sunlit, ...shaded])).toBeCloseTo(SUN);
  });

  it('of few modules is that of the one in the sun, as far as a clear sky explains it', () => {
    const shade = memberOf(0.2);
    expect(referenceOf([shade, shade, shade, memberOf(SUN)])).toBeCloseTo(SUN);
    expect(referenceOf([shade, memberOf(SUN), memberOf(1.1 * SUN)])).toBeCloseTo(1.1 * SUN);
  });

  it('of few modules is not that of a stronger one among others in the sun', () => {
    const others = [0.9, 0.91, 0.92].map((share) => memberOf(share * SUN));
    expect(referenceOf([...others, memberOf(1.12 * SUN)])).toBeCloseTo(0.92 * SUN);
    // Too strong for a clear sky.
    expect(referenceOf([...others.slice(1), memberOf(1.2 * SUN)])).toBeCloseTo(0.92 * SUN);
  });

  it('corrects modules that are in their usual shade', () => {
    const shaded = [0.5, 0.5, 0.5].map((usual) => memberOf(SUN * (0.1 + 0.9 * usual), usual));
    expect(referenceOf([...sunlit.slice(0, 4), ...shaded])).toBeCloseTo(SUN);
  });
});
