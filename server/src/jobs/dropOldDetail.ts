// Deletes detailed readings past the retention period at night; totals of their days stay.
import { dropOldDetail } from '../timeseries/retention/retention.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'metrics'>;

/** Deletes readings past the retention period until stopped; the next run continues from there. */
export async function dropDetail(
  { db, clock, log, metrics }: Parts,
  isStopping: () => boolean,
): Promise<void> {
  const { days, months, isDone } = await dropOldDetail(db, clock(), isStopping);
  metrics.detailDropped.inc(days);
  metrics.partitionsDropped.inc(months.length);
  if (days > 0 || months.length > 0)
    log.info({ days, months, isDone }, 'readings past their retention period deleted');
}
