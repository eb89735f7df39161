// Comparable modules of a plant for display.
import type { ModuleModel } from '@helioport/domain/analytics/types';
import type { AnalyticsPlant, Slot } from './plantModel.ts';
import { readModuleId } from './plantModel.ts';

/** Enough for a stable median. */
const MOST_SIBLINGS = 24;

/** Modules of a plant by their ids; those that it does not have are left out. */
export function modulesOf({ model }: AnalyticsPlant, ids: readonly string[]): ModuleModel[] {
  const wanted = new Set(ids);
  return model.modules.filter(({ id }) => wanted.has(id));
}

/**
 * Comparable modules: of the same array behind the same type, else of the same array, else of the plant; without those that
 * are `apart`, such as faulty ones, and of many only some, evenly.
 */
export function siblingsOf(
  { model }: AnalyticsPlant,
  own: readonly ModuleModel[],
  apart: ReadonlySet<string>,
): ModuleModel[] {
  const ids = new Set(own.map(({ id }) => id));
  const others = model.modules.filter(({ id }) => !ids.has(id) && !apart.has(id));
  const arrays = new Set(own.map(({ arrayId }) => arrayId));
  const types = new Set(own.map(({ typeKey }) => typeKey));
  const ofArray = others.filter(({ arrayId }) => arrays.has(arrayId));
  const alike = ofArray.filter(({ typeKey }) => types.has(typeKey));
  const chosen = [alike, ofArray, others].find(({ length }) => length > 0) ?? [];
  const step = Math.max(1, Math.ceil(chosen.length / MOST_SIBLINGS));
  return chosen.filter((_, i) => i % step === 0);
}

/** The plant reduced to these modules, so that only their devices are read. */
export function only(plant: AnalyticsPlant, modules: readonly ModuleModel[]): AnalyticsPlant {
  const wanted = new Map<number, Set<number>>();
  for (const { id } of modules) {
    const { rootId, addr } = readModuleId(id);
    const addrs = wanted.get(rootId) ?? new Set<number>();
    wanted.set(rootId, addrs.add(addr));
  }
  const slots = plant.slots.flatMap((slot): Slot[] => {
    const addrs = wanted.get(slot.rootId);
    return addrs ? [{ ...slot, addrs: slot.addrs.filter((addr) => addrs.has(addr)) }] : [];
  });
  return { ...plant, slots, model: { ...plant.model, modules } };
}

/** The middle one of some values; NaN of none. Sorts the list. */
export function medianOf(values: number[]): number {
  if (values.length === 0) return Number.NaN;
  values.sort((a, b) => a - b);
  return values[values.length >> 1]!;
}
