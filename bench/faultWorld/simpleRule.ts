// The rule to beat: a module below 85 % of the median of its array on three days in a row. It marks how hard the world is.

import type {
  Finding,
  FindingCause,
  ModuleDayInput,
  PlantDayInput,
  PlantModel,
} from '@helioport/domain/analytics/types';
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import type { PlantEvaluator } from './evaluator.ts';

const BELOW = 0.85;
const DAYS = 3;

/** Energy of the day in Wh, by the counter, else by the sum of the powers; null without either. */
function energyOf({ energyWh, powerW }: ModuleDayInput, slotMs: number): number | null {
  if (energyWh !== null) return energyWh;
  let [sum, count] = [0, 0];
  for (const watt of powerW) {
    if (Number.isNaN(watt)) continue;
    sum += watt;
    count++;
  }
  return count > 0 ? (sum * slotMs) / HOUR_MS : null;
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const causeOf = (ratio: number): FindingCause =>
  ratio < 0.05 ? 'moduleFailure' : ratio > 0.6 && ratio < 0.72 ? 'bypassDiode' : 'unknown';

interface Watch {
  low: number;
  ratios: number[];
  finding: Finding | null;
  lostWh: number;
}

export function simpleRule(plant: PlantModel): PlantEvaluator {
  const watches = new Map<string, Watch>();
  let number = 0;

  return {
    day({ modules, startMs, slots, slotMs }: PlantDayInput): readonly Finding[] {
      const result: Finding[] = [];
      const endMs = startMs + slots * slotMs;
      const yields = new Map<string, number>();
      const byArray = new Map<string, number[]>();
      for (const module of modules) {
        const model = plant.modules.find(({ id }) => id === module.moduleId);
        const energy = energyOf(module, slotMs);
        if (!model || energy === null) continue;
        const specific = energy / model.ratedW;
        yields.set(model.id, specific);
        const key = model.arrayId ?? '';
        byArray.set(key, [...(byArray.get(key) ?? []), specific]);
      }
      for (const { id, arrayId, ratedW } of plant.modules) {
        const specific = yields.get(id);
        const middle = median(byArray.get(arrayId ?? '') ?? []);
        if (specific === undefined || !(middle > 0.2)) continue;
        const ratio = specific / middle;
        const watch = watches.get(id) ?? { low: 0, ratios: [], finding: null, lostWh: 0 };
        watches.set(id, watch);
        if (ratio < BELOW) {
          watch.low++;
          watch.ratios.push(ratio);
          watch.lostWh += (middle - specific) * ratedW;
        } else {
          if (watch.finding) result.push({ ...watch.finding, untilMs: startMs });
          Object.assign(watch, { low: 0, ratios: [], finding: null, lostWh: 0 });
          continue;
        }
        if (watch.low < DAYS) continue;
        watch.finding = {
          key: watch.finding?.key ?? `${id}-${++number}`,
          scope: 'module',
          subjectId: id,
          moduleIds: [id],
          cause: causeOf(median(watch.ratios)),
          confidence: 'low',
          probability: 0.5,
          isFault: true,
          sinceMs: watch.finding?.sinceMs ?? startMs - (DAYS - 1) * DAY_MS,
          untilMs: null,
          detectedMs: watch.finding?.detectedMs ?? endMs,
          lostWh: watch.lostWh,
          lostWhPerYear: null,
          recoveredWhPerDay: null,
          evidence: [],
        };
        result.push(watch.finding);
      }
      return result;
    },
  };
}
