// Creates monthly partitions of readings and weekly ones of raw frames ahead, and drops them once all their content is
// compressed.
import { DAY_MS } from '@helioport/domain/duration';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { dropMonths, makeAhead } from '../timeseries/retention/partitions.ts';

interface Parts {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

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
