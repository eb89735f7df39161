// Least-squares fit of an array orientation to the power of clear days. The power of a sample is scale(day) * E * (1 -
// saturation * E / 1000), with E the effective POA irradiance: the scale covers rating, soiling and turbidity of the
// day, the saturation cell heating and inverter losses.
import { ineichenPerez } from '../irradiance/clearSky.ts';
import { diffuseIncidenceFactors, incidenceFactor } from '../irradiance/incidence.ts';
import { cosIncidence, hayDavies } from '../irradiance/transposition.ts';

/** A measured power with the sun and the clear sky at its time. */
export interface FitSample {
  readonly zenithDeg: number;
  readonly azimuthDeg: number;
  readonly ghi: number;
  readonly dni: number;
  readonly dhi: number;
  readonly extraterrestrialWm2: number;
  /** Power divided by the highest of the day. */
  readonly power: number;
}

export type FitDay = readonly FitSample[];

export interface PlaneFit {
  readonly tiltDeg: number;
  /** Clockwise from north; may leave 0 to 360 while fitting. */
  readonly azimuthDeg: number;
  /** Relative loss of power per 1000 W/m², 0 to 0.5. */
  readonly saturation: number;
}

/** Residuals beyond this share of the day's highest power count linearly. */
const LINEAR_FROM = 0.02;
const MOST_SATURATION = 0.5;
const MOST_TILT_DEG = 90;

export function fitSample(
  sun: { apparentZenithDeg: number; azimuthDeg: number; extraterrestrialWm2: number },
  altitudeM: number,
  turbidity: number,
  power: number,
): FitSample {
  const { apparentZenithDeg, azimuthDeg, extraterrestrialWm2 } = sun;
  const sky = ineichenPerez(apparentZenithDeg, altitudeM, turbidity, extraterrestrialWm2);
  return { zenithDeg: apparentZenithDeg, azimuthDeg, ...sky, extraterrestrialWm2, power };
}

/** Factors of reflection by the cosine of incidence, in steps of 1/512. */
const FRONT = Float64Array.from({ length: 514 }, (_, i) => incidenceFactor(Math.min(1, i / 512)));

function frontFactor(cosine: number): number {
  const at = Math.max(0, Math.min(1, cosine)) * 512;
  const low = Math.floor(at);
  return FRONT[low]! + (at - low) * (FRONT[low + 1]! - FRONT[low]!);
}

/** Residuals of a day under its best scale, as shares of the day's highest power. */
function residualsOf(day: FitDay, fit: PlaneFit): Float64Array {
  const passed = diffuseIncidenceFactors(fit.tiltDeg);
  const modeled = Float64Array.from(day, (sample) => {
    const light = hayDavies(sample, sample.zenithDeg, sample.azimuthDeg, sample.extraterrestrialWm2, fit);
    const front = frontFactor(cosIncidence(sample.zenithDeg, sample.azimuthDeg, fit));
    const effective =
      ((light.beam + light.circumsolar) * front + light.sky * passed.sky + light.ground * passed.ground) /
      1000;
    return effective * (1 - fit.saturation * effective);
  });
  // Two rounds of weighting settle the scale of the day; clouds then count less.
  let scale = scaleOf(day, modeled, null);
  const residuals = new Float64Array(day.length);
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < day.length; i++) residuals[i] = day[i]!.power - scale * modeled[i]!;
    if (round < 2) scale = scaleOf(day, modeled, residuals);
  }
  return residuals;
}

const weightOf = (residual: number) => 1 / Math.sqrt(1 + (residual / LINEAR_FROM) ** 2);

function scaleOf(day: FitDay, modeled: Float64Array, residuals: Float64Array | null): number {
  let product = 0;
  let square = 0;
  for (let i = 0; i < day.length; i++) {
    const weight = residuals ? weightOf(residuals[i]!) : 1;
    product += weight * modeled[i]! * day[i]!.power;
    square += weight * modeled[i]! ** 2;
  }
  return square > 0 ? product / square : 0;
}

