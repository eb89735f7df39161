// The detection engine as the benchmark runs it. Its state is written to and read from JSON every day, as in the product.
import { evaluateDay, newPlantState } from '@helioport/domain/analytics/engine';
import type { PlantModel, PlantState } from '@helioport/domain/analytics/types';
import type { PlantEvaluator } from './evaluator.ts';

/** Evaluates one plant with the engine. */
export function engine(plant: PlantModel): PlantEvaluator {
  let text = JSON.stringify(newPlantState(plant));
  return {
    day(input) {
      const { state, result } = evaluateDay(plant, JSON.parse(text) as PlantState, input);
      text = JSON.stringify(state);
      return result.findings;
    },
  };
}
