// A plant that is given faults, and what all of them need: free modules and devices, days, repairs.

import type { FindingCause } from '@helioport/domain/analytics/types';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { dayBounds, dayOfNumber } from '@helioport/domain/periods';
import { deadlineOf } from './causes.ts';
import type { Fault, PlantSpec } from './model.ts';
import type { Dice } from './random.ts';
import type { DayWeather } from './weather.ts';

/** Rain that cleans modules. */
export const WASHING_MM = 6;

/** A plant that is being given faults. */
export interface FaultTarget {
  readonly spec: PlantSpec;
  readonly weather: readonly DayWeather[];
  readonly dice: Dice;
}

/** A fault before it has a number. */
export type Draft = Omit<Fault, 'id' | 'cause' | 'alsoRight' | 'deadlineDays' | 'moduleIds'> & {
  readonly modules: readonly number[];
  readonly alsoRight?: readonly FindingCause[];
};

export const startOf = ({ spec }: FaultTarget, day: number): number =>
  dayBounds(dayOfNumber(spec.firstDay + day), spec.model.timeZone).startMs;

/** A day that leaves the deadline and some more; a seventh of the faults begin before any baseline can exist. */
export function onsetDay({ spec, dice }: FaultTarget, cause: FindingCause): number {
  const last = spec.days - deadlineOf(cause) - 4;
  const first = dice.chance(0.15) ? 6 : 35;
  return first >= last ? Math.max(3, Math.min(first, last)) : dice.whole(first, last);
}

export const atDaylight = (target: FaultTarget, day: number): number =>
  startOf(target, day) + target.dice.between(8, 16) * HOUR_MS;

/** Some faults are repaired before the world ends: after a time between `from` and `to` days. */
export function repairMs(
  target: FaultTarget,
  sinceMs: number,
  chance: number,
  [from, to]: readonly [number, number],
) {
  const { spec, dice } = target;
  if (!dice.chance(chance)) return null;
  const days = dice.between(from, to);
  const left = (startOf(target, spec.days) - sinceMs) / DAY_MS;
  return days + 12 < left ? sinceMs + days * DAY_MS : null;
}

export const affected = (spec: PlantSpec): Set<number> => {
  const taken = new Set<number>();
  for (const fault of spec.faults) {
    if (fault.scope === 'module')
      for (const id of fault.moduleIds) taken.add(spec.modules.findIndex((m) => m.model.id === id));
    if (fault.scope === 'device')
      for (const m of spec.devices.find(({ id }) => id === fault.subjectId)?.modules ?? []) taken.add(m);
  }
  return taken;
};

export function freeModule({ spec, dice }: FaultTarget): number | null {
  const taken = affected(spec);
  const free = spec.modules
    .map((_, m) => m)
    .filter((m) => !taken.has(m) && spec.modules[m]!.replaced === null);
  return free.length > 0 ? dice.pick(free) : null;
}

export function freeDevice({ spec, dice }: FaultTarget): number | null {
  const taken = affected(spec);
  const free = spec.devices
    .map((_, d) => d)
    .filter((d) => !spec.devices[d]!.modules.some((m) => taken.has(m)));
  return free.length > 0 && spec.devices.length > 1 ? dice.pick(free) : null;
}
