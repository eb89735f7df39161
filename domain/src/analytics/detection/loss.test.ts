// What a loss on one module costs while snow lies.
import { describe, expect, it } from 'vitest';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { lossOfRow, lossUnderSnow } from './loss.ts';
import { addFlags, dayOfRow, emptyTrack, FLAG, SECTORS, setSector, setWide, TRACK_DAYS } from './track.ts';

const SNOW_ROW = 55;
const SINCE = 40;

/** Losses of a module with a ratio since row 40 that snow leaves a tenth of its energy on one day, Wh per W. */
function lossesOf(ratio: number, usual = 1, since = SINCE) {
  const track = emptyTrack();
  track.lastDay = 20_000;
  for (let row = 10; row < TRACK_DAYS; row++) {
    const isSnow = row === SNOW_ROW;
    const own = row < SINCE ? 1 : ratio;
    addFlags(track, row, FLAG.seen | (isSnow ? FLAG.snow | FLAG.odd : FLAG.good));
    for (let sector = 4; sector < SECTORS - 4; sector++) setSector(track, row, sector, own);
    for (const field of ['ratio', 'diffuse'] as const) setWide(track, row, field, own);
    for (const field of ['reference', 'expected'] as const) setWide(track, row, field, 3);
    setWide(track, row, 'actual', 3 * own * (isSnow ? 0.1 : 1));
  }
  const rows = new Int32Array(TRACK_DAYS);
  const normal = baselineOfRows(track, rows, baselineRows(track, 0, dayOfRow(track, SINCE - 1), rows));
  return {
    snow: lossUnderSnow(track, SNOW_ROW, normal, { isSlow: false, since, usual }),
    whole: lossOfRow(track, SNOW_ROW, normal, false),
    usual: lossOfRow(track, SNOW_ROW - 1, normal, false),
  };
}

describe('the loss of a module under snow', () => {
  it('is its usual share of what the snow leaves', () => {
    const { snow, whole, usual } = lossesOf(0.8);
    expect(usual).toBeCloseTo(0.6, 2);
    expect(whole).toBeGreaterThan(2.5);
    expect(snow).toBeCloseTo(0.06, 2);
  });

  it('is that of its depth where no good day is known, and all of it where the module has failed', () => {
    expect(lossesOf(0.8, 0.5, TRACK_DAYS).snow).toBeCloseTo(0.24, 2);
    const failed = lossesOf(0);
    expect(failed.snow).toBeCloseTo(failed.whole, 5);
  });
});
