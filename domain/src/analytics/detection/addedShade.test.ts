// Permanent obstacles, whose shade the season moves, against one that grows or is put up.
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../periods.ts';
import { addedShade } from './addedShade.ts';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { bearingAt, declinationOn, elevationAt, hourAngleOf } from './sunPath.ts';
import { addFlags, dayOfRow, emptyTrack, FLAG, SECTOR_DEG, SECTORS, setSector, TRACK_DAYS } from './track.ts';

interface Obstacle {
  readonly bearing: number;
  readonly width: number;
  readonly top: number;
}

/** Ratio of a module that loses nine tenths behind an obstacle: the median of a sector. */
function ratioBehind(latitude: number, day: number, sector: number, obstacle: Obstacle | null): number {
  const declination = declinationOn(day);
  let covered = 0;
  for (let part = -2; part <= 2; part++) {
    const hourAngle = hourAngleOf(sector) + (part * SECTOR_DEG) / 5;
    const aside = Math.abs(bearingAt(latitude, declination, hourAngle) - (obstacle?.bearing ?? 0));
    if (
      obstacle &&
      aside < obstacle.width / 2 &&
      elevationAt(latitude, declination, hourAngle) < obstacle.top
    )
      covered++;
  }
  return covered >= 3 ? 0.1 : 1;
}

/** Windows of added shade on every third of the last 40 of 60 days; null where there is none. `obstacleOn` counts days from the first. */
function windowsOf(latitude: number, firstDay: string, obstacleOn: (day: number) => Obstacle | null) {
  const first = dayNumber(firstDay);
  return Array.from({ length: 14 }, (_, i) => 3 * i + 20).map((newest) => {
    const track = emptyTrack();
    track.lastDay = first + newest;
    const weights = new Float64Array(SECTORS).fill(0.3);
    for (let row = TRACK_DAYS - 1 - newest; row < TRACK_DAYS; row++) {
      addFlags(track, row, FLAG.seen | FLAG.good);
      const day = dayOfRow(track, row);
      for (let sector = 4; sector < 20; sector++)
        setSector(track, row, sector, ratioBehind(latitude, day, sector, obstacleOn(day - first)));
    }
    const rows = new Int32Array(TRACK_DAYS);
    const count = baselineRows(track, 0, track.lastDay - 4, rows);
    return addedShade(track, latitude, baselineOfRows(track, rows, count), weights)?.window ?? null;
  });
}

const STARTS = ['2025-01-20', '2025-03-10', '2025-05-20', '2025-08-01', '2025-10-01', '2025-11-20'];
const PLACES = [52, 40, 25, -2, -38];

describe('shade that something added', () => {
  it.each([
    ['a chimney', { bearing: 5, width: 16, top: 35 }],
    ['a tree', { bearing: 40, width: 50, top: 45 }],
    ['a wall', { bearing: -70, width: 120, top: 25 }],
  ])('is not that of %s in any season at any latitude', (_, obstacle) => {
    for (const latitude of PLACES)
      for (const start of STARTS)
        expect(windowsOf(latitude, start, () => obstacle).filter((window) => window !== null)).toEqual([]);
  });

  it('is not that of a tree which also covers the peers, so that single days look free', () => {
    const tree = { bearing: 40, width: 50, top: 75 };
    const windows = (isFree: (day: number) => boolean) =>
      windowsOf(45, '2025-03-10', (day) => (isFree(day) ? null : tree)).filter((window) => window !== null);
    expect(windows((day) => day < 30 && day % 3 === 0)).toEqual([]);
    expect(windows((day) => day < 30 && day % 10 !== 0)).not.toEqual([]);
  });

  it('is found where a tree grows while the sun climbs', () => {
    const growing = (day: number): Obstacle => {
      const grown = Math.max(0, Math.min(1, (day - 10) / 45));
      return { bearing: 40, width: 50 * grown, top: 80 * (0.4 + 0.6 * grown) };
    };
    expect(windowsOf(45, '2025-03-10', growing).at(-1)).not.toBeNull();
    expect(windowsOf(-38, '2025-09-15', growing).at(-1)).not.toBeNull();
  });

  it('is found where the sun comes back to places that were free before the solstice', () => {
    const putUp = (day: number): Obstacle | null => (day < 35 ? null : { bearing: 30, width: 45, top: 30 });
    expect(windowsOf(45, '2025-12-01', putUp).at(-1)).not.toBeNull();
  });

  it('cannot be told from permanent shade while the sun sinks', () => {
    const growing = (day: number): Obstacle => ({ bearing: 40, width: day, top: 60 });
    expect(windowsOf(45, '2025-08-20', growing).every((window) => window === null)).toBe(true);
  });

  it('needs three sunny days', () => {
    const putUp = (from: number) => (day: number) =>
      day < from ? null : { bearing: 30, width: 45, top: 60 };
    expect(windowsOf(45, '2025-03-10', putUp(58)).at(-1)).toBeNull();
    expect(windowsOf(45, '2025-03-10', putUp(57)).at(-1)).not.toBeNull();
  });
});
