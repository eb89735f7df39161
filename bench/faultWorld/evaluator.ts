// What the benchmark runs: anything that reads the days of a plant in order and says what it finds.
import type { Finding, PlantDayInput, PlantModel } from '@helioport/domain/analytics/types';

export interface PlantEvaluator {
  /** Findings that are open after this day or were closed on it. */
  day(input: PlantDayInput): readonly Finding[];
}

export type Evaluator = (plant: PlantModel) => PlantEvaluator;
