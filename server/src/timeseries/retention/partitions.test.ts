import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDevice, makeSite } from '../../../seed/make.ts';
import { makeReading, type Reporter, storeReadings } from '../../../seed/makeReadings.ts';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/db.ts';
import { packReadings } from './pack.ts';
import { createPartitions, dropMonths, makeAhead, partitionsOf } from './partitions.ts';

const NOW = Date.UTC(2026, 11, 28, 12);
const MARCH = Date.UTC(2026, 2, 10, 9);
const BEFORE = Date.UTC(2026, 10, 1);

let database: TestDatabase;
let who: Reporter;
beforeAll(async () => {
  database = await freshDatabase();
  who = await inTransaction(database.db, 'write', async (tx) => {
    const site = await makeSite(tx, { timezone: 'Etc/UTC' });
    return { siteId: site.id, deviceId: (await makeDevice(tx, site.id)).id, timeZone: 'Etc/UTC' };
  });
});
afterAll(() => database.close());

const names = async () => (await partitionsOf(database.db)).map(({ name }) => name);
const store = (atMs: number) =>
  storeReadings(database.pool, [makeReading(who, atMs, { power: 1000 + (atMs % 97) })], NOW);

it('are there for this month and the next, and for the weeks to come', async () => {
  await makeAhead(database.pool, NOW);
  expect(await names()).toEqual(
    expect.arrayContaining([
      'reading_2026_12',
      'reading_2027_01',
      'raw_frame_2026_12_28',
      'raw_frame_2027_01_04',
    ]),
  );
  const before = await names();
  await makeAhead(database.pool, NOW);
  expect(await names()).toEqual(before);
});

it('go when all that was in them is packed, and no sooner', async () => {
  await store(MARCH);
  expect(await dropMonths(database.db, BEFORE, 'empty')).not.toContain('reading_2026_03');
  expect((await packReadings(database.db, Date.UTC(2026, 11, 1))).readings).toBe(1);
  expect(await dropMonths(database.db, Date.UTC(2026, 2, 31), 'empty')).not.toContain('reading_2026_03');
  expect(await dropMonths(database.db, BEFORE, 'empty')).toContain('reading_2026_03');
  expect(await names()).toEqual(expect.arrayContaining(['reading_2026_12', 'reading_2027_01']));
});

it('come back for readings that are late, whoever remembers them', async () => {
  const partitions = createPartitions(database.pool);
  await partitions.ensure([MARCH], []);
  await dropMonths(database.db, BEFORE, 'empty');
  const late = `insert into reading (site_id, device_id, at) values ($1, $2, $3)`;
  const values = [who.siteId, who.deviceId, new Date(MARCH + 60_000)];
  await expect(database.pool.query(late, values)).rejects.toMatchObject({ code: '23514' });
  partitions.clear();
  await partitions.ensure([MARCH], []);
  await database.pool.query(late, values);
  expect(await dropMonths(database.db, BEFORE, 'empty')).toEqual([]);
});

it('stay while somebody holds them, and hold up nobody for long', async () => {
  await sql`delete from reading`.execute(database.db);
  const reader = await database.pool.connect();
  await reader.query('begin');
  await reader.query('select from reading limit 1');
  expect(await dropMonths(database.db, BEFORE, 'empty')).toEqual([]);
  await reader.query('commit');
  reader.release();
  expect(await dropMonths(database.db, BEFORE, 'empty')).toEqual(['reading_2026_03']);
});

it('stay where they are being filled while they are looked at', async () => {
  await createPartitions(database.pool).ensure([MARCH], []);
  const writer = await database.pool.connect();
  await writer.query('begin');
  await writer.query(`insert into reading (site_id, device_id, at) values ($1, $2, $3)`, [
    who.siteId,
    who.deviceId,
    new Date(MARCH),
  ]);
  const dropping = dropMonths(database.db, BEFORE, 'empty');
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query('select from pg_locks where not granted');
      return rows.length;
    })
    .toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  expect(await dropping).toEqual([]);
  expect(await names()).toContain('reading_2026_03');
});
