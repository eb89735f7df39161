// What a module gave at the places of the sky months ago, and what shade it proves to be new.
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../periods.ts';
import { addedShade } from './addedShade.ts';
import { baselineOfRows, baselineRows } from './baseline.ts';
import { emptySky, packSky, rememberSky, skyPaths, unpackSky } from './sky.ts';
import { bearingAt, declinationOn, elevationAt, hourAngleOf } from './sunPath.ts';
import { addFlags, advanceTrack, emptyTrack, FLAG, SECTORS, setSector, TRACK_DAYS } from './track.ts';

interface Obstacle {
  readonly bearing: number;
  readonly width: number;
  readonly top: number;
}

/** A module on sunny days, which loses seven tenths behind an obstacle; the windows of added shade on its newest days. */
function windowsOf(
  latitude: number,
  firstDay: string,
  days: number,
  obstacleOn: (day: number) => Obstacle | null,
  remembers = true,
) {
  const first = dayNumber(firstDay);
  const [track, sky, rows] = [emptyTrack(), emptySky(), new Int32Array(TRACK_DAYS)];
  const weights = new Float64Array(SECTORS).fill(0.3);
  const windows: unknown[] = [];
  for (let day = 0; day < days; day++) {
    if (remembers) rememberSky(sky, track, first + day);
    advanceTrack(track, first + day);
    addFlags(track, TRACK_DAYS - 1, FLAG.seen | FLAG.good);
    const obstacle = obstacleOn(day);
    const declination = declinationOn(first + day);
    for (let sector = 4; sector < 20; sector++) {
      const at = [latitude, declination, hourAngleOf(sector)] as const;
      const isCovered =
        obstacle !== null &&
        Math.abs(bearingAt(...at) - obstacle.bearing) < obstacle.width / 2 &&
        elevationAt(...at) < obstacle.top;
      setSector(track, TRACK_DAYS - 1, sector, isCovered ? 0.3 : 1);
    }
    if (day < 20 || day % 4 !== 0) continue;
    const baseline = baselineOfRows(track, rows, baselineRows(track, 0, first + day - 4, rows));
    windows.push(addedShade(track, latitude, baseline, weights, sky)?.window ?? null);
  }
  return windows.filter((window) => window !== null);
}

describe('shade at places of the sky that were free months ago', () => {
  const putUp = (from: number) => (day: number) => (day < from ? null : { bearing: 20, width: 60, top: 75 });

  it('is added although the sun has sunk since the solstice', () => {
    expect(windowsOf(45, '2025-04-20', 120, putUp(95))).not.toEqual([]);
    expect(windowsOf(-38, '2025-10-20', 120, putUp(95))).not.toEqual([]);
    expect(windowsOf(45, '2025-04-20', 120, putUp(95), false)).toEqual([]);
  });

  it('is not added where the sun has not been before, or has always been dark', () => {
    expect(windowsOf(45, '2025-07-01', 120, putUp(80))).toEqual([]);
  });

  it.each([
    ['a chimney', { bearing: 5, width: 24, top: 35 }],
    ['a tree', { bearing: 40, width: 50, top: 45 }],
    ['a wall', { bearing: -70, width: 120, top: 25 }],
  ])('is not added by %s that stands there for more than a year', (_, obstacle) => {
    for (const latitude of [58, 40, 25, -2, -38])
      expect(windowsOf(latitude, '2025-02-10', 460, () => obstacle)).toEqual([]);
  });
});

describe('the sky of a module', () => {
  const track = emptyTrack();
  const remember = (flags: number, ratio: number) => {
    const sky = emptySky();
    for (const day of [20_000, 20_001, 20_070]) {
      rememberSky(sky, track, day);
      advanceTrack(track, day);
      addFlags(track, TRACK_DAYS - 1, flags);
      setSector(track, TRACK_DAYS - 1, 12, ratio);
    }
    return sky;
  };

  it('keeps good days that leave the track, and survives being stored', () => {
    const sky = remember(FLAG.seen | FLAG.good, 0.8);
    const [band, ...others] = skyPaths(unpackSky(packSky(sky)), 50);
    expect(Math.exp(band!.lnAt(12))).toBeCloseTo(0.8, 2);
    expect(band!.lnAt(11)).toBeNaN();
    expect(others).toEqual([]);
    expect(packSky(emptySky())).toBe('');
    expect(unpackSky('no sky')).toEqual(emptySky());
  });

  it('leaves out days with a finding', () => {
    track.lastDay = null;
    track.bytes.fill(0);
    expect(remember(FLAG.seen | FLAG.good | FLAG.odd, 0.8)).toEqual(emptySky());
  });
});
