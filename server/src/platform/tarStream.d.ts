// Types of the used part of `tar-stream`, which has none of its own.
declare module 'tar-stream' {
  import type { Readable } from 'node:stream';

  interface Header {
    name: string;
    size: number;
    mode: number;
    mtime: Date;
  }

  interface Pack extends Readable {
    entry(header: Header, data: Buffer, done: (error?: Error | null) => void): void;
    finalize(): void;
  }

  const tar: { pack(): Pack };
  export default tar;
}
