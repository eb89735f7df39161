// Every night: do the stored sums add up?
import { checkTotals } from '../timeseries/rollup/checkTotals.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'metrics'>;

/** Checks the sums of all plants; what does not add up is counted, logged and recomputed. */
export async function checkSums(
  { db, clock, log, metrics }: Parts,
  isStopping: () => boolean,
): Promise<void> {
  const found = await checkTotals(db, clock, isStopping);
  for (const { kind } of found) metrics.totalsMismatch.inc({ kind });
  if (found.length > 0) log.warn({ count: found.length, first: found.slice(0, 10) }, 'totals did not match');
}