const lossOf = (residual: number) =>
  2 * LINEAR_FROM ** 2 * (Math.sqrt(1 + (residual / LINEAR_FROM) ** 2) - 1);

/** Mean loss of a day; the square of a typical residual while it is small. */
export function dayLoss(day: FitDay, fit: PlaneFit): number {
  let sum = 0;
  for (const residual of residualsOf(day, fit)) sum += lossOf(residual);
  return sum / Math.max(1, day.length);
}

export const totalLoss = (days: readonly FitDay[], fit: PlaneFit): number =>
  days.reduce((sum, day) => sum + dayLoss(day, fit), 0) / Math.max(1, days.length);

/** Cosine of incidence above which direct light shapes the power: it arrives at 78 degrees or less. */
const IN_SUN = 0.2;

/** Share of the samples in which the sun is in front of the fitted array. */
export function sunnyShare(days: readonly FitDay[], fit: PlaneFit): number {
  const samples = days.flat();
  const sunny = samples.filter((one) => cosIncidence(one.zenithDeg, one.azimuthDeg, fit) > IN_SUN);
  return sunny.length / Math.max(1, samples.length);
}

const clamped = ({ tiltDeg, azimuthDeg, saturation }: PlaneFit): PlaneFit => ({
  tiltDeg: Math.min(MOST_TILT_DEG, Math.max(0, tiltDeg)),
  azimuthDeg,
  saturation: Math.min(MOST_SATURATION, Math.max(0, saturation)),
});

const shifted = (fit: PlaneFit, [tilt, azimuth, saturation]: readonly number[]): PlaneFit =>
  clamped({
    tiltDeg: fit.tiltDeg + tilt!,
    azimuthDeg: fit.azimuthDeg + azimuth!,
    saturation: fit.saturation + saturation!,
  });

/** Improves a fit by a pattern search: robust, without derivatives, bounded to 400 rounds. */
export function refine(days: readonly FitDay[], start: PlaneFit, firstStepDeg: number): PlaneFit {
  let best = start;
  let bestLoss = totalLoss(days, start);
  let step = firstStepDeg;
  let momentum = [0, 0, 0];
  for (let round = 0; round < 400 && step > 0.05; round++) {
    let next = best;
    const directions = [
      momentum,
      ...[-1, 1].flatMap((sign) => [
        [sign * step, 0, 0],
        [0, sign * step, 0],
        [0, 0, sign * step * 0.01],
        [sign * step, 0, sign * step * 0.01],
      ]),
    ];
    let nextLoss = bestLoss;
    for (const direction of directions) {
      const candidate = shifted(best, direction);
      const loss = totalLoss(days, candidate);
      if (loss < nextLoss) {
        next = candidate;
        nextLoss = loss;
      }
    }
    if (next === best) {
      step /= 2;
      momentum = [0, 0, 0];
      continue;
    }
    momentum = [
      next.tiltDeg - best.tiltDeg,
      next.azimuthDeg - best.azimuthDeg,
      next.saturation - best.saturation,
    ];
    best = next;
    bestLoss = nextLoss;
  }
  return best;
}

/** Searches all orientations on a grid, then refines the best few. */
export function searchOrientation(days: readonly FitDay[]): PlaneFit {
  const starts: { fit: PlaneFit; loss: number }[] = [];
  for (const tiltDeg of [5, 20, 35, 50, 70]) {
    for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += 20) {
      const fit = { tiltDeg, azimuthDeg, saturation: 0.15 };
      starts.push({ fit, loss: totalLoss(days, fit) });
    }
  }
  starts.sort((a, b) => a.loss - b.loss);
  const ends = starts.slice(0, 3).map(({ fit }) => refine(days, fit, 8));
  return ends.reduce((best, fit) => (totalLoss(days, fit) < totalLoss(days, best) ? fit : best));
}
