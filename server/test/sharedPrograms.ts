// One copy of PostgreSQL's programs for all tests of this user, in place of one in every data folder.
import os from 'node:os';
import path from 'node:path';

/** Root's temporary folders are closed to the database's user. */
export const sharedPrograms = (): string =>
  path.join(
    process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir(),
    `helioport-programs-${process.getuid?.() ?? 0}`,
  );
