// Restarts a task that fails occasionally, until stopped.
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
 * Starts the scheduler and restarts it `againMs` after a failure, for example while the database is unavailable.
 * Rejects only if the first start fails.
 */
export async function keepRunning(
  begin: () => Promise<Running>,
  log: Log,
  againMs = AGAIN_MS,
): Promise<Pick<Running, 'stop'>> {
  const stopping = new AbortController();
  let running: Running | undefined = await begin();
  // If it fails while stopping, nothing is left to stop.
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
      // Stopped during the start: `stop` had nothing to end yet.
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
