// Writes a tar.gz while it is read: one file or piece at a time in memory, as fast as the reader takes it.
import type { Readable, Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';

/** A file of an archive. */
export interface ArchiveFile {
  /** Path with forward slashes. */
  name: string;
  data: Uint8Array | FilePieces;
}

/** A file that is too large for memory: its pieces, in order, with exactly this many bytes. */
export interface FilePieces {
  bytes: number;
  pieces: AsyncIterable<Uint8Array>;
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
      const isBuffer = data instanceof Uint8Array;
      const header = { name, size: isBuffer ? data.length : data.bytes, mode: 0o644, mtime: at };
      let entry: Writable | undefined;
      const written = new Promise<void>((resolve, reject) => {
        // A destroyed stream does not call back.
        pack.once('close', resolve);
        const onWritten = (error?: Error | null) => {
          pack.off('close', resolve);
          if (error && !hasEnded) reject(error);
          else resolve();
        };
        entry = pack.entry(header, isBuffer ? Buffer.from(data) : undefined, onWritten);
      });
      await Promise.all([written, entry && !isBuffer ? writePieces(entry, data) : undefined]);
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

/** Writes the pieces of a file, each once the stream has taken the one before; ends early when it is closed. */
async function writePieces(entry: Writable, { bytes, pieces }: FilePieces): Promise<void> {
  let isClosed = false;
  const closed = new Promise<void>((resolve) =>
    entry.once('close', () => {
      isClosed = true;
      resolve();
    }),
  );
  // The callback of the entry reports it.
  entry.on('error', () => undefined);
  let written = 0;
  try {
    for await (const piece of pieces) {
      if (isClosed) return;
      written += piece.length;
      if (written > bytes) break;
      if (!entry.write(Buffer.from(piece)))
        await Promise.race([new Promise((resolve) => entry.once('drain', resolve)), closed]);
    }
    if (written !== bytes && !isClosed) throw new Error(`file of ${bytes} bytes has another length`);
    entry.end();
  } catch (error) {
    entry.destroy(error as Error);
    throw error;
  }
}
