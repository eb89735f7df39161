// Detects modules that produce clearly less than before, relative to their array: rule B of the analytics.
// Each module is compared with itself, so permanent shading or advantages have no effect. Pure.
import { LEAST_IN_ARRAY, medianOf } from './arrayMedian.ts';

export const weakRule = {
  /** Below this share of its earlier ratio to the array's median, */
  share: 0.85,
  /** on this many consecutive good days, */
  days: 3,
  /** none of them older than this. */
  withinDays: 14,
  /** Again as well as it was: this share on two good days. */
  mendedShare: 0.9,
  mendedDays: 2,
  /** Baseline: the median of the good days in this range of days ago; the gap excludes the fault. */
  baselineFrom: 45,
  baselineTo: 7,
  leastBaselineDays: 10,
  /**
   * A good day: the array produced this share of the best of so many days. Diffuse light weakens every
   * contrast.
   */
  goodShare: 0.4,
  bestOfDays: 30,
} as const;

/** Days that are read: the oldest of the baseline, and what its first day is compared with. */
export const WEAK_DAYS = weakRule.baselineFrom + weakRule.bestOfDays;

export interface WeakModule {
  /** The day since which, as a number (periods.ts). */
  readonly sinceDay: number;
  /** Its earlier ratio to the array's median. */
  readonly baseline: number;
}

/** A module of an array; all have the same kind of inverter. */
export interface ArrayModule {
  readonly ratedW: number;
  /** Wh by day. */
  readonly whByDay: ReadonlyMap<number, number>;
  /** As it was found before; null where it was well. */
  readonly known: WeakModule | null;
}

interface ArrayDays {
  /** The newest day that is over. */
  readonly lastDay: number;
  /** Whether the day has complete data and no possible snow. */
  readonly isSound: (day: number) => boolean;
}

/** Ratio of each module to the array's median on the good days, by day; NaN without data. */
function ratiosByDay(
  modules: readonly ArrayModule[],
  { lastDay, isSound }: ArrayDays,
): Map<number, number[]> {
  const yields = new Map<number, number[]>();
  for (let day = lastDay - WEAK_DAYS; day <= lastDay; day++) {
    const own = modules.map(({ ratedW, whByDay }) => (whByDay.get(day) ?? Number.NaN) / ratedW);
    if (own.filter((one) => !Number.isNaN(one)).length >= LEAST_IN_ARRAY) yields.set(day, own);
  }
  const medians = new Map(
    [...yields].map(([day, own]) => [day, medianOf(own.filter((one) => !Number.isNaN(one))) ?? 0]),
  );
  const ratios = new Map<number, number[]>();
  for (const [day, own] of yields) {
    const median = medians.get(day)!;
    let best = 0;
    for (let back = 0; back < weakRule.bestOfDays; back++)
      best = Math.max(best, medians.get(day - back) ?? 0);
    if (median > 0 && median >= weakRule.goodShare * best && isSound(day))
      ratios.set(
        day,
        own.map((one) => one / median),
      );
  }
  return ratios;
}

/** Which modules of an array underperform, in their order; null for the others and if undetermined. */
export function weakModules(modules: readonly ArrayModule[], days: ArrayDays): (WeakModule | null)[] {
  const ratios = ratiosByDay(modules, days);
  return modules.map(({ known }, i) => {
    const own = [...ratios].flatMap(([day, all]) => {
      const ratio = all[i]!;
      return Number.isNaN(ratio) ? [] : [{ day, ratio }];
    });
    if (known !== null) {
      const newest = own.filter(({ day }) => day >= known.sinceDay).slice(-weakRule.mendedDays);
      const isMended =
        newest.length === weakRule.mendedDays &&
        newest.every(({ ratio }) => ratio >= weakRule.mendedShare * known.baseline);
      return isMended ? null : known;
    }
    const before = own.filter(
      ({ day }) => day >= days.lastDay - weakRule.baselineFrom && day <= days.lastDay - weakRule.baselineTo,
    );
    if (before.length < weakRule.leastBaselineDays) return null;
    const baseline = medianOf(before.map(({ ratio }) => ratio)) ?? 0;
    const newest = own.filter(({ day }) => day > days.lastDay - weakRule.withinDays).slice(-weakRule.days);
    const isWeak =
      newest.length === weakRule.days && newest.every(({ ratio }) => ratio < weakRule.share * baseline);
    return isWeak ? { sinceDay: newest[0]!.day, baseline } : null;
  });
}
