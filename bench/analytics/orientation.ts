// Estimates the orientation of the measured plants and of made-up ones.

import { clearSkyDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import { incidenceFactor } from '@helioport/domain/analytics/irradiance/incidence';
import { type Site, sunDay, sunPosition } from '@helioport/domain/analytics/irradiance/sunPosition';
import {
  cosIncidence,
  type Orientation,
  perez,
  planeTotal,
} from '@helioport/domain/analytics/irradiance/transposition';
import {
  monthOf,
  typicalAirTemperatureC,
  typicalTurbidity,
} from '@helioport/domain/analytics/irradiance/turbidity';
import type { PowerDay } from '@helioport/domain/analytics/quality/clearDays';
import { estimateClock } from '@helioport/domain/analytics/quality/clock';
import {
  estimateOrientation,
  type OrientationEstimate,
} from '@helioport/domain/analytics/quality/orientation';
import { fitDayOf, fitSample, searchOrientation } from '@helioport/domain/analytics/quality/planeFit';
import { quantile } from '@helioport/domain/analytics/statistics';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { readDst, readEast, serfSite } from './plants.ts';
import { numberOf, readRows } from './reference.ts';
import { minutesMs, type Result } from './result.ts';

const RAD = Math.PI / 180;
const SLOT_MS = minutesMs(15);
const SLOTS = DAY_MS / SLOT_MS;
const BAR_DEG = 5;
/** What the owner of SERF East documents. */
const documented = { tiltDeg: 45, azimuthDeg: 158 };

const turned = (from: number, to: number) => ((to - from + 540) % 360) - 180;

/** Angle between two orientations in degrees. */
function between(a: Orientation, b: Orientation): number {
  const cosine =
    Math.cos(a.tiltDeg * RAD) * Math.cos(b.tiltDeg * RAD) +
    Math.sin(a.tiltDeg * RAD) * Math.sin(b.tiltDeg * RAD) * Math.cos((a.azimuthDeg - b.azimuthDeg) * RAD);
  return Math.acos(Math.min(1, cosine)) / RAD;
}

function compare(what: string, estimate: OrientationEstimate | null): Result[] {
  if (estimate === null)
    return [{ what, expected: 'an estimate', result: 'too few clear days', isMet: false }];
  const { tiltDeg, azimuthDeg, tiltErrorDeg, azimuthErrorDeg, days } = estimate;
  const apart = between(estimate, documented);
  const off = (value: number) => `${value >= 0 ? '+' : ''}${value.toFixed(1)}°`;
  return [
    {
      what: `${what}: angle between the estimated and the documented plane`,
      expected: `at most ${BAR_DEG}°`,
      result: `${apart.toFixed(1)}° (${days} clear days)`,
      isMet: apart <= BAR_DEG,
    },
    {
      what: `${what}: tilt and azimuth`,
      expected: `documented ${documented.tiltDeg}° and ${documented.azimuthDeg}°`,
      result: [
        `${tiltDeg.toFixed(1)}° ± ${tiltErrorDeg.toFixed(1)}° (${off(tiltDeg - documented.tiltDeg)}),`,
        `${azimuthDeg.toFixed(1)}° ± ${azimuthErrorDeg.toFixed(1)}° (${off(turned(documented.azimuthDeg, azimuthDeg))})`,
      ].join(' '),
      isMet: null,
    },
  ];
}

/**
 * Orientation of the irradiance sensor of SERF West on its one clear day: irradiance alone, without module or inverter.
 */
function sensorOrientation(): Result {
  const samples = readRows('serf-west-2022').flatMap(([local, poa]) => {
    if (!local!.startsWith('2022-01-02')) return [];
    const sun = sunPosition(Date.parse(`${local}Z`) + 7 * HOUR_MS, serfSite);
    if (sun.apparentZenithDeg > 75) return [];
    return [fitSample(sun, serfSite.altitudeM, 2, numberOf(poa) / 1000)];
  });
  const fit = searchOrientation([fitDayOf(samples)]);
  return {
    what: 'SERF West, irradiance sensor on 2022-01-02, documented as the same plane',
    expected: '-',
    result: `tilt ${fit.tiltDeg.toFixed(0)}°, azimuth ${fit.azimuthDeg.toFixed(0)}°`,
    isMet: null,
  };
}

/** Numbers between 0 and 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

interface MadeUp extends Orientation {
  readonly site: Site;
  /** Power at which the inverter clips, as a share of the rating. */
  readonly limit: number;
}

