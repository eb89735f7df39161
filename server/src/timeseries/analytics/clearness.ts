// How clear the sky was over a plant, from its own modules: what plants nearby are compared by.
import { expectedDay } from '@helioport/domain/analytics/irradiance/expectedDay';
import type { PlantDayInput, PlantModel } from '@helioport/domain/analytics/types';

/** Modules below this clear-sky power, per W of rating, are no measure of irradiance. */
const LEAST_CLEAR = 0.05;
/** Faults and shade only lower the power, so a high quantile of the modules is nearest to the sky. */
const QUANTILE = 0.8;
/** A ratio above this indicates a wrong rating rather than irradiance. */
const MOST = 1.6;
/** A sample of modules is sufficient for a large plant. */
const MOST_MODULES = 64;

/** Irradiance divided by its clear-sky value at the slots of a day; null without measurements in daylight. */
export function clearnessOf(plant: PlantModel, input: PlantDayInput): Float32Array | null {
  const expected = expectedDay(plant, input);
  const byId = new Map(input.modules.map((module) => [module.moduleId, module]));
  const step = Math.max(1, Math.ceil(plant.modules.length / MOST_MODULES));
  const sources = plant.modules.flatMap((module, i) => {
    const powerW = i % step === 0 ? byId.get(module.id)?.powerW : undefined;
    const clear = (expected.arrays.get(module.arrayId) ?? expected.arrays.get(null))?.dcPerRatedW;
    return powerW && clear && module.ratedW > 0 ? [{ powerW, clear, module }] : [];
  });
  const clearness = new Float32Array(input.slots).fill(Number.NaN);
  const ratios: number[] = [];
  let isKnown = false;
  for (let slot = 0; slot < input.slots; slot++) {
    ratios.length = 0;
    for (const { powerW, clear, module } of sources) {
      const watts = powerW[slot]!;
      const sky = clear[slot]! * module.ratedW;
      // Clipped power carries no information about irradiance above the limit.
      if (!(sky > LEAST_CLEAR * module.ratedW) || Number.isNaN(watts)) continue;
      if (module.limitW !== null && watts > module.limitW * 0.98) continue;
      ratios.push(watts / sky);
    }
    if (ratios.length === 0) continue;
    ratios.sort((a, b) => a - b);
    clearness[slot] = Math.min(MOST, Math.max(0, ratios[Math.floor(QUANTILE * (ratios.length - 1))]!));
    isKnown = true;
  }
  return isKnown ? clearness : null;
}
