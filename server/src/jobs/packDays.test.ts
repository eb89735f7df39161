import { DAY_MS } from '@helioport/domain/duration';
import { addDays } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../seed/make.ts';
import { type Reporter, storeReadings, sunnyDay } from '../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../test/harness.ts';
import { settle } from '../../test/settle.ts';
import { inTransaction } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { CURVE_FROM_DEVICES } from '../timeseries/rollup/siteCurve.ts';
import { packDays } from './packDays.ts';

const DAY = '2026-06-20';
const EVENING = Date.parse(`${DAY}T21:00Z`);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('gives days that ended in silence their curve, packing or not', async () => {
  const who = await inTransaction(database.db, 'write', async (tx) => {
    const { id: siteId } = await makeSite(tx, { timezone: 'Etc/UTC' });
    const made: Reporter[] = [];
    for (let i = 0; i < CURVE_FROM_DEVICES; i++)
      made.push({ deviceId: (await makeDevice(tx, siteId)).id, siteId, timeZone: 'Etc/UTC' });
    return made;
  });
  const sun = { peakW: 900, channels: 4, everyMinutes: 30 };
  const days = [-1, 0].map((back) => addDays(DAY, back));
  for (const [i, day] of days.entries()) {
    const at = EVENING + (i - 1) * DAY_MS;
    await storeReadings(
      database.pool,
      who.flatMap((one) => sunnyDay(one, day, sun)),
      at,
    );
    await settle(database.db, at);
  }
  const stored = async () =>
    (
      await sql<{ day: string }>`
        select day from site_curve where site_id = ${who[0]!.siteId} order by day`.execute(database.db)
    ).rows.map(({ day }) => day);
  const job = (now: number, packAfterDays: number) =>
    packDays(
      {
        db: database.db,
        clock: () => now,
        log: createLog('silent'),
        metrics: createMetrics(),
        packAfterDays,
      },
      () => false,
    );
  expect(await stored()).toEqual([]);
  await job(EVENING, 0);
  expect(await stored()).toEqual(days.slice(0, 1));
  // Out of packed days too.
  await job(EVENING + 6 * DAY_MS, 4);
  expect(await stored()).toEqual(days);
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from reading`.execute(
    database.db,
  );
  expect(rows[0]).toEqual({ rows: 0 });
});
