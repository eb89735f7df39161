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
 * What became of a sum that did not add up: its day waits to be recomputed, it was recomputed since, or a later check
 * found nothing wrong with it.
 */
export const mendingStates = ['waiting', 'recomputed', 'mended'] as const;
export type MendingState = (typeof mendingStates)[number];
