// Small robust statistics. Values that are not finite are left out.

/** The `share` quantile (0 to 1) of finite values, linearly interpolated; NaN of none. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const next = sorted[Math.min(low + 1, sorted.length - 1)]!;
  return sorted[low]! + (at - low) * (next - sorted[low]!);
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5);

/** Median distance from the median, scaled to the standard deviation of a normal distribution. */
export function scaledMad(values: Iterable<number>): number {
  const all = [...values];
  const middle = median(all);
  return 1.4826 * median(all.map((value) => Math.abs(value - middle)));
}
