// Days that are marked, recomputed at once: tests do not wait for the loop of the roll-ups.
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
