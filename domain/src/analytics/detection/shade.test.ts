// Shade that is put up against permanent shade that the season moves.
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../periods.ts';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { newShadeProbability, SURE } from './newShade.ts';
import { beginningOf } from './shade.ts';
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

  it('that came from the half hour beside it is less sudden, also before it is steady', () => {
    const few = Array.from({ length: 4 }, () => 0.06);
    const neighbor = Array.from({ length: 15 }, () => 0.06);
    expect(probabilityOf(few)).toBeGreaterThan(SURE);
    expect(probabilityOf(few, neighbor)).toBeLessThan(SURE);
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

describe('shade before it is complete', () => {
  it('takes a part of the power on one day at most if something was put up', () => {
    // A half hour next to a chimney at the equator in November: its edge needs three days.
    expect(probabilityOf([0.75, 0.7, 0.49, 0.1, 0.1, 0.12, 0.12])).toBeLessThan(0.6);
    expect(probabilityOf([0.5, 0.11, 0.1, 0.12, 0.11, 0.12])).toBeGreaterThan(SURE);
  });
});

describe('shade that fills some half hours within a week', () => {
  /** Probability that steady shade between some sectors is new, where the sun is seen again a week after a free day. */
  function probabilityAt(sectors: readonly [number, number], lastDay: string): number {
    const window = {
      firstSector: sectors[0],
      lastSector: sectors[1],
      row: 50,
      rowBefore: 43,
      depth: -0.6,
      days: 8,
      isSlow: false,
      crossingDays: 7,
      isAtOnce: true,
      isFromNeighbors: false,
      hasMoved: false,
      repeatedDays: 0,
      firstShare: 1,
      partialDays: 0,
    };
    return newShadeProbability(window, 46, (row) => dayNumber(lastDay) - TRACK_DAYS + 1 + row);
  }

  it('may be that of a level edge below the noon sun of autumn', () => {
    expect(probabilityAt([10, 13], '2025-09-15')).toBeLessThan(0.5);
  });

  it('is not in the morning, where the path is steep, or while the sun climbs', () => {
    expect(probabilityAt([4, 7], '2025-09-15')).toBeGreaterThan(0.7);
    expect(probabilityAt([10, 13], '2025-04-15')).toBeGreaterThan(0.7);
  });
});

describe('a window of several half hours', () => {
  /** How two half hours darken: the first on one day, the second with a ratio by the days since then. */
  function crossing(second: (days: number) => number) {
    const track = emptyTrack();
    track.lastDay = dayNumber('2025-05-20');
    for (let row = 20; row < TRACK_DAYS; row++) {
      addFlags(track, row, FLAG.seen | FLAG.good);
      const darkFor = row - (TRACK_DAYS - 13);
      setSector(track, row, 15, darkFor >= 0 ? 0.5 : 1);
      setSector(track, row, 16, second(darkFor));
    }
    const rows = new Int32Array(TRACK_DAYS);
    const baseline = baselineOfRows(
      track,
      rows,
      baselineRows(track, 0, dayOfRow(track, TRACK_DAYS - 5), rows),
    );
    return beginningOf(track, baseline, [15, 16], new Float64Array(SECTORS).fill(0.3));
  }

  it('is measured by what was free, not by what two weeks of creeping shade made normal', () => {
    const { isAtOnce, crossingDays } = crossing((days) => Math.min(1, Math.max(0.3, 0.3 - 0.05 * days)));
    expect(isAtOnce).toBe(false);
    expect(crossingDays).toBeGreaterThan(4);
    expect(crossing((days) => (days < 0 ? 1 : 0.3)).isAtOnce).toBe(true);
  });

  it('darkens at once where a half hour at its edge loses most of its power on the first days', () => {
    const edge = (first: number) => crossing((days) => (days < 0 ? 1 : days < 3 ? first : 0.15));
    expect(edge(0.47).isAtOnce).toBe(true);
    expect(edge(0.8).isAtOnce).toBe(false);
  });
  it('comes from the half hour beside it if that darkened days before', () => {
    const isFromNeighbors = (lead: number) => {
      const track = emptyTrack();
      track.lastDay = dayNumber('2025-06-20');
      for (let row = 20; row < TRACK_DAYS; row++) {
        addFlags(track, row, FLAG.seen | FLAG.good);
        for (const sector of [15, 16, 17])
          setSector(track, row, sector, row < TRACK_DAYS - 6 - (sector === 15 ? lead : 0) ? 1 : 0.2);
      }
      const rows = new Int32Array(TRACK_DAYS);
      const count = baselineRows(track, 0, dayOfRow(track, TRACK_DAYS - 7), rows);
      const weights = new Float64Array(SECTORS).fill(0.3);
      return beginningOf(track, baselineOfRows(track, rows, count), [16, 17], weights).isFromNeighbors;
    };
    expect([isFromNeighbors(14), isFromNeighbors(0)]).toEqual([true, false]);
  });
});
