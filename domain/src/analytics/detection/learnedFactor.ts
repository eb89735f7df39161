// Power of an array in steady sunshine over that of the clear-sky model, learned by month.
import type { DayView } from './dayView.ts';
import { clamp, medianOf } from './stats.ts';
import { FLAG, flagsAt, TRACK_DAYS, type Track, wideAt } from './track.ts';

/** Days with steady sunshine from which a factor is learned, and days from which their median is used until then. */
const LEARNED_DAYS = 30;
const KNOWN_DAYS = 5;
/** Most relative change of a factor in a day: 1% a week. */
const MOST_A_DAY = 0.01 / 7;
/** Limits of a factor: what exceeds them is a wrong rating or orientation. */
const LEAST = 0.7;
const MOST = 1.2;
const MONTHS = 12;

/** Factors from January to December; null where none is known. */
export type MonthFactors = (number | null)[];

/** What is remembered of an array. */
export interface LearnedArray {
  /** Power in steady sunshine over that of a clear sky as `ratio`, on good days. */
  readonly track: Track;
  factors?: MonthFactors;
}

/** Month of a local day, from 0. */
const monthOfDay = (day: string): number => Number(day.slice(5, 7)) - 1;

/** Power in steady sunshine over that of a clear sky, on the newest days of an array. */
function newestRatios({ track }: LearnedArray): number[] {
  const ratios: number[] = [];
  for (let row = TRACK_DAYS - 1; row >= 0 && ratios.length < LEARNED_DAYS; row--) {
    const ratio = wideAt(track, row, 'ratio');
    if (flagsAt(track, row) & FLAG.good && !Number.isNaN(ratio)) ratios.push(ratio);
  }
  return ratios;
}

/** The factor of a month, else of the last month before it that has one; null without any. */
function factorIn(factors: MonthFactors | undefined, month: number): number | null {
  for (let back = 0; factors && back < MONTHS; back++) {
    const factor = factors[(month - back + MONTHS) % MONTHS];
    if (typeof factor === 'number') return factor;
  }
  return null;
}

/** The factor of an array on a day: learned, else of its newest sunny days; null while neither is known. */
function factorOn(memory: LearnedArray, day: string): number | null {
  const learned = factorIn(memory.factors, monthOfDay(day));
  if (learned !== null) return learned;
  const ratios = newestRatios(memory);
  return ratios.length < KNOWN_DAYS ? null : clamp(medianOf(ratios), LEAST, MOST);
}

/**
 * Factors of the arrays on a local day, 0.7 to 1.2: of an array without one the median of the others, 1 without any.
 */
export function learnedFactors(
  arrays: ReadonlyMap<string, LearnedArray>,
  day: string,
): (arrayId: string | null) => number {
  const known = new Map<string, number>();
  for (const [id, memory] of arrays) {
    const factor = factorOn(memory, day);
    if (factor !== null) known.set(id, factor);
  }
  const common = known.size === 0 ? 1 : medianOf([...known.values()]);
  return (arrayId) => known.get(arrayId ?? '') ?? common;
}

/**
 * Moves the factors of the month towards the newest days with steady sunshine. A fault must not become normal: the factor of
 * an array in `withFaults` stays as it is, and any changes by 1% a week at most. A month without a factor begins with that of
 * the month before.
 */
export function learnFactors(
  view: DayView,
  arrays: ReadonlyMap<string, LearnedArray>,
  withFaults: ReadonlySet<string>,
): void {
  const month = monthOfDay(view.input.day);
  for (const [id, memory] of arrays) {
    if (withFaults.has(id) || memory.track.lastDay !== view.day) continue;
    const ratios = newestRatios(memory);
    if (ratios.length < LEARNED_DAYS) continue;
    const target = clamp(medianOf(ratios), LEAST, MOST);
    memory.factors ??= Array<number | null>(MONTHS).fill(null);
    const known = factorIn(memory.factors, month);
    const next = known === null ? target : clamp(target, known * (1 - MOST_A_DAY), known * (1 + MOST_A_DAY));
    memory.factors[month] = Math.round(next * 1e6) / 1e6;
  }
}

/** Factors of a stored array; undefined if it has none or they are not usable. */
export function storedFactors(stored: unknown): MonthFactors | undefined {
  if (!Array.isArray(stored) || stored.length !== MONTHS) return undefined;
  return stored.map((value: unknown) =>
    typeof value === 'number' && value >= LEAST && value <= MOST ? value : null,
  );
}
