// Moves readings received under a wrong clock, plant by plant, continuing an interrupted move, and recalculates the
// days on both sides.
import type { ClockShift } from '@helioport/domain/clockDeviation';
import type { Clock } from '../platform/clock.ts';
import { type Database, type Db, inTransaction } from '../platform/db.ts';
import { settleClockSpan } from '../repositories/clockNotes.ts';
import { refirstSeen } from '../repositories/devices.ts';
import {
  beginCorrection,
  countCorrected,
  findCorrection,
  finishCorrection,
  recordCorrectedSite,
} from '../repositories/timestampCorrections.ts';
import { takeDirty } from '../timeseries/marks/dirty.ts';
import {
  countShifted,
  createPartitionsFor,
  shiftPlant,
  touchedBy,
} from '../timeseries/retention/correctTimestamps.ts';
import { rollUp } from '../timeseries/rollup/rollup.ts';

/** What a move would do. */
export interface CorrectionPlan {
  plants: number;
  /** At most. */
  devices: number;
  readings: number;
  /** `done`: exactly this was done before. `begun`: it was interrupted, and what is left is counted. */
  state: 'fresh' | 'begun' | 'done';
}

/** Counts what a move would find. */
export async function planCorrection(db: Db, shift: ClockShift): Promise<CorrectionPlan> {
  const known = await findCorrection(db, shift);
  const plan: CorrectionPlan = { plants: 0, devices: 0, readings: 0, state: known ? 'begun' : 'fresh' };
  if (known?.isFinished) return { ...plan, state: 'done' };
  for await (const plant of touchedBy(db, shift)) {
    const found = await countShifted(db, plant, shift);
    if (found === 0) continue;
    plan.readings += found;
    plan.plants += plant.siteId === 0 ? 0 : 1;
    plan.devices += plant.deviceIds.length;
  }
  return plan;
}

interface Doing {
  clock: Clock;
  /** Called after each piece with the completed and the total amount. */
  onStep?: (done: number, of: number, name: 'readings' | 'plant-days') => void;
}

/**
 * Does it; what an interrupted run did stays done. Returns how many readings moved in all runs, and how many days were
 * recomputed in this one. The concerns about times within the span end where all plants were moved.
 */
export async function correctTimestamps(
  { db, pool }: Database,
  shift: ClockShift,
  { clock, onStep }: Doing,
): Promise<{ readings: number; days: number }> {
  const known = await findCorrection(db, shift);
  const id = known && !known.isFinished ? known.id : await beginCorrection(db, shift, clock());
  await createPartitionsFor(pool, shift);
  const books = {
    take: (tx: Parameters<typeof recordCorrectedSite>[0], siteId: number) =>
      recordCorrectedSite(tx, id, siteId),
    count: (tx: Parameters<typeof countCorrected>[0], readings: number) => countCorrected(tx, id, readings),
    refirstSeen,
  };
  let moved = 0;
  for await (const plant of touchedBy(db, shift)) {
    moved += await shiftPlant(db, plant, shift, { books, now: clock() });
    onStep?.(moved, moved, 'readings');
  }
  const days = await settleDays(db, { clock, ...(onStep && { onStep }) });
  const readings = await finishCorrection(db, id, clock());
  if (shift.sid === '') await inTransaction(db, 'write', (tx) => settleClockSpan(tx, shift, clock()));
  return { readings, days };
}

/** Recalculates marked days; the jobs of a running portal may do so concurrently. */
async function settleDays(db: Db, { clock, onStep }: Doing): Promise<number> {
  let done = 0;
  for (;;) {
    const days = await takeDirty(db, 100, clock(), { isHasty: true });
    if (days.length === 0) return done;
    for (const day of days) await rollUp(db, day, clock());
    done += days.length;
    onStep?.(done, done, 'plant-days');
  }
}
