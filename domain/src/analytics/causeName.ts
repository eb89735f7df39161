import type { FindingCause, FindingScope } from './types.ts';

export type CauseName = FindingCause | 'plantOutage';

/** Name of the texts about a cause: a plant without power has an outage, not a failure of all of its inverters. */
export const causeName = (cause: FindingCause, scope: FindingScope | null): CauseName =>
  cause === 'inverterFailure' && scope === 'plant' ? 'plantOutage' : cause;
