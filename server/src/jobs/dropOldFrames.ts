// Bytes of old readings go, whole weeks at a time.
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { dropOldRaw } from '../timeseries/retention/partitions.ts';

interface Parts {
  db: Db;
  clock: Clock;
  log: Log;
  rawFrameDays: number;
}

/** Drops the weeks of raw frames that ended `rawFrameDays` ago or earlier. */
export async function dropOldFrames({ db, clock, log, rawFrameDays }: Parts): Promise<void> {
  const names = await dropOldRaw(db, rawFrameDays, clock());
  if (names.length > 0) log.info({ names }, 'raw frames past their retention period deleted');
}
