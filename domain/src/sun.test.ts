import { describe, expect, test } from 'vitest';
import { dayBounds } from './periods.ts';
import {
  acPowerW,
  cellTemperatureC,
  clearnessOf,
  clearSky,
  daylight,
  dcPowerW,
  haurwitz,
  planeIrradiance,
  sunAt,
} from './sun.ts';

const near = (value: number, expected: number) =>
  expect(Math.abs(value - expected), `${value} should be ${expected}`).toBeLessThanOrEqual(
    Math.max(0.005 * Math.abs(expected), 0.006),
  );

// Latitude, longitude, tilt, azimuth, ambient °C, instant, then declination, equation of time, zenith,
// azimuth, GHI, clearness, DNI, DHI, POA irradiance, cell °C, DC W of 400 W.
const vectors: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  [
    '2026-06-21T12:00Z',
    [51.48, 0, 30, 180, 20],
    [23.452, -1.344, 28.029, 179.34, 906.5, 0.7771, 855.4, 151.5, 1008.4, 54.49, 361.7],
  ],
  [
    '2026-12-21T12:00Z',
    [51.48, 0, 30, 180, 5],
    [-23.42, 2.155, 74.901, 180.51, 228.0, 0.6197, 528.3, 90.4, 461.6, 20.79, 187.4],
  ],
  [
    '2026-04-15T07:00Z',
    [52.52, 13.405, 35, 90, 15],
    [9.481, -0.256, 65.441, 107.36, 396.0, 0.7021, 723.4, 95.3, 700.3, 38.95, 266.5],
  ],
  [
    '2026-07-01T19:30Z',
    [33.45, -112.07, 20, 180, 35],
    [23.177, -3.478, 10.28, 177.74, 1017.5, 0.7831, 862.9, 168.4, 1020.0, 69.88, 343.9],
  ],
  [
    '2026-01-15T02:00Z',
    [-33.87, 151.21, 25, 0, 25],
    [-21.273, -8.645, 12.625, 4.06, 1008.6, 0.7315, 825.4, 203.1, 1009.1, 59.51, 354.9],
  ],
];

test.each(vectors)('the published vector of %s within half a percent', (at, place, expected) => {
  const [latitude = 0, longitude = 0, tiltDeg = 0, azimuthDeg = 0, ambientC = 0] = place;
  const sun = sunAt(Date.parse(at), latitude, longitude);
  const sky = clearSky(sun);
  const { beam, diffuse } = planeIrradiance(sky, sun, { tiltDeg, azimuthDeg });
  const cellC = cellTemperatureC(ambientC, beam + diffuse, 0.0342);
  const found = [
    sun.declinationDeg,
    sun.equationOfTimeMin,
    sun.zenithDeg,
    sun.azimuthDeg,
    sky.ghi,
    clearnessOf(sky.ghi, sun),
    sky.dni,
    sky.dhi,
    beam + diffuse,
    cellC,
    dcPowerW(400, beam + diffuse, cellC),
  ];
  for (const [i, value] of found.entries()) near(value, expected[i] ?? Number.NaN);
});

describe('daylight', () => {
  const minutes = (ms: number) => Math.round((ms % 86_400_000) / 60_000);
  test.each([
    ['2026-06-21', 3 * 60 + 43, 20 * 60 + 21],
    ['2026-12-21', 8 * 60 + 3, 15 * 60 + 53],
  ])('at Greenwich on %s', (day, rise, set) => {
    const light = daylight(dayBounds(day, 'UTC'), 51.48, 0);
    if (light.kind !== 'normal') throw new Error(light.kind);
    expect(Math.abs(minutes(light.sunriseMs) - rise)).toBeLessThanOrEqual(1);
    expect(Math.abs(minutes(light.sunsetMs) - set)).toBeLessThanOrEqual(1);
  });

  test('none or endless beyond the polar circle', () => {
    expect(daylight(dayBounds('2026-06-21', 'Europe/Oslo'), 69.65, 18.96).kind).toBe('polarDay');
    expect(daylight(dayBounds('2026-12-21', 'Europe/Oslo'), 69.65, 18.96).kind).toBe('polarNight');
  });

  test('belongs to the local day, also on the far side of the date line', () => {
    for (const [timeZone, latitude, longitude] of [
      ['Pacific/Kiritimati', 1.87, -157.4],
      ['Australia/Lord_Howe', -31.5, 159.1],
      ['America/Sao_Paulo', -27.6, -48.5],
    ] as const) {
      const span = dayBounds('2026-11-21', timeZone);
      const light = daylight(span, latitude, longitude);
      if (light.kind !== 'normal') throw new Error(light.kind);
      expect(light.sunriseMs).toBeGreaterThan(span.startMs);
      expect(light.sunsetMs).toBeLessThan(span.endMs);
    }
  });
});

test('no light comes from below the horizon', () => {
  expect(haurwitz(90)).toBe(0);
  expect(haurwitz(120)).toBe(0);
  const sky = clearSky(sunAt(Date.parse('2026-06-21T00:00Z'), 51.48, 0));
  expect(sky).toEqual({ ghi: 0, dni: 0, dhi: 0 });
});

test('an inverter clips at its rating and sleeps on too little', () => {
  expect(acPowerW(3000, 2250)).toBe(2250);
  expect(acPowerW(0, 2250)).toBe(0);
  expect(acPowerW(5, 2250)).toBe(0);
  expect(acPowerW(1000, 2250) / 1000).toBeGreaterThan(0.95);
});
