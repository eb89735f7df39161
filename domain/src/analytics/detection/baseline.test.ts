import { describe, expect, it } from 'vitest';
import { baselineOfRows } from './baseline.ts';
import { advanceTrack, emptyTrack, setWide, TRACK_DAYS } from './track.ts';

const days = 6;
const rows = Int32Array.from({ length: days }, (_, day) => TRACK_DAYS - days + day);

/** Baseline of a module with a ratio of 0.98 and these ratios in diffuse light, newest last. */
function baselineWith(diffuse: readonly number[]) {
  const track = emptyTrack();
  advanceTrack(track, 20_000);
  rows.forEach((row, day) => {
    setWide(track, row, 'ratio', 0.98);
    setWide(track, row, 'diffuse', diffuse[day]!);
  });
  return baselineOfRows(track, rows, days);
}

describe('what is normal in diffuse light', () => {
  it('is the median of the days', () => {
    expect(Math.exp(baselineWith([0.68, 0.7, 0.7, 0.71, 0.72, 0.69]).diffuse)).toBeCloseTo(0.7, 2);
  });

  it('does not come from days with snow', () => {
    const { NaN: none } = Number;
    expect(Math.exp(baselineWith([none, 0.95, none, 0.08, 0.08, 0.07]).diffuse)).toBeCloseTo(0.95, 2);
    expect(Math.exp(baselineWith([none, none, none, 0.08, 0.08, 0.07]).diffuse)).toBeCloseTo(0.98, 2);
  });
});
