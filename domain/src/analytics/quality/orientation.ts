// Estimates tilt and azimuth of an array from its power on clear days.
import { type Site, sunDay } from '../irradiance/sunPosition.ts';
import { monthOf, typicalTurbidity } from '../irradiance/turbidity.ts';
import { median } from '../statistics.ts';
import { clearDayScores, coarseDay, dayShape, type PowerDay } from './clearDays.ts';
import {
  dayLoss,
  type FitDay,
  type FitSample,
  fitDayOf,
  fitSample,
  type PlaneFit,
  refine,
  searchOrientation,
  sunnyShare,
} from './planeFit.ts';

export interface OrientationEstimate {
  readonly tiltDeg: number;
  /** Degrees clockwise from north, 0 to 360. */
  readonly azimuthDeg: number;
  /** Half the width of the 68 % interval, degrees, 180 at most: scatter between days and the errors of a clear-sky model. */
  readonly tiltErrorDeg: number;
  readonly azimuthErrorDeg: number;
  /** Clear days used. */
  readonly days: number;
  /** Typical residual as a share of the highest power of a day. */
  readonly residual: number;
  /** The same of the entered orientation; NaN if none was given. */
  readonly enteredResidual: number;
  /** Share of the samples in which the sun is in front of the estimated array. */
  readonly sunnyShare: number;
}

/** Clear days wanted, at most, and needed, at least. */
const MOST_DAYS = 40;
const LEAST_DAYS = 5;
/** At most this many clear days of a month, so that all seasons count. */
const DAYS_OF_MONTH = 8;
/** Samples below this height are left out: horizon, haze and reflection act there. */
const LEAST_HEIGHT_DEG = 10;
/** So are samples below a share of the height at noon: the larger share if half of the days keep enough samples. */
const NOON_SHARES = [0.5, 0.35] as const;
/** and those near the top, where the limit of an inverter acts. */
const MOST_POWER_SHARE = 0.85;
const LEAST_SAMPLES = 6;
/** A day this many times as far from the fit as the typical one was not clear. */
const REJECTED_FROM = 4;
/** Error of the array orientation caused by model and sky, degrees. */
const MODEL_ERROR_DEG = 2.5;
const BLOCKS = 6;
const RAD = Math.PI / 180;

function samplesOf(day: PowerDay, site: Site, noonShare: number): FitSample[] {
  const { startMs, slotMs, powerW } = day;
  const topW = dayShape(day)?.topW ?? 0;
  const sun = sunDay(site, startMs, slotMs, powerW.length);
  const turbidity = typicalTurbidity(site.latitude, site.altitudeM, monthOf(startMs));
  const noonDeg = 90 - sun.apparentZenithDeg.reduce((least, zenith) => Math.min(least, zenith), 180);
  const leastDeg = Math.max(LEAST_HEIGHT_DEG, noonShare * noonDeg);
  const samples: FitSample[] = [];
  for (let slot = 0; slot < powerW.length; slot++) {
    const share = powerW[slot]! / topW;
    const apparentZenithDeg = sun.apparentZenithDeg[slot]!;
    if (90 - apparentZenithDeg < leastDeg || !(share <= MOST_POWER_SHARE)) continue;
    const azimuthDeg = sun.azimuthDeg[slot]!;
    const { extraterrestrialWm2 } = sun;
    const position = { apparentZenithDeg, azimuthDeg, extraterrestrialWm2 };
    samples.push(fitSample(position, site.altitudeM, turbidity, share));
  }
  return samples;
}

