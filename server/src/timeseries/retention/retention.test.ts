// Single readings go when they are old enough; nothing that was summed of them changes.
import { HOUR_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, type Reporter, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { settle } from '../../../test/settle.ts';
import { inTransaction } from '../../platform/db.ts';
import { readReadings } from '../readings/readings.ts';
import { checkTotals } from '../rollup/checkTotals.ts';
import { holdRollUps } from '../rollup/rollup.ts';
import { deleteDeviceHistory } from './deleteHistory.ts';
import { moveDevice, rezoneSite } from './move.ts';
import { packingEndsAt, packReadings } from './pack.ts';
import { detailBefore, dropOldDetail, firstKeptDay, retentionOf, setRetention } from './retention.ts';

// Its first of a month begins on the day before, as UTC has it.
const ZONE = 'Asia/Kathmandu';
const NOW = Date.UTC(2027, 5, 20, 12);
const FROM = Date.UTC(2026, 4, 20);
const TO = Date.UTC(2026, 5, 10);
const KEPT = '2026-06-01';

let database: TestDatabase;
let siteIds: number[];
let who: Reporter[];

const write = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(database.db, 'write', work);

beforeAll(async () => {
  database = await freshDatabase();
  who = await write(async (tx) => {
    const made: Reporter[] = [];
    for (const sid of ['NP_20260101_0001', 'NP_20260101_0001', 'NP_20260101_0002'].entries()) {
      const [i, name] = sid;
      const siteId = i === 1 ? made[0]!.siteId : (await makeSite(tx, { sid: name, timezone: ZONE })).id;
      made.push({ deviceId: (await makeDevice(tx, siteId)).id, siteId, timeZone: ZONE });
    }
    return made;
  });
  siteIds = [...new Set(who.map(({ siteId }) => siteId))];
  await store(FROM, TO);
  await settle(database.db, NOW);
  await packReadings(database.db, packingEndsAt(NOW, 4));
});
afterAll(() => database.close());

/** A reading an hour with a counter that only grows, so that any day that lost some is worth less. */
const store = (fromMs: number, toMs: number, of: readonly Reporter[] = who) =>
  storeReadings(
    database.pool,
    of.flatMap((one) =>
      Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, i) => {
        const atMs = fromMs + i * HOUR_MS;
        return makeReading(one, atMs, { power: 5000, energyOut: (atMs - FROM) / 1000 });
      }),
    ),
    NOW,
  );

const counted = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.db)).rows[0]!
    .n;

/** Every sum, of whatever span. */
const sums = async () =>
  Promise.all(
    ['site_day', 'site_month', 'site_hour', 'device_day', 'device_hour', 'module_day', 'device_total'].map(
      async (table) =>
        (
          await sql`select to_jsonb(t) - 'changed_at' - 'corrected_at' as row from ${sql.table(table)} t
            order by to_jsonb(t)::text`.execute(database.db)
        ).rows,
    ),
  );

const instants = async (siteId: number) =>
  (
    await readReadings(database.db, { siteId, fromMs: FROM, toMs: NOW, scalars: ['power'], inputs: [] })
  ).flatMap(({ at }) => [...at]);

it('keeps everything for ever unless somebody wants otherwise', async () => {
  const before = await counted('reading_block');
  expect(await dropOldDetail(database.db, NOW)).toEqual({ days: 0, months: [], isDone: true });
  expect(await counted('reading_block')).toBe(before);
  expect(await retentionOf(database.db)).toEqual({ years: null, detailFrom: null });
});

