// Robust statistics on short series. Values are finite unless a function documents otherwise.

/** Sorts the first `count` values of an array in place, ascending; made for a few dozen values. */
export function sortFirst(values: Float64Array, count: number): void {
  if (count > 48) {
    values.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const value = values[i]!;
    let at = i - 1;
    while (at >= 0 && values[at]! > value) {
      values[at + 1] = values[at]!;
      at--;
    }
    values[at + 1] = value;
  }
}

/** Quantile with linear interpolation of the first `count` values, which are sorted in place; NaN of none. */
export function quantileOfFirst(values: Float64Array, count: number, q: number): number {
  if (count === 0) return Number.NaN;
  sortFirst(values, count);
  const position = q * (count - 1);
  const low = Math.floor(position);
  const high = Math.min(count - 1, low + 1);
  return values[low]! + (position - low) * (values[high]! - values[low]!);
}

/** Median of the first `count` values, which are sorted in place; NaN of none. */
export const medianOfFirst = (values: Float64Array, count: number): number =>
  quantileOfFirst(values, count, 0.5);

let scratch = new Float64Array(512);

/** Quantile with linear interpolation of the finite values of a list; NaN of none. */
export function quantileOf(values: Iterable<number>, q: number): number {
  // A list is complete before the scratch array is used: what is iterated may call this function itself.
  const list = Array.isArray(values) || values instanceof Float64Array ? values : Float64Array.from(values);
  if (scratch.length < list.length) scratch = new Float64Array(2 * list.length);
  let count = 0;
  for (let i = 0; i < list.length; i++) if (Number.isFinite(list[i])) scratch[count++] = list[i]!;
  return quantileOfFirst(scratch, count, q);
}

/** Median of the finite values of a list; NaN of none. */
export const medianOf = (values: Iterable<number>): number => quantileOf(values, 0.5);

/** Standard deviation estimated from the median absolute deviation around `center`; NaN of no values. */
export function robustSigma(values: Iterable<number>, center: number): number {
  const distances: number[] = [];
  for (const value of values) if (Number.isFinite(value)) distances.push(Math.abs(value - center));
  return 1.4826 * medianOf(distances);
}

/**
 * Weighted quantile of the first `count` pairs: the value below which a share `q` of the weight lies. Pairs are sorted in
 * place by value. NaN without weight.
 */
export function weightedQuantileOfFirst(
  values: Float64Array,
  weights: Float64Array,
  count: number,
  q: number,
): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += weights[i]!;
  if (!(total > 0)) return Number.NaN;
  for (let i = 1; i < count; i++) {
    const value = values[i]!;
    const weight = weights[i]!;
    let at = i - 1;
    while (at >= 0 && values[at]! > value) {
      values[at + 1] = values[at]!;
      weights[at + 1] = weights[at]!;
      at--;
    }
    values[at + 1] = value;
    weights[at + 1] = weight;
  }
  let below = 0;
  for (let i = 0; i < count; i++) {
    below += weights[i]!;
    if (below >= q * total) return values[i]!;
  }
  return values[count - 1]!;
}

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** Values by a key, in the order in which keys and values first came. */
export function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known) known.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
