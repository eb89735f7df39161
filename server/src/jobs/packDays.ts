// Compresses completed days and stores the curves of those with many devices, for a minute at a time each, so that
// scheduled jobs never wait for years of readings.
import { setTimeout as sleep } from 'node:timers/promises';
import { notePacking } from '../repositories/packing.ts';
import { makeMissingCurves } from '../timeseries/retention/makeCurves.ts';
import { packingEndsAt, packReadings } from '../timeseries/retention/pack.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock' | 'log' | 'metrics' | 'packAfterDays'>;

const LONGEST_MS = 60_000;

/** What ends after a minute, and rests between two pieces for as long as it worked. */
function pacing(isStopping: () => boolean) {
  const endsAt = performance.now() + LONGEST_MS;
  let pieceBeganAt = performance.now();
  return {
    isOver: () => isStopping() || performance.now() > endsAt,
    // Pauses so that requests of users take precedence.
    rest: async () => {
      await sleep(performance.now() - pieceBeganAt);
      pieceBeganAt = performance.now();
    },
  };
}

/** Compresses old days and creates missing curves, as many as possible within a minute each. */
export async function packDays(parts: Parts, isStopping: () => boolean): Promise<void> {
  if (parts.packAfterDays > 0) await pack(parts, isStopping);
  const { isOver, rest } = pacing(isStopping);
  const made = await makeMissingCurves(parts.db, parts.clock(), isOver, rest);
  if (made > 0) parts.log.info({ days: made }, 'curves of completed days built');
}

async function pack(
  { db, clock, log, metrics, packAfterDays }: Parts,
  isStopping: () => boolean,
): Promise<void> {
  const { isOver, rest } = pacing(isStopping);
  const endsAt = packingEndsAt(clock(), packAfterDays);
  const { readings, days, refused, isDone } = await packReadings(db, endsAt, isOver, rest);
  await notePacking(db, { at: clock(), isDone });
  metrics.readingsCompressed.inc(readings);
  metrics.packingRefused.set(refused.length);
  for (const { siteId, deviceId, error } of refused)
    log.error({ err: error, siteId, deviceId }, 'readings not compressed');
  if (days > 0) log.info({ readings, days }, 'completed days compressed');
}
