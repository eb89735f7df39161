// The data folder holds secrets, personal data and backups: its owner alone may list and read it.
import fs from 'node:fs';
import path from 'node:path';

/** Contents of a data folder other than the database, which sets its own modes. */
const PRIVATE_FOLDERS = ['backups', 'files', 'logs'];

/**
 * Closes the data folder to other users. Root leaves the way through open (not listing), since its database runs as
 * another user. A folder that belongs to another user is left as it is.
 */
export function makePrivate(dataDir: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const close = (folder: string, mode: number) => {
    const entry = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (entry?.isDirectory() && entry.uid === user && (entry.mode & 0o777) !== mode)
      fs.chmodSync(folder, mode);
  };
  close(dataDir, user === 0 ? 0o711 : 0o700);
  for (const name of PRIVATE_FOLDERS) close(path.join(dataDir, name), 0o700);
}