it('says what would go, takes it away piece by piece, and goes on where it was stopped', async () => {
  const before = await sums();
  expect(firstKeptDay(NOW, 1)).toBe(KEPT);
  // The local days that begin before the first of June, of two plants: from 20 May on.
  expect(await detailBefore(database.db, KEPT)).toEqual({ days: 24, plants: 2 });
  await write((tx) => setRetention(tx, 1));
  let looks = 0;
  const stopped = await dropOldDetail(database.db, NOW, () => looks++ > 0);
  expect(stopped.isDone).toBe(false);
  expect(stopped.days).toBeGreaterThan(0);
  // Said from the first moment on, whatever is left.
  expect((await retentionOf(database.db)).detailFrom).toBe(KEPT);
  const rest = await dropOldDetail(database.db, NOW);
  expect(rest.isDone).toBe(true);
  expect(stopped.days + rest.days).toBe(who.length * 11);
  const kept = await instants(siteIds[0]!);
  // The first kept day begins while it is still May in UTC, and all of it is there.
  expect(Math.min(...kept)).toBeLessThanOrEqual(Date.UTC(2026, 4, 31, 19));
  expect(Math.max(...kept)).toBe(TO - HOUR_MS);
  expect(await sums()).toEqual(before);
  expect(await detailBefore(database.db, KEPT)).toEqual({ days: 0, plants: 0 });
});

it('never makes a total of what came late for a day without detail, and drops it with its month', async () => {
  const before = await sums();
  await store(Date.UTC(2026, 3, 10, 3), Date.UTC(2026, 3, 10, 6));
  await store(Date.UTC(2026, 4, 25, 3), Date.UTC(2026, 4, 25, 6));
  expect(await counted('dirty_day')).toBeGreaterThan(0);
  await settle(database.db, NOW);
  expect(await counted('dirty_day')).toBe(0);
  expect(await sums()).toEqual(before);
  const { months } = await dropOldDetail(database.db, NOW);
  expect(months).toContain('reading_2026_04');
  // Those of May are packed, as all that is late, and go as packed days.
  await packReadings(database.db, packingEndsAt(NOW, 4));
  expect((await dropOldDetail(database.db, NOW)).days).toBe(who.length);
  expect(await instants(siteIds[0]!)).not.toContain(Date.UTC(2026, 4, 25, 3));
});

it('recomputes the days that have their detail, the first of them too', async () => {
  const before = await sums();
  await sql`update site_day set energy_wh = 1 where day >= ${KEPT}`.execute(database.db);
  await sql`insert into dirty_day (site_id, day, marked_at)
    select site_id, day, to_timestamp(0) from site_day`.execute(database.db);
  await settle(database.db, NOW);
  expect(await sums()).toEqual(before);
});

it('leaves what cannot be summed up anew where it is when a device moves or a zone changes', async () => {
  const [siteId = 0, other = 0] = siteIds;
  const old = async (day: string) =>
    (
      await sql`select site_id, day, energy_wh from site_day where day < ${day} order by 1, 2`.execute(
        database.db,
      )
    ).rows;
  const before = await old(KEPT);
  await write((tx) =>
    moveDevice(tx, {
      deviceId: who[1]!.deviceId,
      fromSiteId: siteId,
      toSiteId: other,
      timeZone: ZONE,
      now: NOW,
    }),
  );
  await write(async (tx) => {
    await sql`update devices set site_id = ${other} where id = ${who[1]!.deviceId}`.execute(tx);
    await sql`update sites set timezone = 'UTC' where id = ${siteId}`.execute(tx);
    await rezoneSite(tx, { siteId, timeZone: 'UTC', now: NOW });
  });
  await settle(database.db, NOW);
  expect(await old(KEPT)).toEqual(before);
  expect(await checkTotals(database.db, () => NOW)).toEqual([]);
});

it('deletes the history of a device with its old days, and the nightly check asks for none of them', async () => {
  const { deviceId, siteId } = who[2]!;
  await write(async (tx) => {
    await holdRollUps(tx, siteId);
    await deleteDeviceHistory(tx, { siteId, deviceIds: [deviceId], now: NOW });
  });
  await settle(database.db, NOW);
  expect(
    (await sql`select from device_day where device_id = ${deviceId}`.execute(database.db)).rows,
  ).toHaveLength(0);
  expect(await checkTotals(database.db, () => NOW)).toEqual([]);
});

it('brings nothing back when more years are wanted afterwards', async () => {
  await write((tx) => setRetention(tx, null));
  await dropOldDetail(database.db, NOW);
  expect((await retentionOf(database.db)).detailFrom).toBe(KEPT);
  await write((tx) => setRetention(tx, 1));
  await dropOldDetail(database.db, NOW + 31 * 24 * HOUR_MS);
  expect((await retentionOf(database.db)).detailFrom).toBe('2026-07-01');
});
