// Energy that a finding costs, from the rows of a track: what a day would have brought minus what it brought.
import type { Baseline } from './baseline.ts';
import { type Track, wideAt } from './track.ts';

/**
 * Loss of a row in Wh per W of rating. It is signed, so that measurement noise cancels over the days; NaN if nothing is
 * known. What a day was expected to bring follows a slow decline with some days of delay: `isSlow` takes the normal ratio
 * to the group from before the decline instead.
 */
export function lossOfRow(track: Track, row: number, normal: Baseline, isSlow: boolean): number {
  const actual = wideAt(track, row, 'actual');
  const reference = wideAt(track, row, 'reference');
  const expected = isSlow
    ? reference * Math.exp(normal.energy)
    : wideAt(track, row, 'expected') * Math.exp(normal.offset);
  return expected - actual;
}
