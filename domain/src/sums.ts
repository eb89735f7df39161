// Stored totals that the nightly check compares with the values they are derived from.

export const sumKinds = [
  'plantDay',
  'plantHours',
  'deviceHours',
  'month',
  'opening',
  'total',
  'newest',
  'recent',
] as const;
/**
 * Which sum: of a plant's day, its hours, its devices' hours, its month, where a counter opens, totals, newest rows, and
 * the 30 days by which lists sort.
 */
export type SumKind = (typeof sumKinds)[number];

/**
 * State of a total that did not match: its day waits for recalculation, was recalculated since, or a later check found
 * it correct.
 */
export const mendingStates = ['waiting', 'recomputed', 'mended'] as const;
export type MendingState = (typeof mendingStates)[number];
