// Colors of a played day: each module compared with the median of its array. Pure functions.
import { growsWithRating, LEAST_IN_ARRAY, medianOf } from '@helioport/domain/arrayMedian';
import type { PlaybackData } from '../../../../components/pv/playback/playbackData.ts';
import { nameOf, type Place } from '../model/places.ts';

/** Smallest median of an array at which ratios are meaningful, in the unit of the measurement. */
const least: Readonly<Record<string, number>> = { power: 20, energy: 0.05, dcVoltage: 5, dcCurrent: 0.3 };

/**
 * The ratio of every module to the median of its array at a step; per watt of rating if all modules of the array have
 * one and the measurement scales with it. Modules without an array, or in one too small or too dark to compare, are
 * left out.
 */
export function ratiosAt(
  playback: PlaybackData,
  places: readonly Place[],
  measure: string,
  step: number,
): Map<string, number> {
  const byArray = new Map<number, Place[]>();
  for (const place of places) {
    if (place.planeId === null || place.input === null) continue;
    const places = byArray.get(place.planeId);
    if (places) places.push(place);
    else byArray.set(place.planeId, [place]);
  }
  const ratios = new Map<string, number>();
  for (const places of byArray.values()) {
    const isRated = growsWithRating(measure) && places.every(({ ratedW }) => ratedW !== null);
    const found = places.flatMap((place) => {
      const name = nameOf(place);
      const value = playback.valueAt(name, step);
      return value === null ? [] : [{ name, value, share: value / (isRated ? (place.ratedW ?? 1) : 1) }];
    });
    if (found.length < LEAST_IN_ARRAY) continue;
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
