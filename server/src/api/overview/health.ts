import {
  CHECK_DUE_AFTER_MS,
  type Concern,
  MISMATCHES_SHOWN,
  ROLL_UP_DUE_AFTER_MS,
} from '@helioport/contract/health';
import type { overview } from '@helioport/contract/overview';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import type { Handler } from '../../access/handler.ts';
import type { Tx } from '../../platform/db.ts';
import { partitionsOf } from '../../telemetry/keep/partitions.ts';
import {
  type DirtyDays,
  databaseBytes,
  dirtyDays,
  type FinishedCheck,
  lastCheck,
  mismatchCounts,
  mismatchesOf,
  reportsOn,
} from '../../telemetry/read/health.ts';

const health: Handler<typeof overview.health> = async ({ input, visible, tx, now }) => {
  const check = await lastCheck(tx);
  const checkedAt = check?.startedAt ?? null;
  const counts = await mismatchCounts(tx, visible.sites, checkedAt);
  const dirty = await dirtyDays(tx);
  const concerns: Concern[] = [];
  if (counts.waiting + counts.recomputed > 0) concerns.push('sums');
  if (await isCheckDue(tx, check, now)) concerns.push('check');
  if (isLate(dirty, now)) concerns.push('rollUp');
  return {
    concerns,
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
    store: input.withStore ? await storeOf(tx, now) : null,
  };
};

/** Whether a check should have come to its end by now; a house without plants has nothing to check. */
async function isCheckDue(tx: Tx, check: FinishedCheck | null, now: number): Promise<boolean> {
  const due = now - CHECK_DUE_AFTER_MS;
  if (check !== null) return check.finishedAt < due;
  const { rows } = await sql`select from sites where registered_at < ${new Date(due)} limit 1`.execute(tx);
  return rows.length > 0;
}

const isLate = ({ markedAt }: DirtyDays, now: number): boolean =>
  markedAt !== null && markedAt < now - ROLL_UP_DUE_AFTER_MS;

async function storeOf(tx: Tx, now: number) {
  const today = new Date(now).toISOString().slice(0, 10);
  return {
    databaseBytes: await databaseBytes(tx),
    reportsYesterday: await reportsOn(tx, addDays(today, -1)),
    reportsToday: await reportsOn(tx, today),
    partitions: await partitionsOf(tx),
  };
}

export default health;
