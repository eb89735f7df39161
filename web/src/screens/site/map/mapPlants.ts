// The plants of the map with the state that a person sees, trouble first.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { type PlantState, plantState } from '../../../solar/plantState.ts';
import type { Status } from '../../../ui/base/StatusTag.tsx';

type MapPoint = OutputOf<typeof site.map>['list'][number];

export interface Plant extends Omit<MapPoint, 'state'> {
  state: PlantState;
}

const gravity: Record<Status, number> = {
  alert: 0,
  offline: 1,
  notRegistered: 2,
  uncommissioned: 3,
  online: 4,
  asleep: 5,
};

/** Sorted by gravity, then by name, so that lists and clusters show what needs an eye. */
export const byGravity = (a: Plant, b: Plant): number =>
  gravity[a.state.status] - gravity[b.state.status] || a.siteName.localeCompare(b.siteName);

/** The points with their states at an instant (ms). */
export const plantsOf = (points: readonly MapPoint[], now: number): Plant[] =>
  points.map((point) => ({ ...point, state: plantState(point, now) })).sort(byGravity);

/** How many of several plants are in each state, the most frequent first. */
export function countStates(plants: readonly Plant[]): { status: Status; count: number }[] {
  const counts = new Map<Status, number>();
  for (const { state } of plants) counts.set(state.status, (counts.get(state.status) ?? 0) + 1);
  return [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => b.count - a.count);
}

/** The status that stands for several plants: trouble if any has it, else what most of them are. */
export function statusOfMany(plants: readonly Plant[]): Status {
  const counts = countStates(plants);
  const trouble = (['alert', 'offline'] as const).find((bad) => counts.some(({ status }) => status === bad));
  return trouble ?? counts[0]?.status ?? 'offline';
}
