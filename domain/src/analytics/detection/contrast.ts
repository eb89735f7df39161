// How a module differs after the beginning of a loss from before: the evidence that names the cause.
import type { Baseline } from './baseline.ts';
import { medianOf } from './stats.ts';
import {
  FLAG,
  flagsAt,
  narrowAt,
  SECTOR_DEG,
  SECTORS,
  sectorLnAt,
  TRACK_DAYS,
  type Track,
  wideAt,
} from './track.ts';

export interface Contrast {
  /** Good days since. */
  readonly days: number;
  /** Loss as a fraction of power over all slots, over direct light and without it; NaN if unknown. */
  readonly loss: number;
  readonly direct: number;
  readonly diffuse: number;
  /** Loss of DC voltage as a fraction. */
  readonly voltage: number;
  /** Loss fraction per unit of normalised power, beyond what is normal. */
  readonly slope: number;
  readonly voltageSlope: number;
  /** How badly the same loss in all sectors describes it, and a loss proportional to power: 0 perfectly, 1 not at all. */
  readonly notFlat: number;
  readonly notOhmic: number;
  /** Power of a usual module at which most of the energy of a sunny day is produced, W per W: turns a slope into a loss. */
  readonly typicalPower: number;
  /** Loss by sector; NaN if unknown. */
  readonly sectors: Float64Array;
}

/** Length of a sector in hours, and power of usual good days over that of clear ones. */
const SECTOR_HOURS = SECTOR_DEG / 15;
const OF_CLEAR = 0.8;

const fraction = (logarithm: number) => 1 - Math.exp(logarithm);

/** Share of the root mean square that a model leaves unexplained. */
const residual = (squares: number, explained: number) =>
  squares > 0 ? Math.sqrt(Math.max(0, squares - explained) / squares) : Number.NaN;

/** Contrast of the good rows from `firstRow` on, up to but not including `endRow`, with the baseline. */
export function contrastSince(
  track: Track,
  firstRow: number,
  baseline: Baseline,
  weights: Float64Array,
  endRow = TRACK_DAYS,
): Contrast {
  const rows: number[] = [];
  for (let row = firstRow; row < endRow; row++) if (flagsAt(track, row) & FLAG.good) rows.push(row);
  const wide = (field: 'ratio' | 'diffuse' | 'voltage') =>
    medianOf(rows.map((row) => Math.log(wideAt(track, row, field))));
  const narrow = (field: 'slope' | 'voltageSlope') =>
    medianOf(rows.map((row) => narrowAt(track, row, field)));
  const sectors = new Float64Array(SECTORS).fill(Number.NaN);
  let [sum, squares, weight, power, products] = [0, 0, 0, 0, 0];
  let [energy, energySquares] = [0, 0];
  for (let sector = 0; sector < SECTORS; sector++) {
    const before = baseline.sectors[sector]!;
    if (!(weights[sector]! > 0)) continue;
    energy += weights[sector]!;
    energySquares += weights[sector]! ** 2;
    if (Number.isNaN(before)) continue;
    const value = fraction(medianOf(rows.map((row) => sectorLnAt(track, row, sector) - before)));
    if (Number.isNaN(value)) continue;
    sectors[sector] = value;
    sum += weights[sector]! * value;
    squares += weights[sector]! * value * value;
    // Clear-sky energy of a sector stands for the power in it.
    power += weights[sector]! ** 3;
    products += weights[sector]! ** 2 * value;
    weight += weights[sector]!;
  }
  const direct = weight > 0 ? sum / weight : Number.NaN;
  const clearPower = energySquares / energy / SECTOR_HOURS;
  return {
    days: rows.length,
    loss: fraction(wide('ratio') - baseline.ratio),
    direct,
    diffuse: fraction(wide('diffuse') - baseline.diffuse),
    voltage: fraction(wide('voltage') - baseline.voltage),
    slope: narrow('slope') - baseline.slope,
    voltageSlope: narrow('voltageSlope') - baseline.voltageSlope,
    notFlat: residual(squares, weight > 0 ? (sum * sum) / weight : 0),
    notOhmic: residual(squares, power > 0 ? (products * products) / power : 0),
    typicalPower: energy > 0 ? OF_CLEAR * clearPower : Number.NaN,
    sectors,
  };
}
