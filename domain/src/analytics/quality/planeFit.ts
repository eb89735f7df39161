// Least-squares fit of an array orientation to the power of clear days. The power of a sample is scale(day) * E * (1 -
// saturation * E / 1000), with E the effective POA irradiance: the scale covers rating, soiling and turbidity of the
// day, the saturation cell heating and inverter losses.
import { ineichenPerez } from '../irradiance/clearSky.ts';
import { diffuseIncidenceFactors, incidenceFactor } from '../irradiance/incidence.ts';
import { ALBEDO, LOWEST_COSINE } from '../irradiance/transposition.ts';

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

/** The samples of a day in columns, with what does not depend on the orientation. */
export interface FitDay {
  readonly length: number;
  readonly cosZenith: Float64Array;
  readonly sinZenith: Float64Array;
  readonly azimuthDeg: Float64Array;
  readonly dni: Float64Array;
  /** Diffuse light around the sun, from the rest of the sky and from the ground by its albedo, W/m². */
  readonly aroundSun: Float64Array;
  readonly restOfSky: Float64Array;
  readonly ground: Float64Array;
  /** Cosine of the zenith, limited as the model does it. */
  readonly lowestCosine: Float64Array;
  readonly power: Float64Array;
}

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
const RAD = Math.PI / 180;

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

/** The columns of a day: a search tries hundreds of orientations on the same samples. */
export function fitDayOf(samples: readonly FitSample[]): FitDay {
  const column = (of: (sample: FitSample) => number) => Float64Array.from(samples, of);
  const anisotropy = (one: FitSample) => Math.min(1, one.dni / one.extraterrestrialWm2);
  const cosZenith = column(({ zenithDeg }) => Math.cos(zenithDeg * RAD));
  return {
    length: samples.length,
    cosZenith,
    sinZenith: column(({ zenithDeg }) => Math.sin(zenithDeg * RAD)),
    azimuthDeg: column(({ azimuthDeg }) => azimuthDeg),
    dni: column(({ dni }) => dni),
    aroundSun: column((one) => one.dhi * anisotropy(one)),
    lowestCosine: cosZenith.map((cosine) => Math.max(LOWEST_COSINE, cosine)),
    restOfSky: column((one) => one.dhi * (1 - anisotropy(one))),
    ground: column(({ ghi }) => ALBEDO * ghi),
    power: column(({ power }) => power),
  };
}

/** Factors of reflection by the cosine of incidence, in steps of 1/512. */
const FRONT = Float64Array.from({ length: 514 }, (_, i) => incidenceFactor(Math.min(1, i / 512)));

function frontFactor(cosine: number): number {
  const at = Math.max(0, Math.min(1, cosine)) * 512;
  const low = Math.floor(at);
  return FRONT[low]! + (at - low) * (FRONT[low + 1]! - FRONT[low]!);
}

/** Cosine of incidence of a sample. */
const incidenceOf = (day: FitDay, i: number, cosTilt: number, sinTilt: number, fit: PlaneFit): number =>
  day.cosZenith[i]! * cosTilt +
  day.sinZenith[i]! * sinTilt * Math.cos((day.azimuthDeg[i]! - fit.azimuthDeg) * RAD);

let modeled = new Float64Array(0);
let residuals = new Float64Array(0);

/** Writes the power of each sample that a fit expects, without the scale of the day: the sky of Hay and Davies (1980). */
function writeModeled(day: FitDay, fit: PlaneFit): void {
  const passed = diffuseIncidenceFactors(fit.tiltDeg);
  const cosTilt = Math.cos(fit.tiltDeg * RAD);
  const sinTilt = Math.sin(fit.tiltDeg * RAD);
  for (let i = 0; i < day.length; i++) {
    const cosine = incidenceOf(day, i, cosTilt, sinTilt, fit);
    const incidence = Math.max(0, cosine);
    const direct = day.dni[i]! * incidence + day.aroundSun[i]! * (incidence / day.lowestCosine[i]!);
    const sky = (day.restOfSky[i]! * (1 + cosTilt)) / 2;
    const ground = (day.ground[i]! * (1 - cosTilt)) / 2;
    const effective = (direct * frontFactor(cosine) + sky * passed.sky + ground * passed.ground) / 1000;
    modeled[i] = effective * (1 - fit.saturation * effective);
  }
}

