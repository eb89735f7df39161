// The roll-up loop: recomputes marked days as long as there are any. Any number of processes may run it over one database.
import { setTimeout as sleep } from 'node:timers/promises';
import { createAnnouncer } from '../timeseries/ingestion/live.ts';
import { bySiteOf, type TakenDay, takeDirty } from '../timeseries/marks/dirty.ts';
import { rollUp } from '../timeseries/rollup/rollup.ts';
import type { JobParts } from './jobParts.ts';

interface Parts extends Pick<JobParts, 'db' | 'pool' | 'clock' | 'log'> {
  /**
   * Skips the waiting time of marks and checks again immediately, for tests that need days recalculated while readings
   * arrive.
   */
  isHasty?: boolean;
}

export interface RollUps {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Plants worked at side by side: PostgreSQL works on one while the next is summed up here. */
const AT_ONCE = 2;
const TAKEN_AT_ONCE = 16;
const LOOK_EVERY_MS = 500;
const HASTY_MS = 5;
const AFTER_FAILURE_MS = 2_000;

/** Recalculates marked days while there are any, and checks for new ones twice a second. */
export function startRollUps({ db, pool, clock, log, isHasty = false }: Parts): RollUps {
  const announcer = createAnnouncer(pool);
  const stopping = new AbortController();

  /** Days of one plant follow one another; plants are worked at side by side. */
  const workOff = async (plants: TakenDay[][]) => {
    for (let days = plants.shift(); days; days = plants.shift()) await recompute(days);
  };
  const recompute = async (days: readonly TakenDay[]) => {
    for (const day of days) {
      try {
        await rollUp(db, day, clock());
        announcer.announce([day.siteId]);
      } catch (error) {
        // The day becomes free again after some minutes; no mark is lost.
        log.error({ err: error, ...day }, 'day not rolled up');
      }
    }
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      let waitMs = isHasty ? HASTY_MS : LOOK_EVERY_MS;
      try {
        const days = await takeDirty(db, TAKEN_AT_ONCE, clock(), { isHasty });
        const plants = [...bySiteOf(days).values()];
        await Promise.all(Array.from({ length: AT_ONCE }, () => workOff(plants)));
        if (days.length > 0) waitMs = 0;
      } catch (error) {
        log.warn({ err: error }, 'roll-up queue not readable');
        waitMs = AFTER_FAILURE_MS;
      }
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const done = work();
  return {
    async stop() {
      stopping.abort();
      await done;
      await announcer.close();
    },
  };
}
