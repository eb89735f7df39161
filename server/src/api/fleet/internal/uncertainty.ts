// How sure figures over several plants are: 90 % intervals.

/** Of the standard normal distribution. */
const Z = 1.645;
const LEAST_VALUES = 5;

/** A figure over plants with its 90 % interval. */
interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

/**
 * Median of values and its 90% interval by order statistics, which requires no distribution. Null without values; no
 * interval for fewer than five.
 */
export function medianInterval(values: readonly number[]): Estimate {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  const count = sorted.length;
  if (count === 0) return { value: null, low: null, high: null };
  const at = (place: number) => rounded(sorted[Math.min(count - 1, Math.max(0, place))]!);
  const middle = (count - 1) / 2;
  const value = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  if (count < LEAST_VALUES) return { value: rounded(value), low: null, high: null };
  const half = (Z * Math.sqrt(count)) / 2;
  return { value: rounded(value), low: at(Math.floor(middle - half)), high: at(Math.ceil(middle + half)) };
}

/**
 * Mean of values and its 90% interval by the standard error, not below zero. For shares that are zero in most plants,
 * where the median is zero. Null without values; no interval for fewer than five.
 */
export function meanInterval(values: readonly number[]): Estimate {
  const known = values.filter((value) => Number.isFinite(value));
  const count = known.length;
  if (count === 0) return { value: null, low: null, high: null };
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  if (count < LEAST_VALUES) return { value: rounded(mean), low: null, high: null };
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const half = Z * Math.sqrt(variance / count);
  return { value: rounded(mean), low: rounded(Math.max(0, mean - half)), high: rounded(mean + half) };
}

const rounded = (value: number) => Math.round(value * 1e5) / 1e5;

/**
 * The 90 % interval of a rate of events that were counted over a time: of a Poisson distribution, after Byar's
 * approximation of its exact limits (Breslow and Day 1987).
 */
export function interval(count: number, time: number): [low: number, high: number] {
  if (time <= 0) return [0, 0];
  const limit = (events: number, sign: number) =>
    events <= 0 ? 0 : events * (1 - 1 / (9 * events) + (sign * Z) / (3 * Math.sqrt(events))) ** 3;
  return [Math.max(0, limit(count, -1)) / time, limit(count + 1, 1) / time];
}
