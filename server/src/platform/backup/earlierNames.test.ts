// A backup of the version before 0249_standard_names.sql and 0250_readings.sql is restored under the new names, as is a database by an upgrade.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addMissingColumns } from '../../timeseries/catalogue.ts';
import { migrate } from '../migrate.ts';
import { restore } from './restore.ts';
import { backUp } from './write.ts';

/** Tables by their earlier names. */
const renamed: Readonly<Record<string, string>> = {
  planes: 'arrays',
  device_trouble: 'device_issue',
  trouble_event: 'issue_event',
  site_verdict: 'site_condition',
  day_to_judge: 'day_to_check',
  device_words: 'device_properties',
  reclocks: 'time_corrections',
  reclock_sites: 'time_correction_sites',
  report_2026_05: 'reading_2026_05',
  report_block: 'reading_block',
};

/** At least one row in every table with a renamed column or name. */
const rows = `
  insert into companies (id, kind, name) values (5, 'operator', 'Sun');
  insert into groups (id, name, scope) values (900, 'earlier', 'own');
  insert into users (id, uid, email, password_hash, group_id, contact_person)
    values (11, 'U1', 'zoe@example.com', '', 900, 'Zoë');
  insert into sites (id, sid, name, orphaned_at) values (7, 'DE_20260101_abcd', 'Süd', '2026-05-01');
  insert into devices (id, serial, site_id) values (3, 'E7E50081', 7);
  insert into products (number, name, vendor, kind, inputs, rated_w, maker)
    values (90001, 'Early', 'nep', 'microinverter', 2, 800, 'Acme');
  insert into planes (site_id, id, tilt_deg, azimuth_deg) values (7, 1, 30, 180);
  insert into modules (site_id, device_id, addr, plane_id) values (7, 3, 1, 1), (7, 3, 2, null);
  insert into device_trouble (site_id, device_id, key) values (7, 3, 'weak');
  insert into trouble_event (site_id, device_id, key, begun_at) values (7, 3, 'weak', '2026-05-02');
  insert into site_verdict (site_id, key, count, sns) values (7, 'weak', 1, '{E7E50081}');
  insert into day_to_judge (site_id, day) values (7, '2026-05-03');
  insert into alarm (id, site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, news, news_at, is_so, is_folded)
    values (21, 7, 'weak', 3, '{3}', '{1}', '2026-05-02', '2026-05-02', 4, '2026-05-04', false, true);
  insert into alarm_notice (site_id, alarm_id, user_id, channel, news) values (7, 21, 11, 'mail', 4);
  insert into commands (site_id, device_id, request_key, wanted, told, created_at, expires_at)
    values (7, 3, 'a', '{"limit":1}', '{"limit":2}', '2026-05-02', '2026-05-03');
  insert into device_words (site_id, device_id, key, value, said_at) values (7, 3, 'firmware', '"1.2"', '2026-05-02');
  insert into reclocks (from_at, to_at, by_ms, started_at, reports)
    values ('2026-05-01', '2026-05-02', 1000, '2026-05-03', 12);
  insert into reclock_sites (site_id, reclock_id) select 7, id from reclocks;
  insert into site_day (site_id, day, completeness, is_repaired, samples, repaired_at)
    values (7, '2026-05-02', 1, true, 9, '2026-05-05');
  insert into site_latest (site_id, at, day, is_silent) values (7, '2026-05-05', '2026-05-05', true);
  create table report_2026_05 partition of report for values from ('2026-05-01Z') to ('2026-06-01Z');
  insert into report (site_id, device_id, at, power, ch_power)
    values (7, 3, '2026-05-02T10:00Z', 1000, '{400,600}'), (7, 3, '2026-05-02T10:05Z', 1200, '{500,700}');
  insert into report_block (site_id, device_id, day, first_at, last_at, reports, width, bytes)
    values (7, 3, '2026-04-02', '2026-04-02T10:00Z', '2026-04-02T11:00Z', 13, 2, '\\x01ff');
  insert into site_sizes (site_id, reports, block_bytes, row_reports, measured_at) values (7, 15, 2, 2, '2026-05-03')`;

const opened: string[] = [];
let into: string;
let url: string;
let before: Record<string, string>;

