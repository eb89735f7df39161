// Parameter sets for many devices: which values of a set a device lacks.
import { entriesOf, isSameValue, type Parameter } from './parameters.ts';

/** Most devices per run of a parameter set. */
export const MOST_DEVICES_OF_RUN = 1000;

/** Current and required value of a device; `now` null: never reported. */
export interface Difference {
  readonly parameter: Parameter;
  readonly now: number | null;
  readonly wanted: number;
}

/** Values that differ in a device or were never reported by it, in the order of the parameters. */
export const differencesOf = (
  wanted: Readonly<Record<string, number>>,
  reported: Readonly<Record<string, number>>,
): Difference[] =>
  entriesOf(wanted).flatMap(([parameter, value]) => {
    const now = reported[parameter.key] ?? null;
    return now !== null && isSameValue(parameter, now, value) ? [] : [{ parameter, now, wanted: value }];
  });
