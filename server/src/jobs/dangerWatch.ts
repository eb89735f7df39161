// Raises critical alarms within seconds of the reading: evaluates only plants with a new dangerous fault.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { storeConditions } from '../timeseries/alarms/conditions.ts';
import { plantsInNewDanger } from '../timeseries/alarms/danger.ts';
import { evaluateAlarms } from '../timeseries/alarms/evaluate.ts';
import { type Announcer, createAnnouncer } from '../timeseries/ingestion/live.ts';
import type { JobParts } from './jobParts.ts';

type Parts = Pick<JobParts, 'db' | 'clock'>;

const LOOK_EVERY_MS = 10_000;

/** Looks once and announces the plants whose alarms changed; returns how many. */
export async function lookForDanger({
  db,
  clock,
  announcer,
}: Parts & { announcer: Pick<Announcer, 'announce'> }): Promise<number> {
  const now = clock();
  const plants = await plantsInNewDanger(db, now);
  if (plants.length === 0) return 0;
  const changed = await inTransaction(db, 'write', async (tx) => {
    const alarmed = await evaluateAlarms(tx, now, plants);
    return [...new Set([...alarmed, ...(await storeConditions(tx))])];
  });
  announcer.announce(changed);
  return changed.length;
}

/** Looks every ten seconds until it is stopped. Any number of processes may do so over one database. */
export function startDangerWatch(parts: Parts & { pool: pg.Pool; log: Log }): { stop(): Promise<void> } {
  const { pool, log } = parts;
  const announcer = createAnnouncer(pool);
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const plants = await lookForDanger({ ...parts, announcer });
        if (plants > 0) log.debug({ plants }, 'critical alarms changed');
      } catch (error) {
        log.warn({ err: error }, 'critical faults not evaluated');
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await done;
      await announcer.close();
    },
  };
}
