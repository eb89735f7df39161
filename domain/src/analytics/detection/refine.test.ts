// Shade that grows over weeks against shade that was put up, after its finding has been opened.
import { describe, expect, it } from 'vitest';
import { baselineOfRows, baselineRows } from './baseline.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { refineFinding } from './refine.ts';
import type { OpenFinding } from './state.ts';
import { addFlags, dayOfRow, emptyTrack, FLAG, SECTORS, setSector, setWide, TRACK_DAYS } from './track.ts';

const [FROM, TO] = [14, 16];
const BEGINNING = 20;

/** Cause of an open finding on shade whose afternoon ratios are those of `ratioOf`, days since its beginning. */
function causeOf(ratioOf: (days: number) => number): string {
  const track = emptyTrack();
  track.lastDay = 20_250;
  for (let row = 0; row < TRACK_DAYS; row++) {
    const ratio = row < BEGINNING ? 1 : ratioOf(row - BEGINNING);
    addFlags(track, row, FLAG.seen | FLAG.good);
    for (let sector = 4; sector < 20; sector++)
      setSector(track, row, sector, sector >= FROM && sector <= TO ? ratio : 1);
    setWide(track, row, 'ratio', 0.85 + 0.15 * ratio);
    setWide(track, row, 'diffuse', 1);
  }
  const rows = new Int32Array(TRACK_DAYS);
  const count = baselineRows(track, 0, dayOfRow(track, BEGINNING - 1), rows);
  const baseline = baselineOfRows(track, rows, count);
  const entry = {
    module: { track, baseline },
    memory: { frozen: baseline },
    isGood: true,
    weights: new Float64Array(SECTORS).fill(0.3),
  } as unknown as Entry;
  // Shade that grows is found when it is already deep.
  const finding = {
    scope: 'module',
    cause: 'newShading',
    goodDays: 0,
    sinceDay: dayOfRow(track, TRACK_DAYS - 8),
    window: [FROM, TO],
    evidence: [],
    probability: 0.8,
  } as unknown as OpenFinding;
  refineFinding({ day: track.lastDay } as DayView, finding, entry);
  return finding.cause;
}

describe('an open finding on shade', () => {
  it('is renamed where the loss came over weeks', () => {
    expect(causeOf((days) => Math.max(0.3, 1 - 0.018 * days))).toBe('growingShading');
  });

  it('keeps its cause where the loss came on one day', () => {
    expect(causeOf(() => 0.4)).toBe('newShading');
    expect(causeOf((days) => (days < 25 ? 1 : 0.4))).toBe('newShading');
  });
});
