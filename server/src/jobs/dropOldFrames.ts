// Bytes of old readings go, whole weeks at a time.
import { dropOldRaw } from '../timeseries/retention/partitions.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'rawFrameDays'>;

/** Drops the weeks of raw frames that ended `rawFrameDays` ago or earlier. */
export async function dropOldFrames({ db, clock, log, rawFrameDays }: Parts): Promise<void> {
  const names = await dropOldRaw(db, rawFrameDays, clock());
  if (names.length > 0) log.info({ names }, 'raw frames past their retention period deleted');
}
