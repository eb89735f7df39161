// Evaluates plants while any are due: those with completed days, those with imported history, and the running day of
// those that report. Runs in a separate process (evaluationProcess.ts), so that no call waits for its calculations.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { ClaimLost, type EvaluationParts, evaluatePlant } from '../timeseries/analytics/evaluate.ts';
import { type Claim, claimPlant, releaseFailed, releasePlant } from '../timeseries/analytics/marks.ts';
import { claimRunningDays, evaluateRunningDay } from '../timeseries/analytics/runningDay.ts';
import { createAnnouncer } from '../timeseries/ingestion/live.ts';

export interface EvaluationJob {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  weatherOf?: EvaluationParts['weatherOf'];
  /** Polling interval when nothing is due, ms. */
  lookEveryMs?: number;
}

export interface Evaluations {
  /** Time of the last evaluation, ms of the monotonic clock; undefined before. */
  lastWorkMs(): number | undefined;
  /** Resolves when the chunk under way is written. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;
/** Longest time for one plant before the next one. */
const TURN_MS = 5_000;
/** History of an upgrade takes a third of the time of one core. */
const BACKGROUND_PAUSE = 2;
const BACKGROUND_TURN_MS = 500;
const RUNNING_DAYS = 20;

/** Starts the loop. Any number of processes may run it over one database. */
export function startEvaluations(job: EvaluationJob): Evaluations {
  const { db, pool, clock, log, weatherOf, lookEveryMs = LOOK_EVERY_MS } = job;
  const announcer = createAnnouncer(pool);
  const stopping = new AbortController();
  const parts: EvaluationParts = {
    db,
    clock,
    isStopping: () => stopping.signal.aborted,
    ...(weatherOf ? { weatherOf } : {}),
  };
  let lastWorkMs: number | undefined;
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  const evaluate = async (claim: Claim) => {
    const startedMs = performance.now();
    try {
      const turn = await evaluatePlant(parts, claim, claim.isBackground ? BACKGROUND_TURN_MS : TURN_MS);
      await releasePlant(db, claim, turn.dueAtMs);
      if (turn.days > 0) announcer.announce([claim.siteId]);
      const tookMs = performance.now() - startedMs;
      if (claim.isBackground) await pause(tookMs * BACKGROUND_PAUSE);
    } catch (error) {
      if (error instanceof ClaimLost) return;
      log.error({ err: error, siteId: claim.siteId }, 'plant evaluation failed');
      await releaseFailed(db, claim, error instanceof Error ? error.message : String(error), clock());
    }
  };

  /** Evaluates one plant, or some running days; returns whether anything was due. */
  const work = async (): Promise<boolean> => {
    const claim = await claimPlant(db, clock());
    if (claim) {
      await evaluate(claim);
      return true;
    }
    const running = await claimRunningDays(db, clock(), RUNNING_DAYS);
    for (const siteId of running) {
      if (stopping.signal.aborted) break;
      await evaluateRunningDay(parts, siteId).catch((error: unknown) =>
        log.warn({ err: error, siteId }, 'running day evaluation failed'),
      );
    }
    return running.length > 0;
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (await work()) lastWorkMs = performance.now();
        else await pause(lookEveryMs);
      } catch (error) {
        log.warn({ err: error }, 'due plants could not be read');
        await pause(AFTER_FAILURE_MS);
      }
    }
  };
  const done = loop();
  return {
    lastWorkMs: () => lastWorkMs,
    async stop() {
      stopping.abort();
      await done;
      await announcer.close();
    },
  };
}
