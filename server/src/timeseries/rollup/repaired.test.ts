import { HOUR_MS } from '@helioport/domain/duration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, type Reporter, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { energyByDay, energyByMonth, lastRepair } from '../query/energies.ts';
import { rollUp } from './rollup.ts';

const ZONE = 'Asia/Kolkata';
const DAY = '2026-06-21';
/** Half past five in the morning by the plant's clock. */
const DAWN = Date.parse(`${DAY}T00:00:00Z`);
const EVENING = DAWN + 13 * HOUR_MS;
const WEEK_LATER = DAWN + 7 * 24 * HOUR_MS;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

async function plant(): Promise<Reporter> {
  return await inTransaction(database.db, 'write', async (tx) => {
    const site = await makeSite(tx, { timezone: ZONE });
    return { siteId: site.id, deviceId: (await makeDevice(tx, site.id)).id, timeZone: ZONE };
  });
}

/** Stores a reading of the day, `hours` after dawn, and recomputes the day. */
async function reading(who: Reporter, hours: number, energy: number, now: number): Promise<void> {
  const made = makeReading(who, DAWN + hours * HOUR_MS, { power: 5000, energy });
  await storeReadings(database.pool, [made], now);
  await rollUp(database.db, { siteId: who.siteId, day: DAY }, now);
}

const repairedDaysOf = async (who: Reporter, now = WEEK_LATER + HOUR_MS) => {
  const scope = { siteId: who.siteId, timeZone: ZONE };
  const [day] = await energyByDay(database.db, scope, DAY, DAY, now);
  const [month] = await energyByMonth(database.db, scope, '2026-06', '2026-06', now);
  return [day?.repairedOn, month?.repairedOn];
};

it("is repaired when late readings change a day that was over, and says when by the plant's calendar", async () => {
  const who = await plant();
  await reading(who, 6, 20_000, DAWN + 6 * HOUR_MS);
  await reading(who, 12, 40_000, EVENING);
  expect(await repairedDaysOf(who)).toEqual([null, null]);
  // 19:00 UTC is past midnight there.
  await reading(who, 12.5, 44_000, WEEK_LATER + 19 * HOUR_MS);
  expect(await repairedDaysOf(who)).toEqual(['2026-06-29', '2026-06-29']);
});

it('is not repaired by readings that change nothing', async () => {
  const who = await plant();
  await reading(who, 6, 20_000, DAWN + 6 * HOUR_MS);
  await reading(who, 12, 40_000, EVENING);
  await reading(who, 9, 30_000, WEEK_LATER);
  expect(await repairedDaysOf(who)).toEqual([null, null]);
});

it('is not repaired by a history that is brought in for the first time, in pieces', async () => {
  const who = await plant();
  await reading(who, 6, 20_000, WEEK_LATER);
  await reading(who, 12, 40_000, WEEK_LATER + 60_000);
  expect(await repairedDaysOf(who)).toEqual([null, null]);
  await reading(who, 12.5, 44_000, WEEK_LATER + 3 * HOUR_MS);
  expect(await repairedDaysOf(who)).toEqual(['2026-06-28', '2026-06-28']);
});

it('is not repaired by the last readings of the day', async () => {
  const who = await plant();
  const midnight = DAWN + 18.5 * HOUR_MS;
  await reading(who, 12, 40_000, EVENING);
  await reading(who, 18, 41_000, midnight + 60_000);
  expect(await repairedDaysOf(who)).toEqual([null, null]);
});

it('was repaired last when the last of its days was', () => {
  expect(lastRepair([{ repairedOn: null }, { repairedOn: '2026-06-28' }, { repairedOn: '2026-06-09' }])).toBe(
    '2026-06-28',
  );
  expect(lastRepair([{ repairedOn: null }])).toBeNull();
});
