// The plants of the map with the state that a person sees, trouble first.
import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import type { Status } from '../../ui/StatusTag.tsx';
import { type PlantState, plantState } from './plantState.ts';

type MapPoint = OutputOf<typeof site.map>['list'][number];

export interface Plant extends MapPoint {
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

/** The gravest status of several plants. */
export const gravest = (plants: readonly Plant[]): Status =>
  plants.reduce<Status>(
    (worst, { state }) => (gravity[state.status] < gravity[worst] ? state.status : worst),
    'asleep',
  );
