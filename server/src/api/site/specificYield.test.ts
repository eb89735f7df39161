// kWh per kWp of plants in their list, from the days that the roll-up has written.

import { site } from '@helioport/contract/site';
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../seed/make.ts';
import { makeDays } from '../../../seed/makeDays.ts';
import { makeReading, storeReadings } from '../../../seed/makeReadings.ts';
import { seedMenus } from '../../../seed/menus.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { rollUp } from '../../timeseries/rollup/rollup.ts';

const NOW = Date.UTC(2026, 5, 21, 12);

let app: TestApp;
let owner: Caller;

beforeAll(async () => {
  app = await startTestApp({ now: NOW });
  const { db, pool } = app.database;
  const made = await inTransaction(db, 'write', async (tx) => {
    await seedMenus(tx);
    const { id: ownerId } = await makeUser(tx, { email: 'owner@make.test' });
    const plant = async (name: string, systemSizeW: number | null) => {
      const { id: siteId } = await makeSite(tx, { ownerId, name, systemSizeW });
      return { deviceId: (await makeDevice(tx, siteId)).id, siteId, timeZone: 'Europe/Berlin' };
    };
    const [small, large, silent] = [
      await plant('Small', 2000),
      await plant('Large', 8000),
      await plant('Silent', 1000),
    ];
    const unknown = await plant('Unknown', null);
    // 31 days, of which the oldest lies before the 30.
    const days = [100_000, ...Array.from({ length: 30 }, () => 4000)];
    for (const one of [small, large, unknown])
      await makeDays(tx, { id: one.deviceId, siteId: one.siteId }, '2026-05-21', days);
    await makeDays(
      tx,
      { id: silent.deviceId, siteId: silent.siteId },
      '2026-05-20',
      [9000, 9000, 9000, 2000],
    );
    await sql`delete from modules where site_id = ${unknown.siteId}`.execute(tx);
    return { small, large, silent, unknown };
  });
  const counts = (energy: number) => ({ power: 1000, energy });
  await storeReadings(
    pool,
    [
      makeReading(made.small, NOW - 60_000, counts(30_000)),
      makeReading(made.large, NOW - 60_000, counts(30_000)),
      makeReading(made.unknown, NOW - 60_000, counts(30_000)),
      makeReading(made.silent, NOW - 20 * DAY_MS, counts(10_000)),
    ],
    NOW,
  );
  const { rows } = await sql<{ siteId: number; day: string }>`
    select site_id as "siteId", day::text as day from dirty_day`.execute(db);
  for (const day of rows) await rollUp(db, day, day.siteId === made.silent.siteId ? NOW - 20 * DAY_MS : NOW);
  owner = await app.as('owner@make.test');
});
afterAll(() => app.close());

const listed = async (field: 'specificToday' | 'specific30', order: 'asc' | 'desc') => {
  const { list } = await owner.call(site.listWithSN, { sort: [{ field, order }] });
  return list.map((row) => [row.siteName, row[field]]);
};

it('tells what a plant made today for its size, and sorts by it', async () => {
  expect(await listed('specificToday', 'desc')).toEqual([
    ['Small', 1.5],
    ['Large', 0.38],
    ['Silent', 0],
    ['Unknown', null],
  ]);
});

it('tells the same of the 30 days before, also of a plant whose roll-ups are long past', async () => {
  // Of the silent one the days from 22 May on count: 9 + 2 kWh and the 1 kWh of its last report.
  expect(await listed('specific30', 'desc')).toEqual([
    ['Small', 60],
    ['Large', 15],
    ['Silent', 12],
    ['Unknown', null],
  ]);
  expect((await listed('specific30', 'asc'))[0]).toEqual(['Unknown', null]);
});

it('finds plants by owner, country and days of registration together', async () => {
  const found = async (filters: object) => (await owner.call(site.listWithSN, { filters })).total;
  expect(await found({ user_email: 'owner@', country_code: 'DE' })).toBe(4);
  expect(await found({ user_email: 'nobody@' })).toBe(0);
  expect(await found({ created_start_date: '2030-01-01' })).toBe(0);
});
