// The database that the environment names, for tools that read or fill it: the operator's own, the embedded one of a
// running portal, or the embedded one of a portal that stands still.
import path from 'node:path';
import type { Config } from '@helioport/server/config';
import { lockDataFolder } from '@helioport/server/platform/dataLock';
import { addressOfRunning, startEmbeddedPostgres } from '@helioport/server/platform/embeddedPostgres';

/** Does `work` with its address. An embedded database that stands still is started for it and stopped again. */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(dataDir, 'postgres');
  const url = databaseUrl ?? addressOfRunning(folder);
  if (url !== undefined) return await work(url);
  const release = lockDataFolder(dataDir);
  try {
    const embedded = await startEmbeddedPostgres({ folder });
    try {
      return await work(embedded.url);
    } finally {
      await embedded.stop();
    }
  } finally {
    release();
  }
}
