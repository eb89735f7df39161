// Large losses that single days suggest and their energies do not show.
import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { daysShown, isWorthwhileSince } from './materiality.ts';
import { addFlags, emptyTrack, FLAG, setWide, TRACK_DAYS } from './track.ts';

const DROP = Math.log(0.65);
const entry = { module: { baseline: { energy: 0 } } } as unknown as Entry;

/** Days that count for a loss of 35 %, by the share of the expected energy that each of the newest good days brought. */
function shownOn(shares: readonly (number | null)[]): number {
  const track = emptyTrack();
  shares.forEach((share, i) => {
    const row = TRACK_DAYS - shares.length + i;
    addFlags(track, row, FLAG.seen | FLAG.good);
    if (share === null) return;
    setWide(track, row, 'reference', 2);
    setWide(track, row, 'expected', 2);
    setWide(track, row, 'actual', 2 * share);
  });
  return daysShown(track, TRACK_DAYS - shares.length, entry, DROP);
}

describe('days of a large loss', () => {
  it('are those whose energy shows half of it', () => {
    expect(shownOn([0.66, 0.64, 0.7])).toBe(3);
    expect(shownOn([0.95, 0.64])).toBe(1);
    expect(shownOn([1.02, 0.55])).toBe(1);
  });

  it('are also those without energies', () => {
    expect(shownOn([null, 0.6])).toBe(2);
  });
});

describe('a loss since a row', () => {
  const baseline = { energy: 0, offset: 0 };

  /** Whether twenty days that bring this share of the usual energy are worth a finding. */
  function isWorth(share: number, isSlow: boolean): boolean {
    const track = emptyTrack();
    const first = TRACK_DAYS - 20;
    for (let row = first; row < TRACK_DAYS; row++) {
      setWide(track, row, 'reference', 2);
      // What is expected has followed a slow decline.
      setWide(track, row, 'expected', isSlow ? 2 * share : 2);
      setWide(track, row, 'actual', 2 * share);
    }
    const ofTrack = { module: { track, baseline } } as unknown as Entry;
    return isWorthwhileSince(ofTrack, first, null, isSlow);
  }

  it('is worth a finding if the energies show it, also a slow one', () => {
    expect([isWorth(0.9, false), isWorth(0.9, true)]).toEqual([true, true]);
  });

  it('is not if the energies are complete', () => {
    expect([isWorth(1, false), isWorth(0.997, true)]).toEqual([false, false]);
  });

  it('is if no energies are known', () => {
    const ofTrack = { module: { track: emptyTrack(), baseline } } as unknown as Entry;
    expect(isWorthwhileSince(ofTrack, 0, null, false)).toBe(true);
  });
});