/**
 * Clear days of a plant by other models than the estimate uses: a Perez sky, turbidity and temperature that change from day
 * to day, an obstructed horizon, a drift over the day, noise of 1 %, clipping.
 */
function madeUpDays({ site, limit, ...array }: MadeUp, seed: number): PowerDay[] {
  const next = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
  const firstDay = Math.floor(next() * 365);
  const heating = 0.02 + 0.02 * next();
  const horizonDeg = 2 + 4 * next();
  return Array.from({ length: 40 }, (_, number) => {
    const startMs = Date.UTC(2025, 0, 1 + firstDay + 5 * number) - (site.longitude / 360) * DAY_MS;
    const sun = sunDay(site, startMs, SLOT_MS, SLOTS);
    const month = monthOf(startMs);
    const turbidity = Math.max(1.8, typicalTurbidity(site.latitude, site.altitudeM, month) + 0.6 * normal());
    const sky = clearSkyDay(sun, site.altitudeM, turbidity);
    const [warmer, drift] = [5 * normal(), 0.02 * normal()];
    const powerW = Float64Array.from({ length: SLOTS }, (_slot, slot) => {
      const zenithDeg = sun.apparentZenithDeg[slot]!;
      if (90 - zenithDeg < horizonDeg) return 0;
      const azimuthDeg = sun.azimuthDeg[slot]!;
      const light = { ghi: sky.ghi[slot]!, dni: sky.dni[slot]!, dhi: sky.dhi[slot]! };
      const parts = perez(light, zenithDeg, azimuthDeg, sun.extraterrestrialWm2, array);
      const passed = incidenceFactor(cosIncidence(zenithDeg, azimuthDeg, array));
      const poa = planeTotal(parts);
      const effective = poa - (parts.beam + parts.circumsolar) * (1 - passed);
      const hourAngle = sun.hourAngleDeg[slot]!;
      const airC = typicalAirTemperatureC(site.latitude, site.altitudeM, month, hourAngle) + warmer;
      const power = (effective / 1000) * (1 - 0.004 * (airC + heating * poa - 25));
      return Math.min(limit, power * (1 + (drift * hourAngle) / 60)) * (1 + 0.01 * normal());
    });
    return { startMs, slotMs: SLOT_MS, powerW };
  });
}

/** Errors over made-up plants at four places, each clipped and not. */
function checkMadeUp(): Result[] {
  const places: readonly Site[] = [
    { latitude: 52.5, longitude: 13.4, altitudeM: 40 },
    { latitude: 40, longitude: -105, altitudeM: 1800 },
    { latitude: 28, longitude: -80, altitudeM: 5 },
    { latitude: -33.9, longitude: 151.2, altitudeM: 40 },
  ];
  const errors: number[] = [];
  let missing = 0;
  places.forEach((site, place) => {
    for (const tiltDeg of [12, 25, 45]) {
      for (const [at, side] of [-90, -25, 40].entries()) {
        const azimuthDeg = ((site.latitude < 0 ? 0 : 180) + side + 360) % 360;
        const limit = at % 2 === 0 ? 10 : 0.7;
        const seed = 1000 * place + 10 * tiltDeg + at;
        const estimate = estimateOrientation(madeUpDays({ site, tiltDeg, azimuthDeg, limit }, seed), site);
        if (estimate === null) missing++;
        else errors.push(between(estimate, { tiltDeg, azimuthDeg }));
      }
    }
  });
  return [
    {
      what: `Orientation of ${errors.length + missing} made-up plants: angle between planes, 90 % quantile`,
      expected: `at most ${BAR_DEG}°`,
      result: `${quantile(errors, 0.9).toFixed(1)}° (median ${quantile(errors, 0.5).toFixed(1)}°, largest ${quantile(errors, 1).toFixed(1)}°, ${missing} without an estimate)`,
      isMet: quantile(errors, 0.9) <= BAR_DEG && missing === 0,
    },
  ];
}

/** Orientation of the measured plants against the bar of 5 degrees. */
export function checkOrientation(): Result[] {
  const dst = readDst();
  const { lateMin } = estimateClock(dst, serfSite);
  const corrected = dst.map((day, at) => ({ ...day, startMs: day.startMs - minutesMs(lateMin[at]!) }));
  return [
    ...compare('SERF East 2016', estimateOrientation(readEast(), serfSite)),
    ...compare('SERF East 2011 to 2012, clock corrected', estimateOrientation(corrected, serfSite)),
    sensorOrientation(),
    ...checkMadeUp(),
  ];
}
