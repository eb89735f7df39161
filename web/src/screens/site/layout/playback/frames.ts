// The numbers of a played day by module and step, and what colour says of them. Pure.

import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';
import { growsWithRating, LEAST_IN_PLANE, medianOf } from '@helioport/domain/planes';
import { nameOf, type Place } from '../model/places.ts';

export type Played = NonNullable<OutputOf<typeof device.playback>['compact']>;

/** What a measure must reach in the middle of a plane before a share of it says anything, in its unit. */
const least: Readonly<Record<string, number>> = { power: 20, energy: 0.05, dcVoltage: 5, dcCurrent: 0.3 };

export interface Film {
  count: number;
  startAt: number;
  stepMs: number;
  /** The first and last step with a value; -1 where nothing was reported. */
  first: number;
  last: number;
  /** The step at which the modules had the most in all. */
  peak: number;
  /** The greatest value of any module. */
  most: number;
  valueAt: (name: string, step: number) => number | null;
  /** All values of a module, one per step. */
  valuesOf: (name: string) => (number | null)[];
}

/** The answer made ready to be read by module and step. */
export function filmOf(played: Played): Film {
  const byName = new Map(played.modules.map((module) => [module.plcSN, module]));
  const sums = new Float64Array(played.count);
  let first = -1;
  let last = -1;
  let most = 0;
  for (const { first: from, values } of played.modules) {
    if (values.length === 0) continue;
    first = first < 0 ? from : Math.min(first, from);
    last = Math.max(last, from + values.length - 1);
    values.forEach((value, i) => {
      if (value === null) return;
      most = Math.max(most, value);
      sums[from + i] = (sums[from + i] ?? 0) + value;
    });
  }
  const valueAt = (name: string, step: number) => {
    const module = byName.get(name);
    const value = module?.values[step - module.first];
    return value === undefined || value === null ? null : value / played.per;
  };
  return {
    ...{ count: played.count, startAt: played.startAt, stepMs: played.stepMs },
    ...{ first, last, most: most / played.per, peak: sums.indexOf(Math.max(...sums)), valueAt },
    valuesOf: (name) => Array.from({ length: played.count }, (_, step) => valueAt(name, step)),
  };
}

/**
 * Every module beside the median of its plane at a step, per watt of rating where all of the plane have one and the
 * measure grows with it. Modules without a plane, or of one too small or too dark to compare, are absent.
 */
export function ratiosAt(
  film: Film,
  places: readonly Place[],
  measure: string,
  step: number,
): Map<string, number> {
  const planes = new Map<number, Place[]>();
  for (const place of places) {
    if (place.planeId === null || place.input === null) continue;
    const plane = planes.get(place.planeId);
    if (plane) plane.push(place);
    else planes.set(place.planeId, [place]);
  }
  const ratios = new Map<string, number>();
  for (const plane of planes.values()) {
    const isRated = growsWithRating(measure) && plane.every(({ ratedW }) => ratedW !== null);
    const found = plane.flatMap((place) => {
      const name = nameOf(place);
      const value = film.valueAt(name, step);
      return value === null ? [] : [{ name, value, share: value / (isRated ? (place.ratedW ?? 1) : 1) }];
    });
    if (found.length < LEAST_IN_PLANE) continue;
    if ((medianOf(found.map(({ value }) => value)) ?? 0) < (least[measure] ?? 0)) continue;
    const middle = medianOf(found.map(({ share }) => share)) ?? 0;
    if (middle <= 0) continue;
    for (const { name, share } of found) ratios.set(name, share / middle);
  }
  return ratios;
}

/** Steps of the scale: 0 for 0.7 and below, 3 for 1.0, 6 for 1.3 and above. */
export const stepOfRatio = (ratio: number): number =>
  Math.min(6, Math.max(0, Math.round((ratio - 1) / 0.1) + 3));

/** The same for a value between 0 and the greatest of the day. */
export const stepOfValue = (value: number, most: number): number =>
  most <= 0 ? 0 : Math.min(6, Math.max(0, Math.floor((value / most) * 7)));