/** Writes the residuals of a day under its best scale, as shares of the day's highest power. */
function writeResiduals(day: FitDay, fit: PlaneFit): void {
  if (modeled.length < day.length) {
    modeled = new Float64Array(day.length);
    residuals = new Float64Array(day.length);
  }
  writeModeled(day, fit);
  // Two rounds of weighting settle the scale of the day; clouds then count less.
  let scale = scaleOf(day, false);
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < day.length; i++) residuals[i] = day.power[i]! - scale * modeled[i]!;
    if (round < 2) scale = scaleOf(day, true);
  }
}

const weightOf = (residual: number) => 1 / Math.sqrt(1 + (residual / LINEAR_FROM) ** 2);

function scaleOf(day: FitDay, isWeighted: boolean): number {
  let product = 0;
  let square = 0;
  for (let i = 0; i < day.length; i++) {
    const weight = isWeighted ? weightOf(residuals[i]!) : 1;
    product += weight * modeled[i]! * day.power[i]!;
    square += weight * modeled[i]! ** 2;
  }
  return square > 0 ? product / square : 0;
}

const lossOf = (residual: number) =>
  2 * LINEAR_FROM ** 2 * (Math.sqrt(1 + (residual / LINEAR_FROM) ** 2) - 1);

/** Mean loss of a day; the square of a typical residual while it is small. */
export function dayLoss(day: FitDay, fit: PlaneFit): number {
  writeResiduals(day, fit);
  let sum = 0;
  for (let i = 0; i < day.length; i++) sum += lossOf(residuals[i]!);
  return sum / Math.max(1, day.length);
}

/** Mean loss of all days. Stops where it reaches `most`, with a value of at least that: losses only add up. */
export function totalLoss(
  days: readonly FitDay[],
  fit: PlaneFit,
  most: number = Number.POSITIVE_INFINITY,
): number {
  const count = Math.max(1, days.length);
  let sum = 0;
  for (const day of days) {
    sum += dayLoss(day, fit);
    if (sum / count >= most) break;
  }
  return sum / count;
}

/** Cosine of incidence above which direct light shapes the power: it arrives at 78 degrees or less. */
const IN_SUN = 0.2;

/** Share of the samples in which the sun is in front of the fitted array. */
export function sunnyShare(days: readonly FitDay[], fit: PlaneFit): number {
  const [cosTilt, sinTilt] = [Math.cos(fit.tiltDeg * RAD), Math.sin(fit.tiltDeg * RAD)];
  let [sunny, all] = [0, 0];
  for (const day of days) {
    all += day.length;
    for (let i = 0; i < day.length; i++) if (incidenceOf(day, i, cosTilt, sinTilt, fit) > IN_SUN) sunny++;
  }
  return sunny / Math.max(1, all);
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
      const isSame =
        candidate.tiltDeg === best.tiltDeg &&
        candidate.azimuthDeg === best.azimuthDeg &&
        candidate.saturation === best.saturation;
      if (isSame) continue;
      const loss = totalLoss(days, candidate, nextLoss);
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

/** Orientations of the grid that are refined. */
const STARTS = 3;

/** Searches all orientations on a grid, then refines the best few. */
export function searchOrientation(days: readonly FitDay[]): PlaneFit {
  const starts: { fit: PlaneFit; loss: number }[] = [];
  for (const tiltDeg of [5, 20, 35, 50, 70]) {
    for (let azimuthDeg = 0; azimuthDeg < 360; azimuthDeg += 20) {
      const fit = { tiltDeg, azimuthDeg, saturation: 0.15 };
      const loss = totalLoss(days, fit, starts[STARTS - 1]?.loss);
      starts.push({ fit, loss });
      starts.sort((a, b) => a.loss - b.loss);
      starts.length = Math.min(STARTS, starts.length);
    }
  }
  const ends = starts.map(({ fit }) => refine(days, fit, 8));
  return ends.reduce((best, fit) => (totalLoss(days, fit) < totalLoss(days, best) ? fit : best));
}
