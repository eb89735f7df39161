// What is normal for a module (or array): medians over the undisturbed days of its own track.
import { medianOfFirst, sortFirst } from './stats.ts';
import {
  FLAG,
  flagsAt,
  narrowAt,
  SECTORS,
  sectorLnAt,
  TRACK_DAYS,
  type Track,
  type WideField,
  wideAt,
} from './track.ts';

export interface Baseline {
  /** Good days behind it. */
  readonly days: number;
  /** Logarithms of ratios; 0 where nothing is known yet. */
  readonly ratio: number;
  readonly diffuse: number;
  /** Produced energy over that of a healthy module of the group. */
  readonly energy: number;
  /** Produced energy over the expected one: what counters and readings differ by. */
  readonly offset: number;
  /** NaN where no voltage is measured. */
  readonly voltage: number;
  readonly slope: number;
  readonly voltageSlope: number;
  /** Logarithm of the ratio by sector; NaN where the sector has no direct light or is not known yet. */
  readonly sectors: Float64Array;
  /** Days behind each sector. */
  readonly counts: Uint8Array;
}

const scratch = new Float64Array(TRACK_DAYS);

/** Median of the logarithms of a field, over the rows whose ratio (logarithm) is at least `leastRatio` or unknown. */
function medianOfField(
  track: Track,
  rows: Int32Array,
  count: number,
  field: WideField,
  leastRatio = Number.NEGATIVE_INFINITY,
): number {
  let known = 0;
  for (let i = 0; i < count; i++) {
    const value = wideAt(track, rows[i]!, field);
    if (!(value > 0) || Math.log(wideAt(track, rows[i]!, 'ratio')) < leastRatio) continue;
    scratch[known++] = Math.log(value);
  }
  return medianOfFirst(scratch, known);
}

/**
 * Deviation of a day's ratio (logarithm) from the usual one below which its diffuse light does not become normal. Few days
 * tell how a module works in diffuse light, and snow may have lain on some of them: the reference of the group is
 * corrected by what is normal for its members, and would rise with every such day.
 */
const ODD_RATIO = -0.3;

function medianOfSlope(track: Track, rows: Int32Array, count: number, field: 'slope' | 'voltageSlope') {
  let known = 0;
  for (let i = 0; i < count; i++) {
    const value = narrowAt(track, rows[i]!, field);
    if (!Number.isNaN(value)) scratch[known++] = value;
  }
  return medianOfFirst(scratch, known);
}

function medianOfEnergy(
  track: Track,
  rows: Int32Array,
  count: number,
  over: 'reference' | 'expected',
): number {
  let known = 0;
  for (let i = 0; i < count; i++) {
    const value = wideAt(track, rows[i]!, 'actual') / wideAt(track, rows[i]!, over);
    if (value > 0 && value < 10) scratch[known++] = Math.log(value);
  }
  return medianOfFirst(scratch, known);
}

const finiteOr = (value: number, other: number) => (Number.isFinite(value) ? value : other);

/** Rows of good and undisturbed days between two day numbers, inclusive, oldest first; written to `rows`. */
export function baselineRows(track: Track, fromDay: number, toDay: number, rows: Int32Array): number {
  if (track.lastDay === null) return 0;
  const offset = track.lastDay - TRACK_DAYS + 1;
  const last = Math.min(TRACK_DAYS - 1, toDay - offset);
  let count = 0;
  for (let row = Math.max(0, fromDay - offset); row <= last; row++)
    if ((flagsAt(track, row) & (FLAG.good | FLAG.odd)) === FLAG.good) rows[count++] = row;
  return count;
}

/** Baseline from given rows. Sectors use their newest `SECTOR_DAYS` values, because the sun moves on. */
export function baselineOfRows(track: Track, rows: Int32Array, count: number): Baseline {
  const sectors = new Float64Array(SECTORS).fill(Number.NaN);
  const counts = new Uint8Array(SECTORS);
  for (let sector = 0; sector < SECTORS; sector++) {
    let known = 0;
    for (let i = count - 1; i >= 0 && known < SECTOR_DAYS; i--) {
      const value = sectorLnAt(track, rows[i]!, sector);
      if (!Number.isNaN(value)) scratch[known++] = value;
    }
    counts[sector] = known;
    if (known > 0) {
      sortFirst(scratch, known);
      sectors[sector] = medianOfFirst(scratch, known);
    }
  }
  const ratio = finiteOr(medianOfField(track, rows, count, 'ratio'), 0);
  return {
    days: count,
    ratio,
    diffuse: finiteOr(medianOfField(track, rows, count, 'diffuse', ratio + ODD_RATIO), ratio),
    energy: finiteOr(medianOfEnergy(track, rows, count, 'reference'), ratio),
    offset: finiteOr(medianOfEnergy(track, rows, count, 'expected'), 0),
    voltage: medianOfField(track, rows, count, 'voltage'),
    slope: medianOfSlope(track, rows, count, 'slope'),
    voltageSlope: medianOfSlope(track, rows, count, 'voltageSlope'),
    sectors,
    counts,
  };
}

/** Days that must be known for a normal state before a loss. */
const LEAST_BEFORE = 3;

const before = new Int32Array(TRACK_DAYS);

/** Baseline from the days before a day number; null while too few are known. */
export function baselineBefore(track: Track, day: number): Baseline | null {
  const count = baselineRows(track, 0, day - 1, before);
  return count >= LEAST_BEFORE ? baselineOfRows(track, before, count) : null;
}

/** Newest days with direct light that a sector's baseline is taken from. */
const SECTOR_DAYS = 15;
