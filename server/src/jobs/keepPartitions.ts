// Months of reports and weeks of raw frames: there before they are needed, and gone when all that was in them is packed.
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { dropMonths, makeAhead } from '../telemetry/keep/partitions.ts';

interface Parts {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

/** Months stay this long after their end, whatever is in them: devices that come back bring some days late. */
const STAYS_DAYS = 31;
const DAY_MS = 86_400_000;

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
