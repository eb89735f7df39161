import { describe, expect, it } from 'vitest';
import { absoluteAirMass, atmosphericPressureHpa, relativeAirMass } from './atmosphere.ts';
import { ineichenPerez } from './clearSky.ts';
import { erbs } from './decomposition.ts';
import { fuentesCell } from './fuentes.ts';
import { diffuseIncidenceFactors, incidenceFactor } from './incidence.ts';
import { acPowerW, microinverterLosses, stringInverterLosses, totalLoss } from './power.ts';
import { sunEvents } from './riseSet.ts';
import { sunDay, sunPosition } from './sunPosition.ts';
import { hayDavies, isotropic, perez, planeTotal } from './transposition.ts';
import { typicalAirTemperatureC, typicalTurbidity } from './turbidity.ts';

const RAD = Math.PI / 180;
const golden = { latitude: 39.742476, longitude: -105.1786, altitudeM: 1830.14 };

describe('sun position', () => {
  // Example of Reda and Andreas 2004: 2003-10-17 12:30:30 UTC-7; pressure 820 hPa, 11 degrees.
  it('meets the example of the NREL Solar Position Algorithm', () => {
    const sun = sunPosition(Date.UTC(2003, 9, 17, 19, 30, 30), golden);
    expect(sun.apparentZenithDeg).toBeCloseTo(50.11162, 2);
    expect(sun.azimuthDeg).toBeCloseTo(194.34024, 2);
  });

  it('gives a day slot by slot what it gives instant by instant', () => {
    const startMs = Date.UTC(2026, 2, 29, 23);
    const day = sunDay(golden, startMs, 300_000, 276);
    for (const slot of [0, 100, 200, 275]) {
      const sun = sunPosition(startMs + (slot + 0.5) * 300_000, golden);
      expect(day.zenithDeg[slot]).toBeCloseTo(sun.zenithDeg, 3);
      expect(day.azimuthDeg[slot]).toBeCloseTo(sun.azimuthDeg, 3);
    }
  });

  it('finds no sunrise in polar night and day', () => {
    const [june, december] = [5, 11].map((month) => sunEvents(Date.UTC(2026, month, 21, 12), 69.65, 18.96));
    expect([june!.riseMs, june!.setMs, june!.isUpAtNoon]).toEqual([null, null, true]);
    expect([december!.riseMs, december!.setMs, december!.isUpAtNoon]).toEqual([null, null, false]);
  });
});

describe('sky', () => {
  it('raises air mass towards the horizon and lowers it with altitude', () => {
    expect(relativeAirMass(0)).toBeCloseTo(1, 2);
    expect(relativeAirMass(60)).toBeCloseTo(1.994, 2);
    expect(relativeAirMass(91)).toBeNaN();
    expect(atmosphericPressureHpa(0)).toBeCloseTo(1013.25, 1);
    expect(absoluteAirMass(60, 1500)).toBeLessThan(0.85 * relativeAirMass(60));
  });

  // Calculated by hand in the formulas of Ineichen and Perez 2002.
  it.each([
    [28.03, 3, 916.3, 920, 104.2],
    [60, 3, 469.6, 787.8, 75.7],
    [28.03, 5, 839.5, 750.4, 177.1],
  ])('follows Ineichen and Perez at %d degrees, turbidity %d', (zenith, turbidity, ghi, dni, dhi) => {
    const sky = ineichenPerez(zenith, 0, turbidity, 1364);
    expect(sky.ghi).toBeCloseTo(ghi, 0);
    expect(sky.dni).toBeCloseTo(dni, 0);
    expect(sky.dhi).toBeCloseTo(dhi, 0);
  });

  it('splits an overcast sky into diffuse light and a clear one into direct light', () => {
    expect(erbs(100, 40, 1366).dhi).toBeGreaterThan(98);
    const clear = erbs(850, 40, 1366);
    expect(clear.dhi / clear.ghi).toBeLessThan(0.25);
    expect(erbs(50, 88, 1366)).toEqual({ ghi: 50, dni: 0, dhi: 50 });
    expect(erbs(Number.NaN, 40, 1366).ghi).toBe(0);
  });

  it('is hazier in summer and clearer on mountains', () => {
    expect(typicalTurbidity(45, 0, 7)).toBeGreaterThan(typicalTurbidity(45, 0, 1));
    expect(typicalTurbidity(-45, 0, 1)).toBeGreaterThan(typicalTurbidity(-45, 0, 7));
    expect(typicalTurbidity(45, 2500, 7)).toBeLessThan(typicalTurbidity(45, 0, 7) - 1);
    for (const latitude of [-90, -30, 0, 30, 60, 90]) {
      for (let month = 1; month <= 12; month++) {
        expect(typicalTurbidity(latitude, 0, month)).toBeGreaterThan(1.5);
        expect(typicalTurbidity(latitude, 0, month)).toBeLessThan(5.5);
        expect(Math.abs(typicalAirTemperatureC(latitude, 0, month, 0))).toBeLessThan(50);
      }
    }
  });
});

describe('light in the plane', () => {
  const sky = { ghi: 700, dni: 800, dhi: 100 };

  it('gives a level plane the global irradiance under every model', () => {
    const level = { tiltDeg: 0, azimuthDeg: 180 };
    const zenith = Math.acos(600 / 800) / RAD;
    for (const light of [
      isotropic(sky, zenith, 180, level),
      hayDavies(sky, zenith, 180, 1366, level),
      perez(sky, zenith, 180, 1366, level),
    ]) {
      expect(planeTotal(light)).toBeCloseTo(700, 6);
    }
  });

  it('moves diffuse light to the sun under the brighter models', () => {
    const plane = { tiltDeg: 40, azimuthDeg: 180 };
    const flat = planeTotal(isotropic(sky, 60, 180, plane));
    expect(planeTotal(hayDavies(sky, 60, 180, 1366, plane))).toBeGreaterThan(flat + 20);
    expect(planeTotal(perez(sky, 60, 180, 1366, plane))).toBeGreaterThan(flat + 20);
  });

  it('loses more by reflection the more obliquely light falls', () => {
    expect(incidenceFactor(1)).toBe(1);
    expect(incidenceFactor(Math.cos(50 * RAD))).toBeCloseTo(0.98, 2);
    expect(incidenceFactor(Math.cos(80 * RAD))).toBeLessThan(0.7);
    expect(incidenceFactor(-0.1)).toBe(0);
    expect(diffuseIncidenceFactors(30).sky).toBeCloseTo(0.95, 1);
  });
});

describe('power', () => {
  it('adds up the losses of PVWatts to 14.08 %', () => {
    expect(totalLoss(stringInverterLosses)).toBeCloseTo(0.1408, 4);
    expect(totalLoss(microinverterLosses)).toBeCloseTo(0.0537, 3);
  });

  it('cuts AC power at the rating and below the start of the inverter', () => {
    expect(acPowerW(500, 300)).toBe(300);
    expect(acPowerW(1, 300)).toBe(0);
    expect(acPowerW(0, 300)).toBe(0);
    expect(acPowerW(250, 300) / 250).toBeCloseTo(0.965, 2);
  });

  it('heats a module to its nominal temperature under nominal conditions', () => {
    const cell = fuentesCell({ installedNoctC: 47, tiltDeg: 45 });
    let celsius = 0;
    for (let hour = 0; hour < 12; hour++) celsius = cell(800, 20, 1.13, 3600);
    expect(Math.abs(celsius - 47)).toBeLessThan(2);
  });
});
