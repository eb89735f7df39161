// Modules that make clearly less than they used to, measured against their plane: rule B of the analytics. It compares a
// module with itself, so what was always shaded or always better stays as it is. Pure.
import { LEAST_IN_PLANE, medianOf } from './planes.ts';

export const weakRule = {
  /** Less than this share of what it made of its plane's median before, */
  share: 0.85,
  /** on each of so many good days one after the other, */
  days: 3,
  /** none of them older than this. */
  withinDays: 14,
  /** Again as well as it was: this share on two good days. */
  mendedShare: 0.9,
  mendedDays: 2,
  /** Before: the median of the good days between so many days ago; the gap keeps the fault out of it. */
  baselineFrom: 45,
  baselineTo: 7,
  leastBaselineDays: 10,
  /** A good day: the plane made this share of the best of so many days. Diffuse light weakens every contrast. */
  goodShare: 0.4,
  bestOfDays: 30,
} as const;

/** Days that are read: the oldest of the baseline, and what its first day is compared with. */
export const WEAK_DAYS = weakRule.baselineFrom + weakRule.bestOfDays;

export interface WeakModule {
  /** The day since which, as a number (periods.ts). */
  readonly sinceDay: number;
  /** Share of its plane's median that it made before. */
  readonly baseline: number;
}

/** A module of a plane, all of one kind of inverter. */
export interface PlaneModule {
  readonly ratedW: number;
  /** Wh by day. */
  readonly whByDay: ReadonlyMap<number, number>;
  /** As it was found before; null where it was well. */
  readonly known: WeakModule | null;
}

interface PlaneDays {
  /** The newest day that is over. */
  readonly lastDay: number;
  /** Whether the day is told of in full and without possible snow. */
  readonly isSound: (day: number) => boolean;
}

/** What each module made of its plane's median on the good days, by day; NaN where it told nothing. */
function ratiosByDay(
  modules: readonly PlaneModule[],
  { lastDay, isSound }: PlaneDays,
): Map<number, number[]> {
  const yields = new Map<number, number[]>();
  for (let day = lastDay - WEAK_DAYS; day <= lastDay; day++) {
    const own = modules.map(({ ratedW, whByDay }) => (whByDay.get(day) ?? Number.NaN) / ratedW);
    if (own.filter((one) => !Number.isNaN(one)).length >= LEAST_IN_PLANE) yields.set(day, own);
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

/** Which modules of a plane are weak, in their order; null for those that are well or of which nobody can tell. */
export function weakModules(modules: readonly PlaneModule[], days: PlaneDays): (WeakModule | null)[] {
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
