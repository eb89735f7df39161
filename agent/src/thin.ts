// Thins buffered readings. Lifetime counters keep the energy exact; only the curve becomes coarser.
import { MINUTE_MS } from '@helioport/domain/duration';
import type { Stored } from './buffer.ts';

/** Steps of the thinning, coarser from one to the next. */
export const thinningSteps = [5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;
/** Without a counter, energy is calculated from power between readings, which coarser steps would distort. */
const WITHOUT_COUNTER_MS = 5 * MINUTE_MS;

const counters = ({ reading }: Stored): readonly (number | undefined)[] => [
  reading.values.energyOutWh,
  reading.values.energyInWh,
  ...(reading.channels ?? []).map(({ energyWh }) => energyWh),
];

/** Whether a counter of `next` is lower: the device restarted, and the last value before that counts. */
function isBeforeReset(one: Stored, next: Stored): boolean {
  const later = counters(next);
  return counters(one).some((value, i) => value !== undefined && (later[i] ?? value) < value);
}

/** The last reading of each device in each step, and those before a restart of a counter, in their order. */
export function thinned(stored: readonly Stored[], stepMs: number): Stored[] {
  const next = new Map<string, Stored>();
  const kept: Stored[] = [];
  for (let i = stored.length - 1; i >= 0; i--) {
    const one = stored[i]!;
    const { device, reading } = one;
    const key = `${device}\n${reading.role}\n${reading.source}`;
    const after = next.get(key);
    const hasCounter = counters(one).some((value) => value !== undefined);
    const step = hasCounter ? stepMs : Math.min(stepMs, WITHOUT_COUNTER_MS);
    const stepOf = ({ reading: { atMs } }: Stored) => Math.floor(atMs / step);
    next.set(key, one);
    if (!after || stepOf(after) !== stepOf(one) || isBeforeReset(one, after)) kept.push(one);
  }
  return kept.reverse();
}
