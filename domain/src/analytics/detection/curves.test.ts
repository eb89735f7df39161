// Which estimates of an orientation contradict the entered one.
import { describe, expect, it } from 'vitest';
import { contradicts, isOnItsWay } from './curves.ts';

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
