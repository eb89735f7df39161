import { describe, expect, it } from 'vitest';
import { baselineOfRows } from './baseline.ts';
import { advanceTrack, emptyTrack, setWide, TRACK_DAYS } from './track.ts';

const days = 6;
const rows = Int32Array.from({ length: days }, (_, day) => TRACK_DAYS - days + day);

/** Baseline of a module with these ratios, and ratios in diffuse light, newest last. */
function baselineWith(diffuse: readonly number[], ratio: readonly number[]) {
  const track = emptyTrack();
  advanceTrack(track, 20_000);
  rows.forEach((row, day) => {
    setWide(track, row, 'ratio', ratio[day]!);
    setWide(track, row, 'diffuse', diffuse[day]!);
  });
  return baselineOfRows(track, rows, days);
}

const { NaN: none } = Number;

describe('what is normal in diffuse light', () => {
  it('is the median of the days, also of a module that is in the shade then', () => {
    const usual = [0.95, 0.96, 0.95, 0.94, 0.96, 0.95];
    const { diffuse } = baselineWith([0.12, 0.13, 0.12, none, 0.12, 0.11], usual);
    expect(Math.exp(diffuse)).toBeCloseTo(0.12, 2);
  });

  it('does not come from days with snow', () => {
    const melting = [0.98, 0.98, 0.99, 0.98, 0.57, 0.51];
    expect(Math.exp(baselineWith([none, 0.95, none, none, 0.08, 0.07], melting).diffuse)).toBeCloseTo(
      0.95,
      2,
    );
    const { diffuse, ratio } = baselineWith([none, none, none, none, 0.08, 0.07], melting);
    expect(diffuse).toBe(ratio);
  });
});
