// Parameter sets for many devices: which values of a set a device lacks.
import { entriesOf, isSameValue, type Parameter } from './parameters.ts';

/** Most devices per run of a parameter set. */
export const MOST_DEVICES_OF_RUN = 1000;

/** What a device has and what it shall have; `now` null: it never said. */
export interface Difference {
  readonly parameter: Parameter;
  readonly now: number | null;
  readonly wanted: number;
}

/** What of these values a device has otherwise, or never said, in the order of the parameters. */
export const differencesOf = (
  wanted: Readonly<Record<string, number>>,
  said: Readonly<Record<string, number>>,
): Difference[] =>
  entriesOf(wanted).flatMap(([parameter, value]) => {
    const now = said[parameter.key] ?? null;
    return now !== null && isSameValue(parameter, now, value) ? [] : [{ parameter, now, wanted: value }];
  });
