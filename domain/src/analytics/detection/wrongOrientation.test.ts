// Which estimates of an orientation contradict the entered one.
import { describe, expect, it } from 'vitest';
import { clearSkyDay } from '../irradiance/expectedDay.ts';
import { sunDay } from '../irradiance/sunPosition.ts';
import { hayDavies, planeTotal } from '../irradiance/transposition.ts';
import type { StoredCurve } from './curves.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { packBytes } from './pack.ts';
import { SECTORS } from './track.ts';
import { contradicts, isOnItsWay, isOrientationImplausible, orientationDay } from './wrongOrientation.ts';

const estimate = {
  tiltDeg: 26,
  azimuthDeg: 296,
  tiltErrorDeg: 3,
  azimuthErrorDeg: 7,
  days: 8,
  residual: 0.008,
  enteredResidual: 0.03,
  sunnyShare: 0.6,
};
const entered = (azimuthDeg: number) => ({ tiltDeg: 28, azimuthDeg });

describe('an estimated orientation', () => {
  it('agrees within its error', () => {
    expect(contradicts(estimate, entered(285))).toBe(false);
    expect(contradicts(estimate, entered(255))).toBe(true);
  });

  it('tells nothing with a poor fit or another tilt', () => {
    expect(contradicts({ ...estimate, residual: 0.05, enteredResidual: 0.2 }, entered(255))).toBeNull();
    expect(contradicts({ ...estimate, tiltDeg: 40 }, entered(104))).toBeNull();
    expect(contradicts({ ...estimate, azimuthErrorDeg: 14 }, entered(104))).toBeNull();
    expect(contradicts({ ...estimate, azimuthErrorDeg: 10, enteredResidual: 0.03 }, entered(104))).toBeNull();
    // Nearly level arrays have no clear direction, but one that is many errors away is another one.
    expect(contradicts({ ...estimate, azimuthErrorDeg: 10, enteredResidual: 0.034 }, entered(104))).toBe(
      true,
    );
    expect(
      contradicts({ ...estimate, azimuthErrorDeg: 10, enteredResidual: 0.034 }, entered(250)),
    ).toBeNull();
  });

  it('tells nothing where the sun is never in front of it', () => {
    // In winter an array facing north-west fits north as well as its own direction.
    expect(contradicts({ ...estimate, azimuthDeg: 0, sunnyShare: 0 }, entered(289))).toBeNull();
    expect(contradicts({ ...estimate, azimuthDeg: 0, sunnyShare: 0.6 }, entered(289))).toBe(true);
  });

  it('contradicts an entry that suits the days much worse, whatever shade leaves of the fit', () => {
    expect(contradicts({ ...estimate, residual: 0.026, enteredResidual: 0.09 }, entered(255))).toBe(true);
    // Shade of the evening turns the estimate, but the entry suits the days as well.
    expect(contradicts({ ...estimate, residual: 0.024, enteredResidual: 0.031 }, entered(255))).toBeNull();
    expect(contradicts({ ...estimate, enteredResidual: 0.012 }, entered(104))).toBeNull();
  });

  it('is not settled while it moves towards the entered azimuth', () => {
    expect(isOnItsWay(35, undefined)).toBe(false);
    expect(isOnItsWay(29, 36)).toBe(true);
    expect(isOnItsWay(33, 35)).toBe(false);
    expect(isOnItsWay(40, 33)).toBe(false);
  });
});

describe('the orientation of an array', () => {
  const site = { latitude: 48, longitude: 11, altitudeM: 500 };
  const SLOT_MS = 15 * 60_000;

  /** Power of a clear day of an array that faces an azimuth, as it is stored. */
  function clearCurve(day: number, azimuthDeg: number): StoredCurve {
    const startMs = day * 86_400_000;
    const sun = sunDay(site, startMs, SLOT_MS, 96);
    const sky = clearSkyDay(sun, site.altitudeM, 3);
    const bytes = Uint8Array.from({ length: 96 }, (_, slot) => {
      const light = { ghi: sky.ghi[slot]!, dni: sky.dni[slot]!, dhi: sky.dhi[slot]! };
      const zenith = sun.apparentZenithDeg[slot]!;
      const plane = { tiltDeg: 30, azimuthDeg };
      const poa = hayDavies(light, zenith, sun.azimuthDeg[slot]!, sun.extraterrestrialWm2, plane);
      return Math.min(254, Math.max(0, Math.round(0.18 * planeTotal(poa)) || 0));
    });
    return { day, startMs, slotMs: SLOT_MS, power: packBytes(bytes) };
  }

  /** Whether the entered orientation is implausible after 30 clear days of an array that faces 180 degrees. */
  function isImplausible(enteredDeg: number): boolean {
    const first = 20_600;
    const curves = Array.from({ length: 30 }, (_, d) => clearCurve(first + d, 180));
    const baseline = { sectors: new Float64Array(SECTORS), counts: new Uint8Array(SECTORS) };
    const entry = { module: { model: { id: 'm', arrayId: 'a' }, baseline }, reference: { group: {} } };
    const notes: Record<string, number> = {};
    const arrays = [{ id: 'a', tiltDeg: 30, azimuthDeg: enteredDeg }];
    const view = { day: first + 30, plant: { ...site, arrays } } as unknown as DayView;
    const entries = [entry, entry] as unknown as Entry[];
    orientationDay(view, new Map([['a', curves]]), entries, notes, []);
    return isOrientationImplausible(notes, 'a');
  }

  it('is implausible where another one suits the clear days better', () => {
    expect([180, 90, 270, 135].map(isImplausible)).toEqual([false, true, true, true]);
  });
});
