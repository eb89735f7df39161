// Types of the used part of `tar-stream`, which has none of its own.
declare module 'tar-stream' {
  import type { Readable, Writable } from 'node:stream';

  interface Header {
    name: string;
    size: number;
    mode: number;
    mtime: Date;
  }

  interface Pack extends Readable {
    /** Without data, the file is what is written to the returned stream. */
    entry(header: Header, data: Buffer | undefined, done: (error?: Error | null) => void): Writable;
    finalize(): void;
  }

  const tar: { pack(): Pack };
  export default tar;
}
