import { describe, expect, it } from 'vitest';
import { birdSky, glassShare, transposer } from './irradiance.ts';
import { shadeAt } from './shade.ts';
import { sunMinutes } from './sun.ts';

const place = (latitude: number, longitude: number, at: string) => {
  // Values are those of the middle of the minute.
  const sun = sunMinutes(latitude, longitude, Date.parse(at) - 30_000, 1);
  return { zenith: 90 - sun.elevation[0]!, azimuth: sun.azimuth[0]! };
};

describe('the sun of the fault world', () => {
  // NREL SPA by pvlib 0.16: apparent zenith, azimuth.
  it.each([
    [51.48, 0, '2026-06-21T12:00:00Z', 28.036, 179.11],
    [51.48, 0, '2026-12-21T12:00:00Z', 74.86, 180.46],
    [52.52, 13.405, '2026-04-15T07:00:00Z', 65.123, 107.2],
    [33.45, -112.07, '2026-07-01T19:30:00Z', 10.396, 177.15],
    [-33.87, 151.21, '2026-01-15T02:00:00Z', 12.759, 4.66],
  ])('stands where SPA has it: %f, %f, %s', (latitude, longitude, at, zenith, azimuth) => {
    const sun = place(latitude, longitude, at);
    expect(Math.abs(sun.zenith - zenith)).toBeLessThan(0.06);
    expect(Math.abs(sun.azimuth - azimuth)).toBeLessThan(0.12);
  });
});

describe('the clear sky of the fault world', () => {
  it('stays within a tenth of Haurwitz from 10 to 80 degrees', () => {
    const air = { aerosol: 0.12, waterCm: 1.5, ozoneCm: 0.3, pressureRatio: 1 };
    const sky = { dni: 0, dhi: 0 };
    for (let elevation = 10; elevation <= 80; elevation += 10) {
      birdSky(elevation, 1361, air, 0.2, sky);
      const sine = Math.sin((elevation * Math.PI) / 180);
      const haurwitz = 1098 * sine * Math.exp(-0.059 / sine);
      expect((sky.dni * sine + sky.dhi) / haurwitz).toBeGreaterThan(0.9);
      expect((sky.dni * sine + sky.dhi) / haurwitz).toBeLessThan(1.1);
    }
  });

  it('is brighter on a plane that faces the sun, and the same on a flat one', () => {
    const light = { dni: 800, dhi: 100, extraWm2: 1361, albedo: 0.2 };
    const sun = { elevation: 30, azimuth: 180 };
    const out = { beam: 0, diffuse: 0 };
    transposer({ tiltDeg: 0, azimuthDeg: 180 })(sun, light, out);
    // Of direct light the glass takes a share at 60 degrees; of diffuse light a fixed one.
    const flat = out.beam + out.diffuse;
    expect(flat).toBeGreaterThan(0.92 * 500);
    expect(flat).toBeLessThan(500);
    transposer({ tiltDeg: 60, azimuthDeg: 180 })(sun, light, out);
    expect(out.beam + out.diffuse).toBeGreaterThan(850);
    transposer({ tiltDeg: 60, azimuthDeg: 0 })(sun, light, out);
    expect(out.beam).toBeLessThan(5);
    expect(glassShare(1)).toBeCloseTo(1, 3);
    expect(glassShare(Math.cos((60 * Math.PI) / 180))).toBeGreaterThan(0.93);
    expect(glassShare(0)).toBe(0);
  });
});

describe('an obstacle', () => {
  const obstacle = { azimuth: 350, width: 40, top: 30, bottom: 0, softness: 4, cover: 1, opacity: 1 };

  it('covers only its window, also across north', () => {
    expect(shadeAt(obstacle, 5, 10)).toBe(1);
    expect(shadeAt(obstacle, 340, 10)).toBe(1);
    expect(shadeAt(obstacle, 15, 10)).toBe(0);
    expect(shadeAt(obstacle, 350, 31)).toBe(0);
    expect(shadeAt(obstacle, 350, 29)).toBeCloseTo(0.5, 6);
  });
});
