// A log file of bounded size that only its owner can read.
import fs from 'node:fs';
import path from 'node:path';

const LARGEST_BYTES = 10_000_000;
const KEPT_FILES = 5;

export interface LogFile {
  path: string;
  write(line: string): void;
}

/**
 * Appends lines to `helioport.log` in `folder`. A full file becomes `helioport.1.log`, that one `helioport.2.log`, and
 * so on; the oldest is deleted. Created with the first line. Never throws: the server runs on when the disk is full.
 */
export function createLogFile(
  folder: string,
  {
    largestBytes = LARGEST_BYTES,
    keptFiles = KEPT_FILES,
  }: { largestBytes?: number; keptFiles?: number } = {},
): LogFile {
  const fileOf = (index: number) =>
    path.join(folder, index === 0 ? 'helioport.log' : `helioport.${index}.log`);
  let opened: { fd: number; bytes: number } | undefined;

  function open(): { fd: number; bytes: number } {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    // O_NOFOLLOW: with a symbolic link in its place, the log would overwrite another file.
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = fs.constants;
    const fd = fs.openSync(fileOf(0), O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
    return { fd, bytes: fs.fstatSync(fd).size };
  }

  function rotate(): void {
    if (opened) fs.closeSync(opened.fd);
    opened = undefined;
    for (let index = keptFiles - 1; index > 0; index--)
      if (fs.existsSync(fileOf(index - 1))) fs.renameSync(fileOf(index - 1), fileOf(index));
  }

  return {
    path: fileOf(0),
    write(line) {
      const bytes = Buffer.byteLength(line);
      try {
        opened ??= open();
        if (opened.bytes > 0 && opened.bytes + bytes > largestBytes) {
          rotate();
          opened = open();
        }
        fs.writeSync(opened.fd, line);
        opened.bytes += bytes;
      } catch {
        // Tried again with the next line.
      }
    },
  };
}
