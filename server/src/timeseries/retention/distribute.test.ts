import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { storeReadings, sunnyDay } from '../../../seed/makeReadings.ts';
import { joinWorkers, workersOfTests } from '../../../test/cluster.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { claim } from '../../repositories/claims.ts';
import { takeDirty } from '../marks/dirty.ts';
import { rollUp } from '../rollup/rollup.ts';
import { distribute, distributionOf } from './distribute.ts';
import { moveDevice } from './move.ts';
import { packingEndsAt, packReadings } from './pack.ts';

const hasCluster = workersOfTests().length > 0;
if (!hasCluster)
  console.warn(
    'SKIPPED: spreading over a cluster, for want of one: TEST_DATABASE_URL names a coordinator with Citus, TEST_CITUS_WORKERS its workers.',
  );

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase({ staysWhole: true });
});
afterAll(() => database.close());

describe('spreading the store over machines', () => {
  it('finds nothing in the way of any table of the store, in a database that could not do it yet', async () => {
    const { citus, tables, hindrances } = await distributionOf(database.db);
    expect(hindrances).toEqual([]);
    expect(citus).toBeNull();
    expect(tables.map(({ name }) => name)).toEqual(['device_hour', 'reading', 'reading_block', 'site_hour']);
    expect(tables.every(({ isSpread }) => !isSpread)).toBe(true);
  });

  it('says what stands in the way of a table that was made without thinking of it', async () => {
    await sql`create table planted (id bigint primary key, site_id bigint references sites (id))`.execute(
      database.db,
    );
    await sql`create table planted_alone (id bigint primary key)`.execute(database.db);
    const { hindrances } = await distributionOf(database.db, ['planted', 'planted_alone', 'planted_gone']);
    expect(hindrances).toEqual([
      'planted has the unique index planted_pkey, which does not name the plant',
      'planted is tied to sites by planted_site_id_fkey',
      'planted_alone has no site_id',
      'planted_gone is no table',
    ]);
  });
});

const NOW = Date.UTC(2026, 5, 20, 12);

describe.skipIf(!hasCluster)('a store that is spread over a cluster', () => {
  let whole: TestDatabase;
  beforeAll(async () => {
    whole = await freshDatabase({ staysWhole: true });
  });
  afterAll(() => whole.close());

  const rollAll = async () => {
    for (const day of await takeDirty(whole.db, 1000, NOW, { isHasty: true }))
      await rollUp(whole.db, day, NOW);
  };
  const held = async () =>
    (
      await sql<{ siteId: number; readings: number; hours: number; wh: number }>`
        with rows as (select site_id, count(*) as n from reading group by 1),
          blocks as (select site_id, sum(readings) as n from reading_block group by 1),
          hours as (select site_id, count(*) as n from device_hour group by 1),
          days as (select site_id, sum(energy_wh) as wh from site_day group by 1)
        select site_id as "siteId", (coalesce(r.n, 0) + coalesce(b.n, 0))::int as readings,
          coalesce(h.n, 0)::int as hours, coalesce(d.wh, 0)::float8 as wh
        from rows r full join blocks b using (site_id) full join hours h using (site_id) full join days d using (site_id)
        order by 1`.execute(whole.db)
    ).rows;

  it('takes the rows of an installation along, is found done, and goes on: late readings, packing, a claim', async () => {
    const { plants, unregistered } = await inTransaction(whole.db, 'write', async (tx) => {
      const made: { siteId: number; deviceId: number; timeZone: string }[] = [];
      for (let i = 0; i < 6; i++) {
        const { id: siteId } = await makeSite(tx, { timezone: 'UTC' });
        made.push({ siteId, deviceId: (await makeDevice(tx, siteId)).id, timeZone: 'UTC' });
      }
      return { plants: made, unregistered: await makeDevice(tx, null) };
    });
    const unregisteredScope = { siteId: 0, deviceId: unregistered.id, timeZone: 'UTC' };
    for (const who of [...plants, unregisteredScope])
      for (const day of ['2026-06-08', '2026-06-19'])
        await storeReadings(whole.pool, sunnyDay(who, day, { channels: 2, peakW: 800 }), NOW);
    await rollAll();
    await packReadings(whole.db, packingEndsAt(NOW, 4));
    const before = await held();
    expect(before).toHaveLength(7);

    const { pathname } = new URL(whole.url);
    await joinWorkers(inject('postgresUrl'), pathname.slice(1));
    const spread = () => distributionOf(whole.db).then((found) => distribute(whole.pool, found, () => {}));
    expect(await spread()).toEqual(['device_hour', 'reading', 'reading_block', 'site_hour']);
    expect(await spread()).toEqual([]);
    expect(await held()).toEqual(before);
    const { rows: nodes } = await sql<{ count: number }>`
      select count(distinct nodename || nodeport)::int as count from citus_shards`.execute(whole.db);
    expect(nodes[0]?.count).toBe(workersOfTests().length);

    const [first, second] = plants as [(typeof plants)[0], (typeof plants)[0]];
    await storeReadings(whole.pool, sunnyDay(first, '2026-06-09', { channels: 2, peakW: 700 }), NOW);
    await inTransaction(whole.db, 'write', (tx) =>
      claim(tx, { serial: unregistered.serial, siteId: second.siteId, now: NOW }, moveDevice),
    );
    await rollAll();
    await packReadings(whole.db, packingEndsAt(NOW, 4));
    const after = new Map((await held()).map((row) => [row.siteId, row]));
    const was = new Map(before.map((row) => [row.siteId, row]));
    expect(after.get(0)).toBeUndefined();
    expect(after.get(first.siteId)?.readings).toBeGreaterThan(was.get(first.siteId)!.readings);
    expect(after.get(first.siteId)?.wh).toBeGreaterThan(was.get(first.siteId)!.wh);
    const both = was.get(second.siteId)!.readings + was.get(0)!.readings;
    expect(after.get(second.siteId)?.readings).toBe(both);
    expect(after.get(second.siteId)?.wh).toBeCloseTo(2 * was.get(second.siteId)!.wh, 0);
    for (const { siteId } of plants.slice(2)) expect(after.get(siteId)).toEqual(was.get(siteId));
  });
});
