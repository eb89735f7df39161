import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../harness.ts';
import {
  changesWithoutSite,
  locksWithoutSite,
  notOfAPlant,
  refusedBySpread,
  tablesWithoutSiteFirst,
  telemetryChangesWithoutSite,
  telemetryLocksWithoutSite,
  telemetryRefusedBySpread,
  unindexedForeignKeys,
  uniqueWithoutSite,
} from './tables.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

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

  it('of a plant have no unique index that does not name the plant', async () => {
    expect(await uniqueWithoutSite(database.db)).toEqual([]);
  });

  it('that break these rules are seen', async () => {
    const { db } = database;
    await sql`create table planted_loose (id int primary key, site_id bigint)`.execute(db);
    await sql`create table planted_keyless (site_id bigint)`.execute(db);
    await sql`create table planted_good (site_id bigint, id int, primary key (site_id, id))`.execute(db);
    expect(await tablesWithoutSiteFirst(db)).toEqual(
      [...Object.keys(notOfAPlant), 'planted_keyless', 'planted_loose'].sort(),
    );

    await sql`create unique index planted_by_device on planted_good (id)`.execute(db);
    await sql`create unique index latest_once on latest (device_id)`.execute(db);
    await sql`create unique index planted_by_both on planted_good (id, site_id)`.execute(db);
    expect(await uniqueWithoutSite(db)).toEqual([
      'latest_once on latest',
      'planted_by_device on planted_good',
      'planted_loose_pkey on planted_loose',
    ]);

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

describe('statements that lock rows of plants', () => {
  it('name the plant, so that a distributed store knows where they are', () => {
    // The evaluation claims whichever plant is due; its queue is not spread.
    const isClaim = (text: string) => /timeseries\/analytics\/(?:marks|runningDay)\.ts: .*update/.test(text);
    expect(telemetryLocksWithoutSite(root).filter((text) => !isClaim(text))).toEqual([]);
  });

  it.each([
    'text: `select at from latest where device_id = any($1::bigint[]) order by device_id for update`',
    "text: 'select from dirty_day where day < $1 for update skip locked'",
    'sql`with due as (select site_id from dirty_day m order by day for no key update of m) select 1`',
  ])('are seen where they do not: %s', (source) => {
    expect(locksWithoutSite(source)).toHaveLength(1);
  });

  it.each([
    'text: `select from latest where site_id = $1 and device_id = $2 for update`',
    'text: `select from latest where site_id = any($1::bigint[]) for update`',
    `sql\`select from latest where site_id = \${siteId} for update\``,
    '// what is for update',
    'text: `update latest set at = 1`',
  ])('are well where they do: %s', (source) => {
    expect(locksWithoutSite(source)).toEqual([]);
  });
});

describe('statements that change rows of plants', () => {
  it('name the plant too', () => {
    expect(telemetryChangesWithoutSite(root)).toEqual([]);
  });

  it.each([
    // As newest rows were once written.
    'text: `update latest l set at = n.at from unnest($1::bigint[]) as n(id) where l.device_id = n.id`',
    "text: 'delete from device_day where day < $1'",
    'sql`with gone as (delete from reading r using n where r.device_id = n.d) select 1`',
    // Where it moves is not where it is.
    'text: `update latest set site_id = $2 where device_id = $1`',
  ])('are seen where they do not: %s', (source) => {
    expect(changesWithoutSite(source)).toHaveLength(1);
  });

  it.each([
    'text: `update latest l set at = n.at from n where l.site_id = n.site_id and l.device_id = n.id`',
    "text: 'delete from device_day where site_id = $1 and day < $2'",
    'text: `update sites set name = $1 where id = $2`',
    '// update latest for all',
  ])('are well where they do: %s', (source) => {
    expect(changesWithoutSite(source)).toEqual([]);
  });
});

describe('statements over what a distributed store spreads', () => {
  it('are of shapes that it takes', () => {
    expect(telemetryRefusedBySpread(root)).toEqual([]);
  });

  // As they were, each refused by Citus 12.1.
  it.each([
    'text: `update reading set site_id = $1 where site_id = $2 and device_id = $3`',
    `text: \`delete from reading r where r.site_id = $1 returning r.device_id, \${msOf("r.at")} as at\``,
    'text: `delete from reading r where r.site_id = $1 returning r.device_id, to_jsonb(r) as row`',
    'text: `insert into reading select * from jsonb_populate_recordset(null::reading, $1) returning extract(epoch from at)`',
    'sql`select l.at from latest l cross join lateral (select r.at from reading r where r.site_id = l.site_id limit 1) o`',
    'text: `select 1 from unnest($1, $2) as n(s, d) cross join lateral (select * from reading_block b where b.site_id = n.s) b`',
    'sql`select s.id, (select count(*) from reading where site_id = s.id) from unnest($1) s(id)`',
    'sql`select from alarm a cross join lateral (select from device_hour h where h.site_id = a.site_id) t`',
    'sql`select h.at from unnest($1) a(site_id) join device_day e on e.site_id = a.site_id join device_hour h on h.site_id = e.site_id`',
    'sql`select 1 from sites s, reading r where r.site_id = $1`',
    'sql`select from latest l where l.at > $2 or exists (select from reading r where r.site_id = $1 and r.device_id = l.device_id)`',
    `sql\`select not exists (select from \${sql.table(name)}) as is\``,
  ])('are seen where they are not: %s', (source) => {
    expect(refusedBySpread(source)).toHaveLength(1);
  });

  it.each([
    'text: `with gone as (delete from reading where site_id = $2 returning *) insert into reading (site_id) select f($1) from gone`',
    'sql`select from latest l where exists (select from reading r where r.site_id = $1 and r.device_id = l.device_id)`',
    'sql`select avg(r.power) from producers p join reading r on r.site_id = p.site_id and r.at > p.at group by r.site_id`',
    'text: `update latest set at = 1 where site_id = $1 returning extract(epoch from at)`',
    'sql`with p as materialized (select e.site_id from device_day e) select 1 from p join device_hour h on h.site_id = p.site_id`',
  ])('are well in: %s', (source) => {
    expect(refusedBySpread(source)).toEqual([]);
  });
});
