// Recalculates all marked days immediately, so that tests need not wait for the roll-up loop.
import type { Db } from '../src/platform/db.ts';
import { takeDirty } from '../src/timeseries/marks/dirty.ts';
import { rollUp } from '../src/timeseries/rollup/rollup.ts';

/** Recomputes whatever is marked, and what that marks, until nothing is. `now` in ms. */
export async function settle(db: Db, now: number): Promise<void> {
  for (;;) {
    const days = await takeDirty(db, 100, now, { isHasty: true });
    if (days.length === 0) return;
    for (const day of days) await rollUp(db, day, now);
  }
}
