// Expected energy under dust: what modules could give is estimated from modules of the same array, which are soiled too.
import type { Observation } from './conditions.ts';
import type { Entry } from './entry.ts';

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
