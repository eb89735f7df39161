// Which days tell about small losses of all power.
import { describe, expect, it } from 'vitest';
import { sunnyDays } from './candidates.ts';
import { addFlags, emptyTrack, FLAG, SECTORS, setSector, TRACK_DAYS } from './track.ts';

/** Clear-sky energy by sector: most around noon. */
const weights = Float64Array.from({ length: SECTORS }, (_, sector) =>
  Math.sin((Math.PI * (sector + 0.5)) / SECTORS),
);

/** Sunny days of four good days with direct light in some sectors. */
function daysWith(sectors: readonly number[]): number {
  const track = emptyTrack();
  track.lastDay = 20_000;
  for (let row = TRACK_DAYS - 4; row < TRACK_DAYS; row++) {
    addFlags(track, row, FLAG.seen | FLAG.good);
    for (const sector of sectors) setSector(track, row, sector, 0.9);
  }
  return sunnyDays(track, weights, 0);
}

describe('a sunny day', () => {
  it('shows the power of a module in light that matters', () => {
    expect(daysWith([10, 11, 12])).toBe(4);
    expect(daysWith([3, 4, 5, 6])).toBe(4);
  });

  it('does not with grazing light alone, which is left where inverters clip', () => {
    expect(daysWith([0, 1, 2])).toBe(0);
    expect(daysWith([10, 11])).toBe(0);
  });
});
