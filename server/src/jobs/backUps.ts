// Takes a backup every night and before an upgrade. It has its own loop because a large backup takes long and must not
// delay scheduled jobs. One of several processes takes it.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { BackupFailed, BackupUnderWay, backUp, deleteOldBackups } from '../platform/backup/write.ts';
import type { Log } from '../platform/log.ts';
import { installedAt, waitingMigrations } from '../platform/migrate.ts';
import { StartRefused } from '../platform/startRefused.ts';
import { backupState, noteBackup, noteNoBackups } from '../repositories/backups.ts';
import type { JobParts } from './jobParts.ts';

interface Parts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  databaseUrl: string;
  backups: { into: string; keep: number } | undefined;
}

/** Backups that were taken before an upgrade. */
const UPGRADES_KEPT = 3;
const LOOK_EVERY_MS = 600_000;
/** UTC; after the day of most plants, before the sums are checked. */
const AT_NIGHT_MS = HOUR_MS;

/** True if no backup was taken since the start of last night and the installation is older than a day. */
export function isBackupDue(nowMs: number, lastMs: number | null, installedMs: number): boolean {
  const night = Math.floor((nowMs - AT_NIGHT_MS) / DAY_MS) * DAY_MS + AT_NIGHT_MS;
  return installedMs < nowMs - DAY_MS && (lastMs ?? 0) < night;
}

/** Takes the daily backup where it is due; true when it did. A failure is noted, and tried again in some minutes. */
export async function takeDailyBackup(
  { db, databaseUrl, clock, log, backups }: Parts,
  signal?: AbortSignal,
): Promise<boolean> {
  if (backups === undefined) {
    await noteNoBackups(db);
    return false;
  }
  const { into, keep } = backups;
  if ((await backupState(db)) === null) await noteBackup(db, {});
  const lastMs = async () => (await backupState(db))?.last?.takenAt ?? null;
  const isDue = async () => isBackupDue(clock(), await lastMs(), await installedAt(db));
  if (!(await isDue())) return false;
  try {
    const { folder } = await backUp(databaseUrl, {
      into,
      why: 'daily',
      signal,
      isStillWanted: isDue,
      note: ({ bytes, rows }) => noteBackup(db, { last: { takenAt: clock(), bytes, rows }, trouble: null }),
    });
    log.info({ folder, gone: deleteOldBackups(into, 'daily', keep).length }, 'took a backup');
    return true;
  } catch (error) {
    if (error instanceof BackupUnderWay || signal?.aborted) return false;
    const reason = error instanceof BackupFailed ? error.message : String(error);
    await noteBackup(db, { trouble: { at: clock(), reason } });
    log.error({ reason }, 'backup failed');
    return false;
  }
}

/** Looks every ten minutes whether a backup is due. */
export function startBackups(parts: Parts): { stop(): Promise<void> } {
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = running
      .then(() => takeDailyBackup(parts, ending.signal))
      .catch((error: unknown) => parts.log.error({ err: error }, 'backups'));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await running;
    },
  };
}

/**
 * A backup of what an earlier version wrote, before this one changes it.
 * @throws StartRefused where there can be none, or where a newer version wrote it.
 */
export async function backUpBeforeUpgrade(url: string, backups: Parts['backups'], log: Log): Promise<void> {
  if ((await waitingMigrations(url)).length === 0 || backups === undefined) return;
  try {
    const { folder } = await backUp(url, { into: backups.into, why: 'upgrade' });
    deleteOldBackups(backups.into, 'upgrade', UPGRADES_KEPT);
    log.info({ folder }, 'backup before upgrade completed');
  } catch (error) {
    // Another process of this version has begun the upgrade; the lock of migrations makes this one wait for it.
    if (error instanceof BackupUnderWay) return;
    throw new StartRefused(
      `The backup before the upgrade failed: ${(error as Error).message} To upgrade without a backup, set BACKUP_DIR=off.`,
    );
  }
}
