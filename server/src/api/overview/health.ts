import {
  BACKUP_DUE_AFTER_MS,
  BROKER_AWAY_MS,
  CHECK_DUE_AFTER_MS,
  type Concern,
  DISK_DAYS_LEFT,
  MISMATCHES_SHOWN,
  ROLL_UP_DUE_AFTER_MS,
  UPSTREAM_FAILED_MS,
} from '@helioport/contract/health';
import type { overview } from '@helioport/contract/overview';
import { correctionCommand } from '@helioport/domain/clockDeviation';
import { addDays } from '@helioport/domain/periods';
import type { RawBuilder } from 'kysely';
import { handler } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { installedAt } from '../../platform/migrate.ts';
import { productVersion } from '../../platform/productVersion.ts';
import { type BackupState, backupState } from '../../repositories/backups.ts';
import { brokerAwaySince } from '../../repositories/brokerState.ts';
import { type ClockNote, openClockNotes, type Run } from '../../repositories/clockNotes.ts';
import { packingState } from '../../repositories/packing.ts';
import { upstreamQueue, upstreamState } from '../../repositories/upstreamFrames.ts';
import {
  type DirtyDays,
  databaseBytes,
  dirtyDays,
  lastCheck,
  mismatchCounts,
  mismatchesOf,
  readingsOn,
} from '../../timeseries/query/health.ts';
import { partitionsOf } from '../../timeseries/retention/partitions.ts';
import { retentionOf } from '../../timeseries/retention/retention.ts';
import { compressedBytes, diskOutlook, largestSites } from '../../timeseries/retention/sizes.ts';

/** Plants that hold the most. */
const PLANTS_SHOWN = 10;

export default handler<typeof overview.health>(async ({ input, visible, tx, now, services }) => {
  const check = await lastCheck(tx);
  const checkedAt = check?.startedAt ?? null;
  const counts = await mismatchCounts(tx, visible.sites, checkedAt);
  const dirty = await dirtyDays(tx);
  const clock = await openClockNotes(tx);
  const concerns: Concern[] = clock.length > 0 ? ['clock'] : [];
  if (counts.waiting + counts.recomputed > 0) concerns.push('sums');
  const disk = await diskOutlook(tx);
  if (disk?.daysLeft != null && disk.daysLeft < DISK_DAYS_LEFT) concerns.push('disk');
  const awaySince = await brokerAwaySince(tx);
  if (awaySince !== null && awaySince < now - BROKER_AWAY_MS) concerns.push('broker');
  const { upstream: target } = services.config;
  const upstream = target ? await upstreamOf(tx, new URL(target.url).host) : null;
  if (upstream?.failure && upstream.failure.since < now - UPSTREAM_FAILED_MS) concerns.push('upstream');
  const backup = await backupState(tx);
  // Start of the time in which a check or backup was possible.
  const installed = await installedAt(tx);
  if (isBackupLate(backup, installed, now)) concerns.push('backup');
  if ((check?.finishedAt ?? installed) < now - CHECK_DUE_AFTER_MS) concerns.push('check');
  if (isLate(dirty, now)) concerns.push('rollUp');
  return {
    version: productVersion,
    concerns,
    clock: clock.map((note) => clockNote(note, now)),
    check: check && {
      ...check,
      startedAt: Math.round(check.startedAt),
      finishedAt: Math.round(check.finishedAt),
    },
    mismatchCounts: counts,
    mismatches: (await mismatchesOf(tx, visible.sites, checkedAt, MISMATCHES_SHOWN)).map((one) => ({
      ...one,
      foundAt: Math.round(one.foundAt),
    })),
    dirtyDays: { ...dirty, markedAt: dirty.markedAt === null ? null : Math.round(dirty.markedAt) },
    backup,
    disk,
    upstream,
    store: input.withStore ? await storeOf(tx, visible.sites, now) : null,
  };
});

async function upstreamOf(tx: Tx, host: string) {
  const { queued, oldestAt } = await upstreamQueue(tx);
  return {
    host,
    queued,
    oldestAt: oldestAt === null ? null : Math.round(oldestAt),
    ...(await upstreamState(tx)),
  };
}

const clockProblem = ({ fromMs, toMs }: Run, offsetMs: number | null, isOver: boolean) => ({
  from: Math.round(fromMs),
  to: Math.round(toMs),
  offsetMs: offsetMs === null ? null : Math.round(offsetMs),
  command: isOver && offsetMs !== null ? correctionCommand(fromMs, toMs, offsetMs) : null,
});

const clockNote = (note: ClockNote, now: number) => ({
  id: note.id,
  kind: note.kind,
  isGuessed: note.isGuessed,
  isOver: note.isOver,
  noticedAt: Math.round(note.noticedAtMs),
  referenceAt: note.referenceMs === null ? null : Math.round(note.referenceMs),
  ...clockProblem(note, note.offsetMs, note.isOver),
  // The run before ended when this one began, or earlier.
  earlier: note.earlier && clockProblem(note.earlier, Math.min(now, note.fromMs) - note.earlier.toMs, true),
});

/** A failed backup is reported immediately; a missing one, if backups are enabled, after two nights. */
const isBackupLate = (backup: BackupState | null, installed: number, now: number): boolean =>
  backup !== null &&
  (backup.trouble !== null || (backup.last?.takenAt ?? installed) < now - BACKUP_DUE_AFTER_MS);

const isLate = ({ markedAt }: DirtyDays, now: number): boolean =>
  markedAt !== null && markedAt < now - ROLL_UP_DUE_AFTER_MS;

async function storeOf(tx: Tx, sites: RawBuilder<unknown>, now: number) {
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    databaseBytes: await databaseBytes(tx),
    reportsYesterday: await readingsOn(tx, addDays(today, -1)),
    reportsToday: await readingsOn(tx, today),
    packed: {
      bytes: await compressedBytes(tx),
      ...((await packingState(tx)) ?? { at: null, isDone: null }),
    },
    retention: await retentionOf(tx),
    // Clients know readings as reports.
    plants: (await largestSites(tx, sites, PLANTS_SHOWN)).map(({ readings, ...plant }) => ({
      ...plant,
      reports: readings,
    })),
    partitions: (await partitionsOf(tx)).map((partition) => ({
      ...partition,
      holds: partition.holds === 'reading' ? ('report' as const) : partition.holds,
    })),
  };
}
