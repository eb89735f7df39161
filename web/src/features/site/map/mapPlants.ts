// The plants of the map, worst first.

import type { OutputOf } from '@helioport/contract/endpoint';
import type { site } from '@helioport/contract/site';
import { severityPlace } from '@helioport/domain/condition';
import { HOUR_MS } from '@helioport/domain/duration';
import { reportingStates, type StateKey, stateKeys } from '@helioport/domain/state';

export type Plant = OutputOf<typeof site.map>['list'][number];

const placeOf = ({ state }: Plant): number => reportingStates.findIndex((one) => one.state === state);

/** Sorted by severity and state, then by name, so that lists and clusters show what needs an eye. */
export const bySeverity = (a: Plant, b: Plant): number =>
  severityPlace(a.severity) - severityPlace(b.severity) ||
  placeOf(a) - placeOf(b) ||
  a.siteName.localeCompare(b.siteName);

/** How many of several plants are in each state, worst first. */
export const countStates = (plants: readonly Plant[]): { state: StateKey; count: number }[] =>
  stateKeys.flatMap((state) => {
    const count = plants.filter((plant) => plant.state === state).length;
    return count === 0 ? [] : [{ state, count }];
  });

/**
 * The calendar day at a plant, YYYY-MM-DD, by the sun: points of a map carry no zone, and for "since yesterday" the
 * hour of its longitude is near enough.
 */
export const dayAt = ({ longitude }: Plant, nowMs: number): string =>
  new Date(nowMs + (longitude / 15) * HOUR_MS).toISOString().slice(0, 10);
