// Shade that is put up against permanent shade that the season moves.
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../periods.ts';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { beginningOf, newShadeProbability } from './shade.ts';
import { addFlags, dayOfRow, emptyTrack, FLAG, SECTORS, setSector, TRACK_DAYS } from './track.ts';

const WINDOW = [15, 15] as const;
const LATITUDE = 25;

/**
 * Probability that the shade of an afternoon half hour is new, by the ratios of its newest days; before, it was free.
 * `next to` are the newest ratios of the half hour before it.
 */
function probabilityOf(ratios: readonly number[], beside: readonly number[] = []): number {
  const track = emptyTrack();
  track.lastDay = dayNumber('2025-07-15');
  const weights = new Float64Array(SECTORS).fill(0.3);
  for (let row = 30; row < TRACK_DAYS; row++) {
    addFlags(track, row, FLAG.seen | FLAG.good);
    for (let sector = 4; sector < 20; sector++) {
      const own = sector === WINDOW[0] ? ratios : sector === WINDOW[0] - 1 ? beside : [];
      setSector(track, row, sector, own[row - TRACK_DAYS + own.length] ?? 0.9);
    }
  }
  const rows = new Int32Array(TRACK_DAYS);
  const before = baselineRows(track, 0, dayOfRow(track, TRACK_DAYS - ratios.length - 1), rows);
  const normal = baselineOfRows(track, rows, before);
  const beginning = beginningOf(track, normal, WINDOW, weights);
  const window = { firstSector: WINDOW[0], lastSector: WINDOW[1], ...beginning };
  return newShadeProbability(window, LATITUDE, (row) => dayOfRow(track, row));
}

describe('shade', () => {
  it('that is as dark on its first days as later is new', () => {
    expect(probabilityOf([0.4, 0.06, 0.05, 0.06, 0.05, 0.06])).toBeGreaterThan(0.8);
  });

  it('that stays the same from its first day on is more probable than what the season may have brought', () => {
    const [few, many] = [[0.05, 0.06, 0.05, 0.06], Array.from({ length: 8 }, () => 0.06)].map((ratios) =>
      probabilityOf(ratios),
    );
    expect(many!).toBeGreaterThan(few!);
  });

  it('that came from the half hour beside it does not count as steady', () => {
    const days = (count: number) => Array.from({ length: count }, () => 0.06);
    const alone = probabilityOf(days(6));
    expect(probabilityOf(days(6), days(15))).toBeLessThan(alone);
    expect(probabilityOf(days(6), days(6))).toBeCloseTo(alone);
  });

  it('that leaves the half hour beside it is the shadow of the same obstacle', () => {
    const dark = Array.from({ length: 6 }, () => 0.06);
    expect(probabilityOf(dark, [...dark, ...dark.map(() => 0.9)])).toBe(0);
    expect(probabilityOf(dark, [...dark, ...dark])).toBeGreaterThan(0);
  });

  it('that darkens a half hour over days is an edge that the season moves', () => {
    // A chimney in July.
    expect(probabilityOf([0.51, 0.42, 0.34, 0.05, 0.06, 0.06])).toBeLessThan(0.2);
    expect(probabilityOf([0.72, 0.64, 0.59, 0.47, 0.38, 0.23])).toBeLessThan(0.2);
  });
});
