import { addDays, dayBounds } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { takeDirty } from '../marks/dirty.ts';
import { evaluateDays } from './evaluate.ts';
import { rollUp } from './rollup.ts';

const ZONE = 'Europe/Berlin';
const DAY = '2026-06-20';
const NEXT = dayBounds(addDays(DAY, 1), ZONE).startMs + 3_600_000;

let database: TestDatabase;
let siteId: number;
let deviceId: number;

beforeEach(async () => {
  database = await freshDatabase();
  siteId = (await inTransaction(database.db, 'write', (tx) => makeSite(tx))).id;
  deviceId = (await inTransaction(database.db, 'write', (tx) => makeDevice(tx, siteId))).id;
  await sql`insert into arrays (site_id, id, tilt_deg, azimuth_deg) values (${siteId}, 1, 30, 180)`.execute(
    database.db,
  );
  await sql`update modules set array_id = 1`.execute(database.db);
});
afterEach(() => database.close());

/** Four modules of 400 W: a clear day of June is about 9 kWh of the 1600 W. */
const shine = (peakW: number) =>
  storeReadings(
    database.pool,
    sunnyDay({ siteId, deviceId, timeZone: ZONE }, DAY, { peakW, channels: 4, everyMinutes: 15 }),
    NEXT,
  );

async function implausibleDays() {
  for (;;) {
    const days = await takeDirty(database.db, 20, NEXT, { isHasty: true });
    if (days.length === 0) break;
    for (const day of days) await rollUp(database.db, day, NEXT);
  }
  await evaluateDays(database.db, NEXT);
  const { rows } = await sql<{ id: number; key: string; day: string }>`
    select device_id as id, key, since_day as day from issue_event order by key`.execute(database.db);
  return rows;
}

it('a day on which a device made far more than a clear sky gives is told, and taken back when it is corrected', async () => {
  await shine(1300);
  expect(await implausibleDays()).toEqual([]);
  await shine(2400);
  expect(await implausibleDays()).toEqual([{ id: deviceId, key: 'tooMuch', day: DAY }]);
  await shine(1300);
  expect(await implausibleDays()).toEqual([]);
});

it('of modules whose plane nobody entered nothing is said', async () => {
  await sql`update modules set array_id = null where addr = 1`.execute(database.db);
  await shine(2400);
  expect(await implausibleDays()).toEqual([]);
});

it('power in the dark is told, that of dusk and the noise of a sensor are not', async () => {
  await shine(1200);
  const { startMs } = dayBounds(DAY, ZONE);
  const at = (hour: number, watts: number) =>
    makeReading({ siteId, deviceId, timeZone: ZONE }, startMs + hour * 3_600_000, { power: watts * 10 });
  await storeReadings(database.pool, [at(1.5, 4), at(21.6, 60)], NEXT);
  expect(await implausibleDays()).toEqual([]);
  await storeReadings(database.pool, [at(1.6, 60)], NEXT);
  expect(await implausibleDays()).toEqual([{ id: deviceId, key: 'nightPower', day: DAY }]);
});
