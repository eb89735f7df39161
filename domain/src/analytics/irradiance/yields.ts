// Yields and performance ratio of IEC 61724-1.
import { HOUR_MS } from '../../duration.ts';
import type { PlantDayInput, PlantModel } from '../types.ts';
import { expectedUnder, skyFromGhi } from './actualSky.ts';
import { arrayOf, expectedDay } from './expectedDay.ts';

/** Irradiation of a day on the arrays of a plant. */
export interface ReferenceDay {
  /**
   * Reference yield Yr of IEC 61724-1: irradiation on the arrays in kWh/m² over 1 kW/m², in hours, averaged over the
   * modules by their rated power.
   */
  readonly yieldH: number;
  /** Share of the clear-sky irradiation in slots whose irradiance is known, 0 to 1. */
  readonly completeness: number;
}

/**
 * Reference yield of a day from the irradiance of the weather source (Erbs, Hay-Davies). Null without one, and unless the
 * orientation of every array with modules was entered: the irradiance that the engine derives from the modules
 * themselves contains their losses, so it gives no performance ratio.
 */
export function referenceDay(plant: PlantModel, input: PlantDayInput): ReferenceDay | null {
  const ghiWm2 = input.weather?.ghiWm2 ?? null;
  if (ghiWm2 === null) return null;
  const clear = expectedDay(plant, input);
  const actual = expectedUnder(clear, skyFromGhi(clear, ghiWm2), input.weather?.windMs ?? null);
  const ratedOf = new Map<string | null, number>();
  for (const { arrayId, ratedW } of plant.modules) {
    const array = arrayOf(clear, arrayId);
    if (array.isAssumed) return null;
    ratedOf.set(array.arrayId, (ratedOf.get(array.arrayId) ?? 0) + ratedW);
  }
  let [due, covered, received, rated] = [0, 0, 0, 0];
  for (const [arrayId, ratedW] of ratedOf) {
    rated += ratedW;
    const [ofClear, ofActual] = [arrayOf(clear, arrayId).poaWm2, actual.get(arrayId)!.poaWm2];
    for (let slot = 0; slot < clear.slots; slot++) {
      due += ratedW * ofClear[slot]!;
      if (Number.isNaN(ofActual[slot]!)) continue;
      covered += ratedW * ofClear[slot]!;
      received += ratedW * ofActual[slot]!;
    }
  }
  if (!(rated > 0) || !(due > 0)) return null;
  return {
    yieldH: ((received / rated / 1000) * clear.slotMs) / HOUR_MS,
    completeness: covered / due,
  };
}

/** A day for a performance ratio. */
export interface YieldDay {
  /** AC energy by the counters in Wh; null if unknown. */
  readonly energyWh: number | null;
  /** Share of the readings of the day received, 0 to 1. */
  readonly completeness: number | null;
  readonly reference: ReferenceDay | null;
}

export interface PerformanceRatio {
  /** Final yield over reference yield of the days of which both are known. */
  readonly ratio: number;
  /** Reference yield of these days, h. */
  readonly referenceYieldH: number;
  /** Share of the days with both, 0 to 1. */
  readonly coverage: number;
}

const LEAST_IRRADIANCE = 0.95;
const LEAST_READINGS = 0.8;
/** With less of a period the ratio would describe its other days. */
const LEAST_COVERAGE = 0.8;

/**
 * Performance ratio PR = Yf / Yr of IEC 61724-1 over whole days. Days without energy or irradiance are left out of both
 * yields. Null if less than 80 % of the days remain.
 */
export function performanceRatio(days: readonly YieldDay[], ratedW: number): PerformanceRatio | null {
  let [energyWh, referenceYieldH, counted] = [0, 0, 0];
  for (const { energyWh: made, completeness, reference } of days) {
    if (made === null || reference === null || reference.completeness < LEAST_IRRADIANCE) continue;
    if ((completeness ?? 0) < LEAST_READINGS) continue;
    energyWh += made;
    referenceYieldH += reference.yieldH;
    counted++;
  }
  const coverage = days.length === 0 ? 0 : counted / days.length;
  if (coverage < LEAST_COVERAGE || !(referenceYieldH > 0) || !(ratedW > 0)) return null;
  return { ratio: energyWh / ratedW / referenceYieldH, referenceYieldH, coverage };
}
