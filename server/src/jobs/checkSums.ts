// Every night: do the stored sums add up?
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { checkTotals } from '../telemetry/rollup/checkTotals.ts';

interface Parts {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

/** Checks the sums of all plants; what does not add up is counted, logged and recomputed. */
export async function checkSums(
  { db, clock, log, metrics }: Parts,
  isStopping: () => boolean,
): Promise<void> {
  const found = await checkTotals(db, clock, isStopping);
  for (const { kind } of found) metrics.totalsMismatch.inc({ kind });
  if (found.length > 0) log.warn({ count: found.length, first: found.slice(0, 10) }, 'totals did not match');
}
