// The database that the environment names, for tools that read or fill it: the operator's own, the embedded one of a
// running portal, or the embedded one of a portal that is stopped.
import path from 'node:path';
import type { Config } from '@helioport/server/config';
import { lockDataFolder } from '@helioport/server/platform/dataLock';
import { addressOfRunning, startEmbeddedPostgres } from '@helioport/server/platform/embeddedPostgres';
import { StartRefused } from '@helioport/server/platform/startRefused';

type Where = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'programDir'>>;

/**
 * Runs `work` with the address of the database. An embedded database that does not run is started for it and stopped
 * again; one of a running portal is used, unless `isExclusive`.
 * @throws StartRefused when `isExclusive` and another process holds the data folder.
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir, programDir }: Where,
  work: (url: string) => Promise<T>,
  { isExclusive = false } = {},
): Promise<T> {
  if (databaseUrl !== undefined) return await work(databaseUrl);
  const folder = path.join(dataDir, 'postgres');
  let abort: (() => void) | undefined;
  const onLost = (message: string) => {
    abort?.();
    console.error(message);
    process.exit(1);
  };
  const onWait = (message: string) => console.error(message);
  const held = await lockDataFolder(dataDir, { onLost, onWait }).catch((error: unknown) => {
    // Only the lock tells a running portal from a database that a killed process left behind.
    if (!isExclusive && error instanceof StartRefused)
      return addressOfRunning(folder) ?? Promise.reject(error);
    throw error;
  });
  if (typeof held === 'string') return await work(held);
  try {
    const embedded = await startEmbeddedPostgres({
      folder,
      onWait,
      mayRestart: held.isHeld,
      ...(programDir ? { programs: programDir } : {}),
    });
    abort = embedded.abort;
    try {
      return await work(embedded.url);
    } finally {
      await embedded.stop();
    }
  } finally {
    held.release();
  }
}
