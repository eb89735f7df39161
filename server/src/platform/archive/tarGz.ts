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

/**
 * The archive of these files. Destroying it ends the iteration, so that nothing is read any more once the reader has
 * left; an error of the iteration destroys it.
 */
export function tarGzOf(files: AsyncIterable<ArchiveFile>, at: Date): Readable {
  const pack = tar.pack();
  const gzip = createGzip();
  let hasEnded = false;
  const write = async () => {
    for await (const { name, data } of files) {
      if (hasEnded) return;
      await new Promise<void>((resolve, reject) => {
        // A destroyed stream calls nothing back.
        pack.once('close', resolve);
        pack.entry({ name, size: data.length, mode: 0o644, mtime: at }, Buffer.from(data), (error) => {
          pack.off('close', resolve);
          if (error) reject(error);
          else resolve();
        });
      });
    }
    pack.finalize();
  };
  gzip.once('close', () => {
    hasEnded = true;
    pack.destroy();
  });
  pack.on('error', (error) => gzip.destroy(error));
  pack.pipe(gzip);
  write().catch((error: Error) => gzip.destroy(error));
  return gzip;
}
