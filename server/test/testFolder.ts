// Where tests keep databases and copies of programs.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
/** All databases of a run of `npm test` with their logs take about a third of this. */
const NEEDED_BYTES = 8 * 2 ** 30;

/** Root's temporary folders are closed to the database's user. */
const diskFolder = (): string => (process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir());

/**
 * Existing folder in which tests create folders of their own for databases. A database consists of about 1,500 files,
 * which some disks take a second to create, so it is a folder in memory if there are 8 GiB of it.
 */
export function testFolder(): string {
  try {
    fs.accessSync(MEMORY_FOLDER, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(MEMORY_FOLDER);
    if (bavail * bsize >= NEEDED_BYTES && os.freemem() >= NEEDED_BYTES) return MEMORY_FOLDER;
  } catch {
    // Not Linux, or closed to this user.
  }
  return diskFolder();
}

/** One copy of PostgreSQL's programs for all tests of this user, in place of one in every data folder. */
export const sharedPrograms = (): string =>
  path.join(diskFolder(), `helioport-programs-${process.getuid?.() ?? 0}`);
