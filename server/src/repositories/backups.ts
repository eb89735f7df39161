// Result of the last backup, for administrators.
import type { Db, Tx } from '../platform/db.ts';
import { getSetting, putSetting } from './settings.ts';

/** Instants in ms. */
export interface BackupState {
  /** The newest that is whole; null before the first. */
  last: { takenAt: number; bytes: number; rows: number } | null;
  /** Why the newest attempt failed; null where it did not. */
  trouble: { at: number; reason: string } | null;
}

const NAME = 'backup.state';
const none: BackupState = { last: null, trouble: null };

/** Null where no backups are taken. */
export const backupState = async (db: Db | Tx): Promise<BackupState | null> =>
  (await getSetting<BackupState | null>(db, NAME)) ?? null;

/** Updates the given fields of the state; the others stay. */
export async function noteBackup(db: Db | Tx, change: Partial<BackupState>): Promise<void> {
  await putSetting(db, NAME, { ...none, ...(await backupState(db)), ...change });
}

/** Clears the state once backups are disabled. */
export const noteNoBackups = async (db: Db | Tx): Promise<void> => {
  if ((await backupState(db)) !== null) await putSetting(db, NAME, null);
};
