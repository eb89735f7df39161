// What is stored of a day: expected and produced energy of modules, expected power of the plant.
import type { ModuleDayResult } from '../types.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';
import { normalPower } from './reference.ts';

/** Share of a day's clear-sky energy of which the irradiance must be known to state its expected energy. */
const LEAST_COVERAGE = 0.9;

/** What is stored of a module's day. `factor` is that of soiling (soiledEnergy.ts). */
export function moduleResult(view: DayView, { module, features }: Entry, factor: number): ModuleDayResult {
  const { ratedW, id } = module.model;
  const inWh = (value: number) => (Number.isFinite(value) ? value * ratedW : null);
  return {
    moduleId: id,
    producedWh: inWh(features.produced),
    expectedWh: features.coverage < LEAST_COVERAGE ? null : inWh(features.expected * factor),
    clearSkyWh: view.slots > 0 ? inWh(features.clear) : null,
    completeness: module.completeness,
    flags: module.completeness < 0.9 ? ['incomplete'] : [],
  };
}

/** Expected power of the plant at the slots, W; NaN while nothing is known of a module. */
export function plantPower(
  view: DayView,
  entries: readonly Entry[],
  factors: ReadonlyMap<string, number>,
): Float64Array {
  const power = new Float64Array(view.slots);
  for (const { module, reference } of entries)
    for (let slot = view.firstLight; slot < view.lastLight; slot++)
      power[slot] =
        power[slot]! +
        Math.min(
          module.cap,
          normalPower(module, reference, view.sector[slot]!, slot) * (factors.get(module.model.id) ?? 1),
        ) *
          module.model.ratedW;
  return power;
}
