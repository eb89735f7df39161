// Records the disk space of the store every hour, and of each plant at night.
import fs from 'node:fs';
import { measureSites, noteSize } from '../timeseries/retention/sizes.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'databaseFolder'>;

const LONGEST_MS = 60_000;

/** Bytes that are free where a folder is. */
function freeBytesOf(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

/** Records the size of the database and the free space of its disk. */
export const noteStore = ({ db, clock, databaseFolder }: Omit<Parts, 'log'>): Promise<void> =>
  noteSize(db, clock(), databaseFolder === undefined ? null : freeBytesOf(databaseFolder));

/** Records the size, and measures as many plants as possible within a minute. */
export async function measureStore(
  { db, clock, log, databaseFolder }: Parts,
  isStopping: () => boolean,
): Promise<void> {
  await noteStore({ db, clock, databaseFolder });
  const endsAt = performance.now() + LONGEST_MS;
  const plants = await measureSites(db, clock(), () => isStopping() || performance.now() > endsAt);
  if (plants > 0) log.debug({ plants }, 'storage use of plants measured');
}
