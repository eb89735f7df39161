// The beginning of a loss on a module that has no open finding yet.
import { DAY_MS } from '../../duration.ts';
import type { FindingCause, FindingEvidence } from '../types.ts';
import type { DayView } from './dayView.ts';
import type { Entry } from './entry.ts';

export interface Candidate {
  readonly entry: Entry;
  readonly kind: 'zero' | 'level' | 'shade' | 'lasting';
  readonly cause: FindingCause;
  readonly probability: number;
  readonly sinceMs: number;
  readonly sinceDay: number;
  readonly detectedMs: number;
  readonly window: readonly [number, number] | null;
  /** Negative logarithm. */
  readonly depth: number;
  readonly evidence: FindingEvidence[];
}

/** Start of the local day `days` before the evaluated one, ms UTC, within an hour at changes of the clock. */
export const startOfDay = ({ input, day }: DayView, wanted: number): number =>
  input.startMs - (day - wanted) * DAY_MS;
