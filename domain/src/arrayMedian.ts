// Compares modules with the others of their array: they have the same sun, so any difference is their own.

/** Fewest modules of an array for a meaningful median. */
export const LEAST_IN_ARRAY = 4;

/** Whether a measure grows with the rating of a module, so that it is compared per watt of it. */
export const growsWithRating = (measure: string): boolean =>
  measure === 'power' || measure === 'energy' || measure === 'dcCurrent';

/** The middle one of the values, the mean of the two in the middle of an even number; null of none. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

/** A module as a member of its array. */
interface Member {
  /** W; null: not entered. */
  ratedW: number | null;
  /** null: not known, and no part of the median. */
  value: number | null;
}

/**
 * Value that the median module of an array would have in the position of `own`. If all members have a rating
 * and the value scales with it, they are compared per watt. Null if the array has too few modules for a
 * median.
 */
export function arrayMedian(
  own: Pick<Member, 'ratedW'>,
  members: readonly Member[],
  growsWithRating: boolean,
): number | null {
  const known = members.filter((member): member is Member & { value: number } => member.value !== null);
  if (known.length < LEAST_IN_ARRAY) return null;
  const isRated = growsWithRating && own.ratedW !== null && members.every(({ ratedW }) => ratedW !== null);
  const median = medianOf(known.map(({ value, ratedW }) => value / (isRated ? (ratedW ?? 1) : 1)));
  return median === null ? null : median * (isRated ? (own.ratedW ?? 1) : 1);
}
