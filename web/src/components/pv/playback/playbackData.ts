// The numbers of a played day by module and step. Pure.
import type { device } from '@helioport/contract/device';
import type { OutputOf } from '@helioport/contract/endpoint';

/** What can be played. */
export const playedMeasures = ['power', 'energy', 'dcVoltage', 'dcCurrent', 'temperature'] as const;

export type Played = NonNullable<OutputOf<typeof device.playback>['compact']>;

export interface PlaybackData {
  count: number;
  startAt: number;
  stepMs: number;
  /** The first and last step with a value; -1 where nothing was reported. */
  first: number;
  last: number;
  /** The step with the highest total of all modules. */
  peak: number;
  /** Where a running day opens: at its newest step if it has values, at the peak after dark. */
  opening: number;
  /** The greatest value of any module. */
  most: number;
  valueAt: (name: string, step: number) => number | null;
  /** All values of a module, one per step. */
  valuesOf: (name: string) => (number | null)[];
}

/** Below this share of the most that the modules had together, a step is dark. */
const DARK_SHARE = 0.1;

/** Indexes the answer by module and step. */
export function playbackDataOf(played: Played): PlaybackData {
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
  const peak = sums.indexOf(Math.max(...sums));
  // Dusk and night show no useful values of the roof.
  const isDark = (sums[last] ?? 0) < DARK_SHARE * (sums[peak] ?? 0);
  const valueAt = (name: string, step: number) => {
    const module = byName.get(name);
    const value = module?.values[step - module.first];
    return value === undefined || value === null ? null : value / played.per;
  };
  return {
    count: played.count,
    startAt: played.startAt,
    stepMs: played.stepMs,
    first,
    last,
    most: most / played.per,
    peak,
    valueAt,
    opening: isDark ? peak : last,
    valuesOf: (name) => Array.from({ length: played.count }, (_, step) => valueAt(name, step)),
  };
}
