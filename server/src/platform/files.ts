// Names of uploaded files, and the folder in which earlier versions stored them.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** What names a file: 64 hex digits. */
export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The name of these bytes. */
export const fileHashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Content of a file uploaded to an earlier version; undefined if missing. */
export async function readOldFile(dataDir: string, hash: string): Promise<Buffer | undefined> {
  if (!isFileHash(hash)) throw new Error(`"${hash.slice(0, 80)}" is not a file name`);
  const data = await fs
    .readFile(path.join(dataDir, 'files', hash.slice(0, 2), hash.slice(2)))
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
  return data && fileHashOf(data) === hash ? data : undefined;
}
