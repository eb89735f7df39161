// The plants of the map, trouble first.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { type StateKey, stateKeys } from '@helioport/domain/state';
import { verdictLevels } from '@helioport/domain/verdict';

export type Plant = OutputOf<typeof site.map>['list'][number];

/** From the gravest state to the best. */
const gravity: readonly StateKey[] = [
  ...(['silent', 'offline', 'alert', 'stale'] as const),
  ...stateKeys.filter((state) => !['silent', 'offline', 'alert', 'stale'].includes(state)),
];

const levelOf = ({ verdict }: Plant) => verdictLevels.indexOf(verdict.level);

/** Sorted by verdict and state, then by name, so that lists and clusters show what needs an eye. */
export const byGravity = (a: Plant, b: Plant): number =>
  levelOf(a) - levelOf(b) ||
  gravity.indexOf(a.state) - gravity.indexOf(b.state) ||
  a.siteName.localeCompare(b.siteName);

/** How many of several plants are in each state, the most frequent first. */
export function countStates(plants: readonly Plant[]): { state: StateKey; count: number }[] {
  const counts = new Map<StateKey, number>();
  for (const { state } of plants) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => ({ state, count })).sort((a, b) => b.count - a.count);
}

/** The state that stands for several plants: trouble if any has it, else what most of them are. */
export function stateOfMany(plants: readonly Plant[]): StateKey {
  if (plants.some(({ verdict }) => verdict.level === 'bad')) return 'alert';
  const counts = countStates(plants);
  const trouble = (['silent', 'offline', 'alert'] as const).find((bad) =>
    counts.some(({ state }) => state === bad),
  );
  return trouble ?? counts[0]?.state ?? 'offline';
}

/** The state by which one plant is drawn: what its verdict says, where that is bad. */
export const stateOfPin = ({ state, verdict }: Plant): StateKey =>
  verdict.level === 'bad' && (state === 'live' || state === 'asleep' || state === 'stale') ? 'alert' : state;

/**
 * The calendar day at a plant, YYYY-MM-DD, by the sun: points of a map carry no zone, and for "since yesterday" the
 * hour of its longitude is near enough.
 */
export const dayAt = ({ longitude }: Plant, nowMs: number): string =>
  new Date(nowMs + (longitude / 15) * 3_600_000).toISOString().slice(0, 10);
