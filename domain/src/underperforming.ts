// Underperforming modules: those whose energy stays clearly below that of the other modules of their array. Compares
// counters, not power, and only modules of one array, so that weather, season and orientation cancel out. Source:
// analytics of module-level plants, comparison with the median of neighbors. The comparison with a module's own past is
// in weak.ts; expected energy is not calculated here. Pure.
import { LEAST_IN_ARRAY, medianOf } from './arrayMedian.ts';

export const underRule = {
  /** Less than this share of the median of its array, */
  share: 0.8,
  /** over this many last full days with enough light, */
  days: 7,
  /** none of them older than this many days. */
  withinDays: 30,
  /** Performs normally from this share; in between, the result stays unchanged. */
  mendedShare: 0.85,
  /** Enough light: the median of the array made this share of the best of these days. Diffuse light weakens every contrast. */
  goodShare: 0.4,
  /** Wh that the median module made at least on each of these days: counters move in steps. */
  leastWh: 80,
} as const;

/** A module of an array, all behind one model of inverter. */
export interface ArrayModule {
  readonly ratedW: number;
  /** Wh by day. */
  readonly whByDay: ReadonlyMap<number, number>;
  /** Whether it was found underperforming before. */
  readonly isKnown: boolean;
}

interface ArrayDays {
  /** The newest day that is over. */
  readonly lastDay: number;
  /** Whether the day is complete and without possible snow. */
  readonly isSound: (day: number) => boolean;
}

export interface Underperforming {
  /** First of the days on which it fell short without interruption, as a number (periods.ts). */
  readonly sinceDay: number;
  /** Share of the median that it made over the days that were compared; null where there were too few. */
  readonly share: number | null;
}

interface GoodDay {
  readonly day: number;
  /** Wh per W of each module; NaN without readings. */
  readonly yields: readonly number[];
  readonly median: number;
}

/** The full days with enough light, oldest first. */
function goodDays(modules: readonly ArrayModule[], { lastDay, isSound }: ArrayDays): GoodDay[] {
  const days: GoodDay[] = [];
  const wattsOf = medianOf(modules.map(({ ratedW }) => ratedW)) ?? 0;
  for (let day = lastDay - underRule.withinDays + 1; day <= lastDay; day++) {
    const yields = modules.map(({ ratedW, whByDay }) => (whByDay.get(day) ?? Number.NaN) / ratedW);
    const known = yields.filter((one) => !Number.isNaN(one));
    if (known.length >= LEAST_IN_ARRAY) days.push({ day, yields, median: medianOf(known) ?? 0 });
  }
  const best = Math.max(0, ...days.map(({ median }) => median));
  return days.filter(
    ({ day, median }) =>
      median * wattsOf >= underRule.leastWh && median >= underRule.goodShare * best && isSound(day),
  );
}

/** Which modules of an array underperform, in their order; null for the others and if undetermined. */
export function underperformingModules(
  modules: readonly ArrayModule[],
  days: ArrayDays,
): (Underperforming | null)[] {
  const good = modules.length < LEAST_IN_ARRAY ? [] : goodDays(modules, days);
  return modules.map(({ isKnown }, i) => {
    const own = good.filter(({ yields }) => !Number.isNaN(yields[i]!));
    const compared = own.slice(-underRule.days);
    // Without enough data, the earlier result stays.
    if (compared.length < underRule.days) return isKnown ? { sinceDay: days.lastDay, share: null } : null;
    const share =
      compared.reduce((sum, { yields }) => sum + yields[i]!, 0) /
      compared.reduce((sum, { median }) => sum + median, 0);
    if (share >= (isKnown ? underRule.mendedShare : underRule.share)) return null;
    const lastWell = own.findLastIndex(({ yields, median }) => yields[i]! >= underRule.mendedShare * median);
    return { sinceDay: (own[lastWell + 1] ?? compared[0]!).day, share };
  });
}
