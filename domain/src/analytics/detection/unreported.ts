// Energy without readings: what was expected, and what counters show of it afterwards.
import type { Observation } from './conditions.ts';
import type { Entry } from './entry.ts';
import type { SnowDay } from './snow.ts';

/** Energy that modules were expected to produce without readings, and what their counters gained beyond the readings, Wh. */
export function unreportedOf(entries: readonly Entry[]): Required<Pick<Observation, 'dueWh' | 'caughtUpWh'>> {
  let [dueWh, caughtUpWh] = [0, 0];
  for (const { module, features } of entries) {
    const { ratedW } = module.model;
    dueWh += Math.max(0, features.expected - features.expectedSeen || 0) * ratedW;
    const gained = module.counter - (module.integral || 0);
    // Counters and integrals of readings differ by some percent.
    if (gained > 0.1 * features.expected) caughtUpWh += gained * ratedW;
  }
  return { dueWh, caughtUpWh };
}

/**
 * The day of snow without what the counters gained while nothing reported: that energy was produced, not lost. `notes` keeps
 * the loss that was assumed on days without any reading.
 */
export function withoutProduced(
  day: SnowDay,
  entries: readonly Entry[],
  notes: Record<string, number>,
): SnowDay {
  const { observation } = day;
  if (!entries.some(({ module }) => module.completeness > 0)) {
    const lostWh = observation?.isPresent ? (observation.lostWh ?? 0) : 0;
    if (lostWh > 0) notes.hiddenSnowWh = (notes.hiddenSnowWh ?? 0) + lostWh;
    return day;
  }
  const hiddenWh = notes.hiddenSnowWh;
  delete notes.hiddenSnowWh;
  if (hiddenWh === undefined || observation === null) return day;
  const earlierWh = -Math.min(hiddenWh, unreportedOf(entries).caughtUpWh);
  return { ...day, observation: { ...observation, earlierWh } };
}
