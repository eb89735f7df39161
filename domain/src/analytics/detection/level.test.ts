// The level of a module on days with direct light in a few sectors.
import { describe, expect, it } from 'vitest';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { commonLevels, levelsOf } from './level.ts';
import { shadeWindow } from './shade.ts';
import { addFlags, dayOfRow, emptyTrack, FLAG, SECTORS, setSector, setWide, TRACK_DAYS } from './track.ts';

const weights = new Float64Array(SECTORS).fill(0.3);
const SHADED = [9, 10, 11];

/** A module whose newest days have direct light in its shaded sectors only, and what it gives of diffuse light then. */
function dayOf(diffuse: number) {
  const track = emptyTrack();
  track.lastDay = 20_000;
  for (let row = 20; row < TRACK_DAYS; row++) {
    const isNew = row >= TRACK_DAYS - 5;
    addFlags(track, row, FLAG.seen | FLAG.good);
    setWide(track, row, 'diffuse', isNew ? diffuse : 1);
    for (let sector = 4; sector < 20; sector++)
      if (!isNew || SHADED.includes(sector)) setSector(track, row, sector, isNew ? 0.3 : 1);
  }
  const rows = new Int32Array(TRACK_DAYS);
  const count = baselineRows(track, 0, dayOfRow(track, TRACK_DAYS - 6), rows);
  const baseline = baselineOfRows(track, rows, count);
  const levels = levelsOf(track, baseline, weights);
  const windowUnder = (under: Float64Array) => shadeWindow(track, baseline, weights, under);
  return { own: windowUnder(levels), common: windowUnder(commonLevels(track, baseline, levels)) };
}

describe('what a module lost of all light', () => {
  it('is at most what diffuse light lost: the rest is shade on the sectors that are known', () => {
    expect(dayOf(1)).toEqual({ own: null, common: [9, 11] });
  });

  it('is no shade where diffuse light lost as much', () => {
    expect(dayOf(0.3).common).toBeNull();
  });
});
