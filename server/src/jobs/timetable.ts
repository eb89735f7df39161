// The timetable: what runs when. Days are rolled up by a loop of our own, everything by the clock through
// graphile-worker; docs/decisions/014 says why there are two.
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, run } from 'graphile-worker';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { dropOldRaw } from '../telemetry/keep/partitions.ts';
import { type TakenDay, takeDirty } from '../telemetry/rollup/dirty.ts';
import { rollUp } from '../telemetry/rollup/rollup.ts';
import { createAnnouncer } from '../telemetry/take/live.ts';
import { tidy } from './tidying.ts';

export interface JobParts {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  rawFrameDays: number;
  /** Where uploaded files lie. */
  dataDir: string;
}

export interface Jobs {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Days recomputed side by side: PostgreSQL works on one while the next is summed up here. */
const AT_ONCE = 2;
const TAKEN_AT_ONCE = 8;
const LOOK_EVERY_MS = 500;
const AFTER_FAILURE_MS = 2_000;

/** UTC. Missed runs of the last day are made up for at start. */
const TIMETABLE = `
17 3 * * * drop_old_raw ?fill=1d
47 * * * * tidy ?fill=1h
`;

/** Starts the roll-up loop and the timetable. Any number of processes may do so over one database. */
export async function startJobs(parts: JobParts): Promise<Jobs> {
  const { db, pool, clock, log, rawFrameDays, dataDir } = parts;
  const loop = startRollUps(parts);
  const worker = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    crontab: TIMETABLE,
    logger: new Logger(() => (level, message) => {
      // Its "info" is what we call debugging.
      if (level === 'error') log.error({ message }, 'the timetable');
      else if (level === 'warning') log.warn({ message }, 'the timetable');
      else log.trace({ message }, 'the timetable');
    }),
    taskList: {
      async drop_old_raw() {
        const names = await dropOldRaw(db, rawFrameDays, clock());
        if (names.length > 0) log.info({ names }, 'dropped old raw frames');
      },
      async tidy() {
        log.debug(await tidy({ db, clock, dataDir }), 'tidied');
      },
    },
  }).catch(async (error: unknown) => {
    await loop.stop();
    throw error;
  });
  return {
    async stop() {
      await Promise.all([loop.stop(), worker.stop()]);
    },
  };
}

/** Recomputes marked days as long as there are any, and looks for new ones twice a second. */
export function startRollUps({ db, pool, clock, log }: Omit<JobParts, 'rawFrameDays' | 'dataDir'>): Jobs {
  const announcer = createAnnouncer(pool);
  const stopping = new AbortController();

  const workOff = async (queue: TakenDay[]) => {
    for (let day = queue.shift(); day; day = queue.shift()) {
      try {
        await rollUp(db, day, clock());
        announcer.announce([day.siteId]);
      } catch (error) {
        // The day becomes free again after some minutes; no mark is lost.
        log.error({ err: error, ...day }, 'a day could not be rolled up');
      }
    }
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      let waitMs = LOOK_EVERY_MS;
      try {
        const days = await takeDirty(db, TAKEN_AT_ONCE, clock());
        await Promise.all(Array.from({ length: AT_ONCE }, () => workOff(days)));
        if (days.length > 0) waitMs = 0;
      } catch (error) {
        log.warn({ err: error }, 'days to be rolled up could not be looked for');
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
