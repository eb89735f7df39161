// Detects modules wired in another position than drawn. On a clear day, the power of a module follows its
// array, so a module that follows another array more closely is probably located there.

import { type Check, checkOf, middleOf } from './commissioning.ts';

/** Power of one module over the steps of a clear day, W; null is a gap. */
export interface DayCurve {
  readonly name: string;
  readonly arrayId: number;
  readonly powerW: readonly (number | null)[];
}

/** Fewest modules of an array, so that one swapped module does not distort its median curve. */
const LEAST_MODULES = 3;
/** Arrays whose curves correlate by more than this have the same irradiance. */
const ALIKE = 0.97;
/** Least advantage in correlation of the other array, on every compared day. */
const MARGIN = 0.03;

/**
 * Pearson's correlation of two curves over the steps that both have; null for fewer than eight of them or a curve that
 * does not move.
 */
export function correlationOf(a: readonly (number | null)[], b: readonly (number | null)[]): number | null {
  const pairs = a.flatMap((x, i): [number, number][] => {
    const y = b[i];
    return x === null || y == null ? [] : [[x, y]];
  });
  if (pairs.length < 8) return null;
  const meanX = pairs.reduce((sum, [x]) => sum + x, 0) / pairs.length;
  const meanY = pairs.reduce((sum, [, y]) => sum + y, 0) / pairs.length;
  let [xy, xx, yy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xy += (x - meanX) * (y - meanY);
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
  }
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy);
}

/** Curve of an array: the median of its modules at every step, robust against a few misplaced ones. */
function medianCurve(curves: readonly DayCurve[]): (number | null)[] {
  const steps = Math.max(...curves.map(({ powerW }) => powerW.length));
  return Array.from({ length: steps }, (_, i) => {
    const values = curves.flatMap(({ powerW }) => powerW[i] ?? []).sort((a, b) => a - b);
    return values.length === 0 ? null : middleOf(values);
  });
}

function arraysOf(day: readonly DayCurve[]): Map<number, DayCurve[]> {
  const arrays = new Map<number, DayCurve[]>();
  for (const curve of day) arrays.set(curve.arrayId, [...(arrays.get(curve.arrayId) ?? []), curve]);
  return new Map([...arrays].filter(([, own]) => own.length >= LEAST_MODULES));
}

/**
 * Names of modules that correlate better with another array of the day than with their own; null if all
 * arrays are alike.
 */
function outliersOf(day: readonly DayCurve[]): Set<string> | null {
  const arrays = [...arraysOf(day)].map(([id, own]) => ({ id, own, median: medianCurve(own) }));
  const outliers = new Set<string>();
  let hasOthers = false;
  for (const array of arrays) {
    const others = arrays.filter(
      ({ id, median }) => id !== array.id && (correlationOf(median, array.median) ?? 1) < ALIKE,
    );
    if (others.length > 0) hasOthers = true;
    for (const { name, powerW } of array.own) {
      const own = correlationOf(powerW, array.median);
      const best = Math.max(...others.map(({ median }) => correlationOf(powerW, median) ?? -1));
      if (own !== null && best > own + MARGIN) outliers.add(name);
    }
  }
  return hasOthers ? outliers : null;
}

/** `days`: the curves of each clear day. A module is suspect if it fits another array on every usable day. */
export function swappedCheck(arraySizes: readonly number[], days: readonly (readonly DayCurve[])[]): Check {
  if (arraySizes.filter((size) => size >= LEAST_MODULES).length < 2) return checkOf('swapped.onePlane');
  const usable = days.filter((day) => arraysOf(day).size > 1);
  if (usable.length === 0) return checkOf('swapped.noLight');
  const found = usable.flatMap((day) => outliersOf(day) ?? []);
  const [first] = found;
  if (!first) return checkOf('swapped.alike');
  const suspects = [...first].filter((name) => found.every((names) => names.has(name)));
  return suspects.length > 0 ? checkOf('swapped.suspect', suspects) : checkOf('swapped.ok');
}
