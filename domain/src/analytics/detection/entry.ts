// A module on the evaluated day with all that the detectors need of it.

import type { DayFeatures } from './features.ts';
import { levelOfRow, levelsOf } from './level.ts';
import type { ModuleView } from './moduleView.ts';
import type { GroupReference } from './reference.ts';
import type { ModuleMemory, OpenFinding } from './state.ts';
import { TRACK_DAYS } from './track.ts';

export interface Entry {
  readonly module: ModuleView;
  readonly memory: ModuleMemory;
  readonly features: DayFeatures;
  readonly reference: GroupReference;
  /** Clear-sky energy by sector in Wh per W, of the module's array. */
  readonly weights: Float64Array;
  /** Newest row is complete and bright enough to be compared. */
  isGood: boolean;
  /** The finding that this module is part of. */
  finding: OpenFinding | null;
  /** The other modules of its device. */
  partners: readonly Entry[];
}

/** Levels of all good rows relative to the module's baseline. */
export const entryLevels = ({ module, weights }: Entry): Float64Array =>
  levelsOf(module.track, module.baseline, weights);

/** Level of the newest row. */
export const newestLevel = ({ module, weights }: Entry): number =>
  levelOfRow(module.track, TRACK_DAYS - 1, module.baseline, weights);
