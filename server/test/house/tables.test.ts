import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../harness.ts';
import { notOfAPlant, tablesWithoutSiteFirst, unindexedForeignKeys } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('tables', () => {
  it('of a plant have the plant first in their key, so that they can be distributed by it', async () => {
    expect(await tablesWithoutSiteFirst(database.db)).toEqual(Object.keys(notOfAPlant).sort());
  });

  it('have an index for every foreign key', async () => {
    expect(await unindexedForeignKeys(database.db)).toEqual([]);
  });

  it('that break these rules are seen', async () => {
    const { db } = database;
    await sql`create table planted_loose (id int primary key, site_id bigint)`.execute(db);
    await sql`create table planted_keyless (site_id bigint)`.execute(db);
    await sql`create table planted_good (site_id bigint, id int, primary key (site_id, id))`.execute(db);
    expect(await tablesWithoutSiteFirst(db)).toEqual(
      [...Object.keys(notOfAPlant), 'planted_keyless', 'planted_loose'].sort(),
    );

    await sql`
      create table planted_slow (id int primary key, user_id bigint references users (id), site_id bigint,
        device_id int, foreign key (site_id, device_id) references planted_good (site_id, id))`.execute(db);
    expect(await unindexedForeignKeys(db)).toEqual([
      'planted_slow (site_id, device_id)',
      'planted_slow (user_id)',
    ]);
    await sql`create index on planted_slow (user_id) where user_id is not null`.execute(db);
    await sql`create index on planted_slow (device_id, site_id, id)`.execute(db);
    expect(await unindexedForeignKeys(db)).toEqual([]);
  });
});
