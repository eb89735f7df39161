// Uploaded files on disk, outside the web root: each lies under the SHA-256 of its bytes, so the same file is kept
// once and no name that a person chose ever touches the disk. What they are for is written in the table `files`.
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

export interface FileStore {
  /** Keeps the bytes and returns their hash. */
  put(data: Uint8Array): Promise<string>;
  /** The bytes of a hash; undefined when there are none. */
  read(hash: string): Promise<Buffer | undefined>;
  remove(hash: string): Promise<void>;
}

/** What names a file: 64 hex digits. */
export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The store below `dataDir`. Folders are made when the first file comes. */
export function openFileStore(dataDir: string): FileStore {
  const placeOf = (hash: string) => {
    if (!isFileHash(hash)) throw new Error(`"${hash.slice(0, 80)}" names no file`);
    return path.join(dataDir, 'files', hash.slice(0, 2), hash.slice(2));
  };
  return {
    async put(data) {
      const hash = createHash('sha256').update(data).digest('hex');
      const place = placeOf(hash);
      await fs.mkdir(path.dirname(place), { recursive: true });
      // Written beside and renamed: a reader, or a crash, never meets half a file.
      const beside = `${place}.${randomBytes(6).toString('hex')}`;
      try {
        const file = await fs.open(beside, 'wx');
        await file.writeFile(data).then(() => file.sync());
        await file.close();
        await fs.rename(beside, place);
      } catch (error) {
        await fs.rm(beside, { force: true });
        throw error;
      }
      return hash;
    },
    async read(hash) {
      try {
        return await fs.readFile(placeOf(hash));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (hash) => fs.rm(placeOf(hash), { force: true }),
  };
}
