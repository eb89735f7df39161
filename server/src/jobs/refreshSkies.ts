// Keeps the clear-sky energies of all plants up to date while the process runs: after midnight in plant time, and after
// a change of a plant. Any number of processes may do so on one database.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { refreshSiteSkies } from '../timeseries/rollup/siteSky.ts';

const LOOK_EVERY_MS = 20_000;

/** Starts the loop with a first pass. */
export function startSkies({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  const stopping = new AbortController();
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        const plants = await refreshSiteSkies({ db, now: clock() }, () => stopping.signal.aborted);
        if (plants > 0) log.debug({ plants }, 'clear-sky energies calculated');
      } catch (error) {
        log.warn({ err: error }, 'clear-sky energies not calculated');
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const done = work();
  return {
    /** Resolves when the plant under way is stored. */
    async stop(): Promise<void> {
      stopping.abort();
      await done;
    },
  };
}
