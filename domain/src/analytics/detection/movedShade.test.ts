// A shadow that crosses half hours of the day against one that is added to them.
import { describe, expect, it } from 'vitest';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { isRearranged } from './movedShade.ts';
import { addFlags, dayOfRow, emptyTrack, FLAG, SECTORS, setSector, TRACK_DAYS } from './track.ts';

const weights = new Float64Array(SECTORS).fill(0.3);
const FIRST_ROW = TRACK_DAYS - 6;

/** Whether the shade of sectors 16 to 18 on the newest six days was in sectors around it before; ratios by sector and row. */
function isOld(ratioOf: (sector: number, row: number) => number): boolean {
  const track = emptyTrack();
  track.lastDay = 20_000;
  for (let row = 0; row < TRACK_DAYS; row++) {
    addFlags(track, row, FLAG.seen | FLAG.good);
    for (let sector = 4; sector < 22; sector++) setSector(track, row, sector, ratioOf(sector, row));
  }
  const rows = new Int32Array(TRACK_DAYS);
  const count = baselineRows(track, 0, dayOfRow(track, FIRST_ROW - 1), rows);
  return isRearranged(track, [16, 18], FIRST_ROW, baselineOfRows(track, rows, count), weights);
}

describe('a dark window', () => {
  it('is old where a shadow of the same length drifts into it over weeks', () => {
    // Three half hours wide, half a sector later every ten days.
    const drifting = (sector: number, row: number) => {
      const middle = 14 + row / 20;
      const covered = Math.min(1, Math.max(0, 2 - Math.abs(sector - middle)));
      return 1 - 0.93 * covered;
    };
    expect(isOld(drifting)).toBe(true);
  });

  it('is new where nothing was dark around it, or where an old shadow next to it stays', () => {
    const added = (sector: number, row: number) =>
      row >= FIRST_ROW && sector >= 16 && sector <= 18 ? 0.1 : 1;
    expect(isOld(added)).toBe(false);
    expect(isOld((sector, row) => (sector === 14 || sector === 15 ? 0.1 : added(sector, row)))).toBe(false);
  });
});
