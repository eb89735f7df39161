// Energy that a finding costs, from the rows of a track: what a day would have brought minus what it brought.
import type { Baseline } from './baseline.ts';
import { SECTORS, sectorLnAt, type Track, wideAt } from './track.ts';

/** Ratio to normal below which the energy of the reference is a better measure than the own one. */
const LITTLE = 0.3;

/**
 * Loss of a row in Wh per W of rating. It is signed, so that measurement noise cancels over the days; NaN if nothing is
 * known.
 */
export function lossOfRow(track: Track, row: number, baseline: Baseline): number {
  const actual = wideAt(track, row, 'actual');
  const expected = wideAt(track, row, 'expected');
  const ratio = wideAt(track, row, 'ratio') / Math.exp(baseline.ratio);
  if (Number.isNaN(actual)) return Number.NaN;
  if (ratio >= LITTLE && actual > LITTLE * expected) return actual * (1 / ratio - 1);
  return Number.isNaN(expected) ? Number.NaN : expected - actual;
}

/**
 * The same for shade: only the window's sectors count and only while the sun shines on them. `weights` is the clear-sky
 * energy by sector in Wh per W.
 */
export function shadeLossOfRow(
  track: Track,
  row: number,
  baseline: Baseline,
  [first, last]: readonly [number, number],
  weights: Float64Array,
): number {
  let loss = 0;
  for (let sector = Math.max(0, first - 1); sector <= Math.min(SECTORS - 1, last + 1); sector++) {
    const now = sectorLnAt(track, row, sector);
    const before = baseline.sectors[sector]!;
    if (Number.isNaN(now) || Number.isNaN(before)) continue;
    const lost = Math.exp(before) - Math.exp(now);
    if (Math.abs(lost) > 0.02) loss += weights[sector]! * lost;
  }
  return loss;
}
