// The drift by errors of the orientation against that of the clear-sky model of the engine.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../duration.ts';
import { dayNumber } from '../../periods.ts';
import { expectedDay } from '../irradiance/expectedDay.ts';
import { seasonalDrift } from './seasonalDrift.ts';
import { emptyTrack, TRACK_DAYS } from './track.ts';

const NEWEST = TRACK_DAYS - 1;
const trackUntil = (day: string) => ({ ...emptyTrack(), lastDay: dayNumber(day) });

/** Logarithm of the clear-sky energy of an array on a day. */
function clearLn(latitude: number, array: { tiltDeg: number; azimuthDeg: number }, day: number): number {
  const plant = {
    latitude,
    longitude: 0,
    altitudeM: 0,
    timeZone: 'UTC',
    pricePerKwh: null,
    modules: [],
    arrays: [{ id: 'a', ...array }],
  };
  const input = { startMs: day * DAY_MS, slotMs: DAY_MS / 96, slots: 96, weather: null };
  const { dcPerRatedW } = expectedDay(plant, input).arrays.get('a')!;
  return Math.log(dcPerRatedW.reduce((sum, value) => sum + (value > 0.15 ? value : 0), 0));
}

describe('seasonal drift', () => {
  it.each([
    [45, 30, 180, '2025-10-30'],
    [45, 30, 180, '2025-05-15'],
    [52, 40, 150, '2025-10-10'],
    [-35, 25, 20, '2025-05-10'],
  ])(
    'is about what errors of the orientation do at %i°, tilt %i°, azimuth %i°',
    (latitude, tiltDeg, azimuthDeg, until) => {
      const last = dayNumber(until);
      const changeOf = (array: { tiltDeg: number; azimuthDeg: number }) =>
        clearLn(latitude, array, last) - clearLn(latitude, array, last - NEWEST);
      const base = changeOf({ tiltDeg, azimuthDeg });
      const modeled = Math.hypot(
        changeOf({ tiltDeg: tiltDeg + 2.5, azimuthDeg }) - base,
        changeOf({ tiltDeg, azimuthDeg: azimuthDeg + 4 }) - base,
      );
      const drift = seasonalDrift(latitude, { tiltDeg, azimuthDeg }, trackUntil(until))(0, NEWEST);
      expect(drift).toBeGreaterThan(0.5 * modeled);
      expect(drift).toBeLessThan(2.5 * modeled);
      expect(drift).toBeLessThan(0.04);
    },
  );

  it('grows with the time and vanishes around a solstice', () => {
    const drift = seasonalDrift(45, { tiltDeg: 30, azimuthDeg: 180 }, trackUntil('2025-10-30'));
    expect(drift(20, NEWEST)).toBeGreaterThan(drift(40, NEWEST));
    const solstice = seasonalDrift(45, { tiltDeg: 30, azimuthDeg: 180 }, trackUntil('2025-07-20'));
    expect(solstice(0, NEWEST)).toBeLessThan(0.01);
  });

  it('has no bound for an array that the sun leaves', () => {
    const away = seasonalDrift(-43, { tiltDeg: 28, azimuthDeg: 189 }, trackUntil('2025-03-28'));
    expect(away(0, NEWEST)).toBe(Number.POSITIVE_INFINITY);
    expect(away(NEWEST, NEWEST)).toBe(Number.POSITIVE_INFINITY);
    const facing = seasonalDrift(-43, { tiltDeg: 28, azimuthDeg: 9 }, trackUntil('2025-03-28'));
    expect(facing(NEWEST, NEWEST)).toBe(0);
  });

  it('is large for a steep array that may face another way, and small for a level one', () => {
    const implausible = (tiltDeg: number) =>
      seasonalDrift(48, { tiltDeg, azimuthDeg: 150 }, trackUntil('2025-11-10'), true)(20, NEWEST);
    expect(implausible(35)).toBeGreaterThan(0.2);
    expect(implausible(6)).toBeLessThan(0.1);
    expect(
      seasonalDrift(48, { tiltDeg: 35, azimuthDeg: 150 }, trackUntil('2025-11-10'))(20, NEWEST),
    ).toBeLessThan(0.05);
  });

  it('is 0 without an orientation: such an array has no index', () => {
    expect(seasonalDrift(45, { tiltDeg: null, azimuthDeg: null }, trackUntil('2025-10-30'))(0, NEWEST)).toBe(
      0,
    );
  });
});
