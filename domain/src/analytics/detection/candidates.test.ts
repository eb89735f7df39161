// Losses of all power: which days tell about small ones, and which modules can have them.
import { describe, expect, it } from 'vitest';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { levelCandidate } from './candidates.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { sunnyDays, tellingDays } from './levelDays.ts';
import { shadeCandidate } from './shadeCandidates.ts';
import {
  addFlags,
  dayOfRow,
  emptyTrack,
  FLAG,
  removeFlags,
  SECTORS,
  setSector,
  setWide,
  TRACK_DAYS,
} from './track.ts';

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

describe('a loss of all power', () => {
  /** Whether a module that gives a share of its power for eight days has one. */
  function hasLoss(share: number, isUneven: boolean, { days = 8, hasSnow = false } = {}): boolean {
    const track = emptyTrack();
    track.lastDay = 20_000;
    const first = TRACK_DAYS - days;
    for (let row = 20; row < TRACK_DAYS; row++) {
      const ratio = row < first ? 1 : share;
      addFlags(track, row, FLAG.seen | FLAG.good);
      for (let sector = 4; sector < 20; sector++) setSector(track, row, sector, ratio);
      for (const field of ['ratio', 'diffuse'] as const) setWide(track, row, field, ratio);
      for (const field of ['reference', 'expected'] as const) setWide(track, row, field, 5);
      setWide(track, row, 'actual', 5 * ratio);
    }
    if (hasSnow) removeFlags(track, first - 1, FLAG.good);
    if (hasSnow) addFlags(track, first - 1, FLAG.snow | FLAG.odd);
    const rows = new Int32Array(TRACK_DAYS);
    const baseline = baselineOfRows(track, rows, baselineRows(track, 0, dayOfRow(track, first - 1), rows));
    const entry = { isGood: true, module: { track, baseline }, memory: { frozen: null }, weights };
    const view = { day: 20_000, input: { startMs: 0 }, endMs: 1 };
    return levelCandidate(view as unknown as DayView, entry as unknown as Entry, isUneven) !== null;
  }

  it('is found from some percent on', () => {
    expect([hasLoss(0.9, false), hasLoss(0.98, false)]).toEqual([true, false]);
  });

  it('must be large where modules face different directions, because the season moves them apart', () => {
    expect([hasLoss(0.9, true), hasLoss(0.66, true)]).toEqual([false, true]);
  });

  it('of less than a quarter must last for four days: a leaf or a dropping is soon gone', () => {
    expect([3, 4].map((days) => hasLoss(0.85, false, { days }))).toEqual([false, true]);
    expect(hasLoss(0.7, false, { days: 2 })).toBe(true);
  });

  it('may be what snow left on a part of the module, until some days have passed', () => {
    const loss = (days: number, hasSnow: boolean) => hasLoss(0.7, false, { days, hasSnow });
    expect([loss(2, false), loss(2, true), loss(4, true)]).toEqual([true, false, true]);
  });

  it('shows on days with more than single half hours of light', () => {
    const track = emptyTrack();
    track.lastDay = 20_000;
    const row = TRACK_DAYS - 4;
    setSector(track, row, 3, 0.6);
    for (const sector of [10, 11, 12]) setSector(track, row + 1, sector, 0.7);
    setWide(track, row + 2, 'diffuse', 0.7);
    const levels = new Float64Array(TRACK_DAYS).fill(Number.NaN).fill(-0.4, row);
    const since = (drop: number) => tellingDays(track, weights, levels, { row, drop });
    expect([since(-0.4), since(-0.9)]).toEqual([3, 0]);
  });
});

describe('certain shade of a tenth of a clear day', () => {
  /** Whether new shade of some afternoon hours is found, by what share of the usual energy its days bring; null: unknown. */
  function isFound(energyShare: number | null): boolean {
    const track = emptyTrack();
    track.lastDay = 20_284;
    const first = TRACK_DAYS - 7;
    for (let row = 20; row < TRACK_DAYS; row++) {
      addFlags(track, row, FLAG.seen | FLAG.good);
      for (let sector = 4; sector < 20; sector++)
        setSector(track, row, sector, row >= first && sector >= 14 && sector <= 17 ? 0.2 : 1);
      setWide(track, row, 'ratio', 1);
      if (energyShare === null) continue;
      for (const field of ['reference', 'expected'] as const) setWide(track, row, field, 5);
      setWide(track, row, 'actual', 5 * (row < first ? 1 : energyShare));
    }
    const rows = new Int32Array(TRACK_DAYS);
    const baseline = baselineOfRows(track, rows, baselineRows(track, 0, dayOfRow(track, first - 1), rows));
    const entry = { isGood: true, module: { track, baseline }, memory: { frozen: null }, weights };
    const view = { day: 20_284, input: { startMs: 0 }, endMs: 1, plant: { latitude: 50 } };
    return shadeCandidate(view as unknown as DayView, entry as unknown as Entry) !== null;
  }

  it('is found while no energies are known, but not against energies that are complete', () => {
    expect([isFound(0.85), isFound(null), isFound(1)]).toEqual([true, true, false]);
  });
});

describe('shade that the season may have brought', () => {
  /** Whether shade around noon while the sun sinks is found, by the last of its sectors and the share of the power left. */
  function isFound(lastSector: number, left: number, isUneven = false): boolean {
    const track = emptyTrack();
    // August: from day to day the sun takes a lower path.
    track.lastDay = 20_325;
    for (let row = 20; row < TRACK_DAYS; row++) {
      addFlags(track, row, FLAG.seen | FLAG.good);
      // The shade reaches one sector after the other, as the edge of an obstacle does.
      for (let sector = 4; sector < 20; sector++)
        setSector(track, row, sector, sector >= 10 && sector <= Math.min(lastSector, row - 37) ? left : 1);
      setWide(track, row, 'ratio', 1);
      for (const field of ['reference', 'expected'] as const) setWide(track, row, field, 5);
      setWide(track, row, 'actual', row < 47 ? 5 : 3.5);
    }
    const rows = new Int32Array(TRACK_DAYS);
    const baseline = baselineOfRows(track, rows, baselineRows(track, 0, dayOfRow(track, 46), rows));
    const entry = { isGood: true, module: { track, baseline }, memory: { frozen: null }, weights };
    const view = { day: 20_325, input: { startMs: 0 }, endMs: 1, plant: { latitude: 50 } };
    return shadeCandidate(view as unknown as DayView, entry as unknown as Entry, isUneven) !== null;
  }

  it('is reported where it takes more than modules are mounted for, and not for less', () => {
    expect([isFound(13, 0.2), isFound(13, 0.7)]).toEqual([true, false]);
  });

  it('is so where the modules of a group face different directions', () => {
    expect([isFound(13, 0.2, true), isFound(13, 0.7, true)]).toEqual([true, false]);
  });
});
