// An array that falls behind others which face several ways.
import { describe, expect, it } from 'vitest';
import { CURRENT, commonOf, NEARBY, RELATIVE } from './decline.ts';
import { declineOfAll, declineOfOne, firstDecline, trustedOf } from './soilingDecline.ts';
import type { Source } from './soilingIndex.ts';
import { TRACK_DAYS } from './track.ts';

/** Logarithms of an index on two of three days, under haze that all arrays share, lowered by `perDay` from row 36 on. */
const valuesOf = (perDay: number) =>
  Float64Array.from({ length: TRACK_DAYS }, (_, row) =>
    row % 3 === 1
      ? Number.NaN
      : -0.1 + 0.04 * Math.sin(row * 1.7) + 0.008 * Math.sin(row * 12.9898) - perDay * Math.max(0, row - 36),
  );

const source = (own: number, other: number, drift = 0): Source => ({
  series: new Map([
    ['own', valuesOf(own)],
    ['other', valuesOf(other)],
  ]),
  // The modules of the other array face different ways.
  frontal: new Map([['own', valuesOf(own)]]),
  limits: CURRENT,
  drifts: new Map([
    ['own', () => drift],
    ['other', () => 0],
  ]),
  implausible: new Set(),
  arrayLimits: { ...CURRENT, mostSlope: undefined },
});

describe('an array next to one whose modules face several ways', () => {
  it('is soiled if it falls behind day by day', () => {
    const decline = declineOfOne(source(0.008, 0), 'own')!;
    expect(decline.drop).toBeLessThan(-0.11);
    expect(Math.min(...decline.course)).toBeCloseTo(-0.17, 1);
  });

  it('is not if the season can do the same to an array whose orientation is entered with an error', () => {
    expect(declineOfOne(source(0.008, 0, 0.02), 'own')).not.toBeNull();
    expect(declineOfOne(source(0.008, 0, 0.15), 'own')).toBeNull();
  });

  it('is not if both fall, neither falls, or no other array is known', () => {
    expect(declineOfOne(source(0.008, 0.008), 'own')).toBeNull();
    expect(declineOfOne(source(0, 0), 'own')).toBeNull();
    const alone = source(0.008, 0);
    const single = { ...alone, series: new Map([['own', valuesOf(0.008)]]), arrayLimits: RELATIVE };
    expect(declineOfOne(single, 'own')).toBeNull();
  });
});

describe('an array that has frontal light on few days', () => {
  const rare = (values: Float64Array) => values.map((value, row) => (row % 6 === 0 ? value : Number.NaN));
  const rarely = (own: number): Source => ({
    ...source(own, 0),
    frontal: new Map([
      ['own', rare(valuesOf(own))],
      ['other', rare(valuesOf(0))],
    ]),
  });

  it('is compared with the others by all sunny hours as well', () => {
    expect(declineOfOne(rarely(0.008), 'own')!.drop).toBeLessThan(-0.11);
    expect(declineOfOne(rarely(0), 'own')).toBeNull();
    expect(declineOfOne(rarely(0.008), 'other')).toBeNull();
  });
});

describe('an array next to one that may face another way than it was entered', () => {
  const implausible = (own: number, other: number): Source => ({
    ...source(own, other),
    frontal: new Map(),
    limits: NEARBY,
    implausible: new Set(['other']),
  });
  const allOf = (one: Source) => declineOfAll(one, commonOf([...trustedOf(one).values()]));

  it('is soiled alone if the other one stays, although that one measures nothing', () => {
    const one = implausible(0.008, 0);
    expect(allOf(one)).toBeNull();
    expect(declineOfOne(one, 'own')!.drop).toBeLessThan(-0.11);
    expect(declineOfOne(one, 'other')).toBeNull();
  });

  it('is soiled with the other one if both fall, and not if neither does', () => {
    expect(allOf(implausible(0.008, 0.008))!.drop).toBeLessThan(-0.11);
    expect(allOf(implausible(0, 0))).toBeNull();
    expect(declineOfOne(implausible(0, 0.008), 'own')).toBeNull();
  });
});

describe('a decline in relation to plants nearby', () => {
  const alone = (values: Float64Array, limits: Source['limits']): Source => ({
    ...source(0, 0),
    series: new Map([['own', values]]),
    frontal: new Map(),
    limits,
  });
  const found = (perDay: number, perDayInSun: number) =>
    firstDecline(
      {},
      'soil',
      [alone(valuesOf(perDay), NEARBY), alone(valuesOf(perDayInSun), CURRENT)],
      ({ series }) => series.get('own'),
      declineOfAll,
      false,
    );

  it('is dust if calm sunshine falls as well, though clearer air may hide a part', () => {
    expect(found(0.009, 0.009)!.drop).toBeLessThan(-0.12);
    expect(found(0.009, 0.004)!.drop).toBeLessThan(-0.12);
  });

  it('is a shadow or another clock if calm sunshine stays', () => {
    expect(found(0.009, 0)).toBeNull();
  });
});
