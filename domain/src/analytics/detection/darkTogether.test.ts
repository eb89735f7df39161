// Snow that falls by day and failures of single devices on the same cold day.
import { describe, expect, it } from 'vitest';
import type { Candidate } from './candidate.ts';
import { withoutCommon } from './darkTogether.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { emptyTrack } from './track.ts';

const SLOTS = 24;
const view = { input: { startMs: 0, slotMs: 1, slots: SLOTS } } as DayView;

/** A module whose peers have 0.2 W per W all day and which has this power from noon on. */
const entryWith = (deviceId: string, afterNoon: number): Entry =>
  ({
    module: {
      model: { id: deviceId, deviceId },
      power: Float64Array.from({ length: SLOTS }, (_, slot) => (slot < SLOTS / 2 ? 0.2 : afterNoon)),
      track: emptyTrack(),
    },
    reference: { power: new Float64Array(SLOTS).fill(0.2) },
  }) as unknown as Entry;

const zeroOf = (entry: Entry): Candidate =>
  ({ kind: 'zero', entry, sinceMs: SLOTS / 2, detectedMs: SLOTS }) as Candidate;

/** Whether a module without power from noon on stays a candidate while other devices have this power. */
function stays(others: readonly number[], isCold: boolean): boolean {
  const failed = entryWith('failed', 0);
  const entries = [failed, ...others.map((power, at) => entryWith(`other ${at}`, power))];
  return withoutCommon(view, entries, [zeroOf(failed)], isCold).length === 1;
}

describe('a device that loses its power on a cold day', () => {
  it('is not taken for failed while two others are dark too, whose light is too weak to tell', () => {
    expect(stays([0, 0.001, 0.2, 0.2], true)).toBe(false);
  });

  it('is taken for failed where the others work', () => {
    expect(stays([0.2, 0.15, 0.02, 0.2], true)).toBe(true);
    expect(stays([0, 0.2, 0.2, 0.2], true)).toBe(true);
  });

  it('is taken for failed where the others do not report', () => {
    expect(stays([Number.NaN, Number.NaN, Number.NaN], true)).toBe(true);
  });
});

it('on a mild day only candidates count', () => {
  expect(stays([0, 0, 0.2], false)).toBe(true);
  const three = ['a', 'b', 'c'].map((id) => entryWith(id, 0));
  expect(withoutCommon(view, three, three.map(zeroOf), false)).toEqual([]);
});