async function query<T extends pg.QueryResultRow>(at: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await query(inject('postgresUrl'), `create database ${name} template template0`);
  opened.push(name);
  return inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`);
}

/** Columns that later migrations added, empty in earlier rows. */
const added = ['withdrawn_by', 'decline_reason'];

/** Number and checksum of the rows of every table, without columns added later. A row as text has no names. */
async function printOf(at: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string; columns: string }>(
    at,
    `select c.relname as name, string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
       and a.attname <> all('{${added.join()}}') group by 1 order by 1`,
  );
  const print: Record<string, string> = {};
  for (const { name, columns } of tables)
    for (const { rows: count, hash } of await query<{ rows: string; hash: string }>(
      at,
      `select count(*) as rows, sum(hashtextextended(row(${columns})::text, 0)::numeric) as hash from "${name}" t`,
    ))
      print[renamed[name] ?? name] = `${count} ${hash}`;
  return print;
}

beforeAll(async () => {
  into = fs.mkdtempSync(path.join(os.tmpdir(), 'helioport-earlier-'));
  url = await emptyDatabase();
  await migrate(url, addMissingColumns, { isWanted: (name) => name < '0249' });
  await query(url, rows);
  before = await printOf(url);
});
afterAll(async () => {
  for (const name of opened)
    await query(inject('postgresUrl'), `drop database if exists ${name} with (force)`);
  fs.rmSync(into, { recursive: true, force: true });
});

/** Names and values of the new schema, all of renamed columns. */
async function demandNewNames(at: string): Promise<void> {
  const [found] = await query(
    at,
    `select a.revision, a.is_active, a.is_grouped, a.revised_at = '2026-05-04' as is_revised, n.revision as notified,
       c.reported, p.value, p.reported_at is not null as has_time, t.readings, d.is_corrected, l.is_not_reporting,
       s.search_key, u.search_key as of_user, o.manufacturer,
       (select array_agg(m.array_id order by m.addr) from modules m) as arrays
     from alarm a join alarm_notice n on n.alarm_id = a.id, commands c, device_properties p, time_correction_sites x
     join time_corrections t on t.id = x.correction_id, site_day d, site_latest l, sites s, users u, products o
     where o.number = 90001 and u.id = 11 and s.ownerless_since is not null and d.corrected_at is not null`,
  );
  expect(found).toEqual({
    revision: 4,
    is_active: false,
    is_grouped: true,
    is_revised: true,
    notified: 4,
    readings: '12',
    reported: { limit: 2 },
    value: '1.2',
    has_time: true,
    is_corrected: true,
    is_not_reporting: true,
    search_key: expect.stringContaining('sud'),
    of_user: expect.stringContaining('zoe '),
    manufacturer: 'Acme',
    arrays: [1, null],
  });
  expect(
    await query(
      at,
      `select (select sum(power)::int from reading) as power, b.readings as compressed, z.readings::int, z.row_readings::int as rows
       from reading_block b, site_sizes z`,
    ),
  ).toEqual([{ power: 2200, compressed: 13, readings: 15, rows: 2 }]);
  const named = await query<{ name: string }>(
    at,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relname ~ '^(report|reading)' and relname !~ '^report_settings' order by 1`,
  );
  const tables = ['reading', 'reading_2026_05', 'reading_block'];
  expect(named.map(({ name }) => name).filter((name) => !/_20(?!26_05)/.test(name))).toEqual(
    tables.flatMap((name) => [name, `${name}_pkey`]).sort(),
  );
}

it('restores a backup with every row under the new names', async () => {
  const { folder } = await backUp(url, { into, why: 'manual' });
  const restored = await emptyDatabase();
  await restore(restored, { folder, complete: addMissingColumns });
  expect(await printOf(restored)).toEqual(before);
  await demandNewNames(restored);
});

it('upgrades a database with every row under the new names', async () => {
  const applied = await migrate(url, addMissingColumns);
  expect(applied).toEqual(expect.arrayContaining(['0249_standard_names.sql', '0250_readings.sql']));
  expect(await printOf(url)).toEqual(before);
  await demandNewNames(url);
  const sequences = await query<{ name: string }>(
    url,
    `select pg_get_serial_sequence('time_corrections', 'id') as name`,
  );
  expect(sequences).toEqual([{ name: 'public.time_corrections_id_seq' }]);
});
