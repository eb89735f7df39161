// Days that are over are packed, a minute at a time, so that the rest of the timetable never waits for years of reports.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { notePacking } from '../records/packing.ts';
import { packingEndsAt, packReports } from '../telemetry/keep/pack.ts';

interface Parts {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Days that stay rows; 0 packs nothing. */
  packAfterDays: number;
}

const LONGEST_MS = 60_000;

/** Packs what is old enough, or as much of it as a minute has room for. */
export async function packDays(
  { db, clock, log, metrics, packAfterDays }: Parts,
  isStopping: () => boolean,
): Promise<void> {
  if (packAfterDays === 0) return;
  const endsAt = performance.now() + LONGEST_MS;
  let pieceBeganAt = performance.now();
  const { reports, days, refused, isDone } = await packReports(
    db,
    packingEndsAt(clock(), packAfterDays),
    () => isStopping() || performance.now() > endsAt,
    async () => {
      // As long as it worked, it rests: who looks at his plant goes first.
      await sleep(performance.now() - pieceBeganAt);
      pieceBeganAt = performance.now();
    },
  );
  await notePacking(db, { at: clock(), isDone });
  metrics.reportsPacked.inc(reports);
  metrics.packingRefused.set(refused.length);
  for (const { siteId, deviceId, error } of refused)
    log.error({ err: error, siteId, deviceId }, 'reports could not be packed');
  if (days > 0) log.info({ reports, days }, 'packed days that are over');
}
