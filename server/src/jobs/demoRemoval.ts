// Deletes the demo data on request: immediately where the notification arrives, and at the next start if that process
// failed. Everything is deleted in one transaction.
import { sql } from 'kysely';
import { type Db, inTransaction } from '../platform/db.ts';
import { lock } from '../platform/locks.ts';
import { listen } from '../platform/notifications.ts';
import { lockCompanies } from '../repositories/companies.ts';
import {
  DEMO,
  type DemoRemoval,
  deleteDemoWorld,
  demoState,
  lockDemoWorld,
  releaseDevices,
} from '../repositories/demo.ts';
import { erasePlants, eraseUnclaimed } from '../timeseries/retention/erase.ts';
import { moveDevice } from '../timeseries/retention/move.ts';
import { holdRollUps } from '../timeseries/rollup/rollup.ts';
import type { JobParts } from './jobParts.ts';

/** Statement timeout: sixty days of demo data are three million readings. */
const TIMEOUT = '10min';

/** Deletes the demo data if requested; undefined if not requested or already deleted by another process. */
export async function removeDemo(db: Db, now: number): Promise<DemoRemoval | undefined> {
  return await inTransaction(db, 'write', async (tx) => {
    await sql`select set_config('statement_timeout', ${TIMEOUT}, true)`.execute(tx);
    await lock(tx, 'removeDemo');
    if ((await demoState(tx)) !== 'leaving') return undefined;
    await lockCompanies(tx);
    const { rows } = await sql<{ id: number }>`select id from sites where is_demo order by id`.execute(tx);
    for (const { id } of rows) await holdRollUps(tx, id);
    const world = await lockDemoWorld(tx);
    for (const { deviceId, siteId } of world.strays)
      await moveDevice(tx, { deviceId, fromSiteId: siteId, toSiteId: 0, timeZone: 'UTC', now });
    await releaseDevices(
      tx,
      world.strays.map(({ deviceId }) => deviceId),
    );
    await erasePlants(tx, world.siteIds);
    await eraseUnclaimed(tx, world.deviceIds);
    return await deleteDemoWorld(tx, world, now);
  });
}

interface Parts extends Pick<JobParts, 'db' | 'clock' | 'log'> {
  databaseUrl: string;
  /** Stops the simulation of the demo plants, so that no reading arrives afterwards. */
  before: () => Promise<void>;
}

/** Waits for the request. `stop` resolves when pending work has ended. */
export function startDemoRemoval({ db, databaseUrl, clock, log, before }: Parts): { stop(): Promise<void> } {
  let work: Promise<void> = Promise.resolve();
  const look = () => {
    work = work
      .then(async () => {
        if ((await demoState(db)) !== 'leaving') return;
        await before();
        const removed = await removeDemo(db, clock());
        if (removed) log.info(removed, 'demo data removed');
      })
      .catch((error: unknown) => log.error({ err: error }, 'demo data not removed'));
  };
  const listener = listen(databaseUrl, DEMO, log, { onNotification: look, onGap: look });
  look();
  return {
    async stop() {
      await listener.close();
      await work;
    },
  };
}
