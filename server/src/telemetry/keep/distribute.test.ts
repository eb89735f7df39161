import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { distributionOf } from './distribute.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('spreading the store over machines', () => {
  it('finds nothing in the way of any table of the store, in a database that could not do it yet', async () => {
    const { citus, tables, hindrances } = await distributionOf(database.db);
    expect(hindrances).toEqual([]);
    expect(citus).toBeNull();
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['report', 'report_block', 'latest', 'site_day', 'dirty_day']),
    );
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
