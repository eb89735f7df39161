// Writes a tar.gz while it is read: one file at a time in memory, as fast as the reader takes it.
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';

/** A file of an archive. */
export interface ArchiveFile {
  /** Path with forward slashes. */
  name: string;
  data: Uint8Array;
}

interface Archiving {
  archive: Readable;
  /** Resolves when the files are no longer read, also after an error or when the archive was destroyed. */
  finished: Promise<void>;
}

/**
 * Archive of these files. Destroying it ends the iteration, so nothing more is read once the reader has disconnected;
 * an error of the iteration destroys it.
 */
export function tarGzOf(files: AsyncIterable<ArchiveFile>, at: Date): Archiving {
  const pack = tar.pack();
  const archive = createGzip();
  let hasEnded = false;
  const write = async () => {
    for await (const { name, data } of files) {
      if (hasEnded) return;
      await new Promise<void>((resolve, reject) => {
        // A destroyed stream does not call back.
        pack.once('close', resolve);
        pack.entry({ name, size: data.length, mode: 0o644, mtime: at }, Buffer.from(data), (error) => {
          pack.off('close', resolve);
          if (error && !hasEnded) reject(error);
          else resolve();
        });
      });
      if (hasEnded) return;
    }
    pack.finalize();
  };
  archive.once('close', () => {
    hasEnded = true;
    pack.destroy();
  });
  pack.on('error', (error) => archive.destroy(error));
  pack.pipe(archive);
  const finished = write().catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return { archive, finished };
}
