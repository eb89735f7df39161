// Expected energy under dust: what modules could give is estimated from modules of the same array, which are soiled too.
import { isOpen, type Observation } from './conditions.ts';
import type { Entry } from './entry.ts';
import { learnedFactors } from './learnedFactor.ts';
import type { EngineState } from './state.ts';
import { narrowAt, type Track, wideAt } from './track.ts';

/** Note of the newest loss (logarithm) by dust on an array, or on all of them without an id; absent once they are clean. */
export const newestSoiling = (arrayId: string | null): string => `soil:${arrayId ?? ''}:newest`;

/** Share of its power that open findings on soiling leave to an array, 0 to 1. */
function soiledShare({ conditions, notes }: EngineState, arrayId: string | null): number {
  let share = 1;
  for (const condition of conditions) {
    const { cause, scope, subjectId } = condition;
    if (cause !== 'soiling' || !isOpen(condition) || (scope === 'array' && subjectId !== arrayId)) continue;
    share = Math.min(share, Math.exp(notes[newestSoiling(subjectId)] ?? 0));
  }
  return share;
}

/** Power of the arrays over that of the clear-sky model in the same light: learned, and lowered by dust that is known. */
export function lightFactors(state: EngineState, day: string): (arrayId: string | null) => number {
  const learned = learnedFactors(state.arrays, day);
  return (arrayId) => learned(arrayId) * soiledShare(state, arrayId);
}

/**
 * Factors by which the expected energy of soiled modules is too low, by the number of the module: produced energy and
 * loss of the day over produced energy. Modules without soiling are absent.
 */
export function soiledFactors(
  observations: readonly Observation[],
  entries: readonly Entry[],
): ReadonlyMap<string, number> {
  const factors = new Map<string, number>();
  for (const { cause, isPresent, lostWh, moduleIds } of observations) {
    if (cause !== 'soiling' || !isPresent || !(lostWh! > 0)) continue;
    const ids = new Set(moduleIds);
    let producedWh = 0;
    for (const { module, features } of entries)
      if (ids.has(module.model.id)) producedWh += (features.actual || 0) * module.model.ratedW;
    if (producedWh > 0) for (const id of ids) factors.set(id, 1 + lostWh! / producedWh);
  }
  return factors;
}

/** Share of the modeled clear-sky energy of a day that the light offers at most: clouds and the model may add a quarter. */
const MOST_OF_CLEAR = 1.25;

/** What the light offered a module on a row beyond what it gave at most, Wh per W: the bound of what dust took; Infinity if unknown. */
export function offeredBeyond(track: Track, row: number, actual: number): number {
  const clear = wideAt(track, row, 'expected') / narrowAt(track, row, 'bright');
  return clear > 0 && Number.isFinite(clear)
    ? Math.max(0, MOST_OF_CLEAR * clear - actual)
    : Number.POSITIVE_INFINITY;
}