/** The clearest days in slots of 15 minutes, spread over the seasons, in order of time. */
function clearestDays(days: readonly PowerDay[]): PowerDay[] {
  const scores = clearDayScores(days);
  const ranked = days
    .map((day, at) => ({ day, score: scores[at]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const perMonth = new Map<string, number>();
  const chosen: PowerDay[] = [];
  for (const { day } of ranked) {
    if (chosen.length >= MOST_DAYS) break;
    const month = new Date(day.startMs).toISOString().slice(0, 7);
    const count = perMonth.get(month) ?? 0;
    if (count >= DAYS_OF_MONTH) continue;
    perMonth.set(month, count + 1);
    chosen.push(coarseDay(day));
  }
  return chosen.sort((a, b) => a.startMs - b.startMs);
}

/** Samples to fit of each day: of high sun where it suffices, else of lower sun as well. */
function fitDaysOf(days: readonly PowerDay[], site: Site): FitDay[] {
  let found: FitDay[] = [];
  for (const noonShare of NOON_SHARES) {
    found = days
      .map((day) => samplesOf(day, site, noonShare))
      .filter((samples) => samples.length >= LEAST_SAMPLES)
      .map(fitDayOf);
    if (found.length >= Math.max(LEAST_DAYS, days.length / 2)) break;
  }
  return found;
}

/** Spread of the fits without one block of days each (jackknife), degrees. */
function scatter(days: readonly FitDay[], fit: PlaneFit): { tiltDeg: number; azimuthDeg: number } {
  const blocks = Math.min(BLOCKS, days.length);
  const fits = Array.from({ length: blocks }, (_, block) =>
    refine(
      days.filter((_day, at) => Math.floor((at * blocks) / days.length) !== block),
      fit,
      2,
    ),
  );
  const spread = (pick: (fit: PlaneFit) => number) =>
    Math.sqrt(((blocks - 1) / blocks) * fits.reduce((sum, other) => sum + (pick(other) - pick(fit)) ** 2, 0));
  return { tiltDeg: spread((one) => one.tiltDeg), azimuthDeg: spread((one) => one.azimuthDeg) };
}

const residualOf = (days: readonly FitDay[], fit: PlaneFit): number =>
  Math.sqrt(median(days.map((day) => dayLoss(day, fit))));

/** Losses that grow with power, per 1000 W/m², with which an entered orientation is tried. */
const SATURATIONS = [0, 0.15, 0.3];

/** Residual of an entered orientation under the loss that suits it best. */
const enteredResidual = (
  days: readonly FitDay[],
  { tiltDeg, azimuthDeg }: { readonly tiltDeg: number; readonly azimuthDeg: number },
): number =>
  Math.min(...SATURATIONS.map((saturation) => residualOf(days, { tiltDeg, azimuthDeg, saturation })));

/** Azimuths that are tried around an entered one, degrees. */
const TRIED_STEP_DEG = 20;

/**
 * Residual of the entered orientation over the least one of azimuths at least `apartDeg` away, at the entered tilt: a quick
 * look at whether another direction suits the clear days better. NaN if fewer than five are clear.
 */
export function misfitOf(
  days: readonly PowerDay[],
  site: Site,
  entered: { readonly tiltDeg: number; readonly azimuthDeg: number },
  apartDeg: number,
): number {
  const clear = fitDaysOf(clearestDays(days), site);
  if (clear.length < LEAST_DAYS) return Number.NaN;
  let least = Number.POSITIVE_INFINITY;
  for (let turn = apartDeg; turn <= 360 - apartDeg; turn += TRIED_STEP_DEG) {
    const azimuthDeg = entered.azimuthDeg + turn;
    least = Math.min(least, residualOf(clear, { tiltDeg: entered.tiltDeg, azimuthDeg, saturation: 0.15 }));
  }
  return enteredResidual(clear, entered) / least;
}

/**
 * Tilt and azimuth of an array (or of a plant with a single orientation) from its DC or AC power, without weather:
 * fits a clear sky to the shape of up to 40 clear days. Rating, soiling and turbidity of each day are free
 * parameters, as is a loss that grows with power. `days` in order of time, a month or more; null if fewer than five
 * are clear. `entered` is only compared with the days.
 */
export function estimateOrientation(
  days: readonly PowerDay[],
  site: Site,
  entered: { readonly tiltDeg: number; readonly azimuthDeg: number } | null = null,
): OrientationEstimate | null {
  const clear = fitDaysOf(clearestDays(days), site);
  if (clear.length < LEAST_DAYS) return null;
  const first = searchOrientation(clear);
  const losses = clear.map((day) => dayLoss(day, first));
  const typical = median(losses);
  const kept = clear.filter((_day, at) => losses[at]! <= REJECTED_FROM * typical);
  if (kept.length < LEAST_DAYS) return null;
  const fit = refine(kept, first, 2);
  const error = scatter(kept, fit);
  const tiltSine = Math.max(0.02, Math.sin(fit.tiltDeg * RAD));
  return {
    tiltDeg: fit.tiltDeg,
    azimuthDeg: ((fit.azimuthDeg % 360) + 360) % 360,
    tiltErrorDeg: Math.hypot(error.tiltDeg, MODEL_ERROR_DEG),
    azimuthErrorDeg: Math.min(180, Math.hypot(error.azimuthDeg, MODEL_ERROR_DEG / tiltSine)),
    days: kept.length,
    residual: residualOf(kept, fit),
    enteredResidual: entered === null ? Number.NaN : enteredResidual(kept, entered),
    sunnyShare: sunnyShare(kept, fit),
  };
}
