// Creates monthly partitions of readings and weekly ones of raw frames ahead, and drops them once all their content is
// compressed.
import { DAY_MS } from '@helioport/domain/duration';
import { dropMonths, makeAhead } from '../timeseries/retention/partitions.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'pool' | 'clock' | 'log' | 'metrics'>;

/** Partitions are kept this long after their end, because devices that reconnect deliver days late. */
const STAYS_DAYS = 31;

/** Makes what will be needed, and drops what is empty. */
export async function keepPartitions(
  { db, pool, clock, log, metrics }: Parts,
  isStopping: () => boolean,
): Promise<void> {
  const nowMs = clock();
  await makeAhead(pool, nowMs);
  const names = await dropMonths(db, nowMs - STAYS_DAYS * DAY_MS, 'empty', isStopping);
  metrics.partitionsDropped.inc(names.length);
  if (names.length > 0) log.info({ names }, 'partitions of compressed months dropped');
}
