// Small robust statistics. Values that are not finite are left out.

import { quantileOf } from './detection/stats.ts';

/** The `share` quantile (0 to 1) of finite values, linearly interpolated; NaN of none. */
export const quantile = (values: Iterable<number>, share: number): number => quantileOf(values, share);

export const median = (values: Iterable<number>): number => quantile(values, 0.5);

/** Median distance from the median, scaled to the standard deviation of a normal distribution. */
export function scaledMad(values: Iterable<number>): number {
  const all = [...values];
  const middle = median(all);
  return 1.4826 * median(all.map((value) => Math.abs(value - middle)));
}
