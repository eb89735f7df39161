// Keeps something running that gives up now and then: it begins again until it is told to stop.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

/** What runs until it is stopped or gives up. */
export interface Running {
  /** Settles when it has ended, whichever way. */
  promise: Promise<unknown>;
  /** Resolves when what is under way has ended. Rejects where it had ended already. */
  stop(): Promise<void>;
}

/** After it gave up. */
const AGAIN_MS = 1_000;

/**
 * Begins the timetable, and begins it again `againMs` after it gave up, as it does when the database is away at a bad
 * moment. Rejects only where it could not begin the first time.
 */
export async function keepRunning(
  begin: () => Promise<Running>,
  log: Log,
  againMs = AGAIN_MS,
): Promise<Pick<Running, 'stop'>> {
  const stopping = new AbortController();
  let running: Running | undefined = await begin();
  // One that gives up as it is stopped has nothing left to stop.
  const end = async () =>
    await running?.stop().catch((error: unknown) => log.debug({ err: error }, 'scheduler ended'));
  const over = (async () => {
    while (!stopping.signal.aborted) {
      await running?.promise.catch((error: unknown) => log.warn({ err: error }, 'scheduler restarted'));
      running = undefined;
      await sleep(againMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      running = await begin().catch((error: unknown) => {
        log.debug({ err: error }, 'scheduler not started');
        return undefined;
      });
      // Told to stop while it began: whoever told found nothing to stop.
      if (stopping.signal.aborted) await end();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await end();
      await over;
    },
  };
}
