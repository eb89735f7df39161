import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../test/harness.ts';
import { archivedRecords } from '../../repositories/archivedTables.ts';
import { archivedFindings, archivedSeries } from '../../timeseries/archive/tables.ts';

/** Tables of a plant that are not archived as they are, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  devices: 'devices/devices.jsonl',
  reading: 'readings',
  reading_block: 'readings',
  site_shares: 'users.jsonl',
  site_invitations: 'users.jsonl',
  audit: 'changes.jsonl',
  site_files: 'documents/documents.jsonl',
  case_findings: 'findings are found again',
};
const derived = [
  'latest',
  'site_latest',
  'device_total',
  'site_curve',
  'site_sky',
  'idle_day',
  'dirty_day',
  'day_to_check',
  'day_to_evaluate',
  'device_condition',
  'device_issue',
  'device_properties',
  'stopped',
  'weak_module',
  'site_condition',
  'site_sizes',
  'totals_mismatch',
  'site_analytics',
  'analytics_plant',
  'analytics_state',
  'device_expected',
  'site_expected',
  'time_correction_sites',
  'deleted_site',
  'alarm_notice',
];
/** Secrets, and what belongs to users or to the portal. */
const ofThisServer = [
  'public_pages',
  'report_settings',
  'site_offers',
  'feeds',
  'commands',
  'device_parameters',
  'webhooks',
  'webhook_deliveries',
  'upstream_frames',
  'influx_outputs',
  'influx_marks',
  'feed_counters',
  // Its devices and readings are archived as those of other devices.
  'history_imports',
  'campaign_devices',
  'parameter_run_devices',
];
/** Columns that the importing server fills itself. */
const own: Readonly<Record<string, readonly string[]>> = {
  finding: ['run'],
  device_replacements: ['id'],
  alarm_step: ['id'],
  case_steps: ['id'],
  case_visits: ['id'],
  case_photos: ['id'],
  commissioning_photos: ['id'],
};

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

it('an archive holds every table of a plant, with all columns', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    group by 1 having bool_or(a.attname = 'site_id') order by 1`.execute(database.db);
  const archived = new Map(
    [...archivedRecords, ...archivedSeries, ...archivedFindings].map(({ table, columns }) => [
      table,
      columns,
    ]),
  );
  const unlisted = rows.flatMap(({ table, columns }) => {
    const of = archived.get(table);
    if (!of) {
      const isKnown = table in elsewhere || derived.includes(table) || ofThisServer.includes(table);
      return isKnown ? [] : [table];
    }
    const missing = columns.filter(
      (name) => name !== 'site_id' && !of.includes(name) && !(own[table] ?? []).includes(name),
    );
    return missing.map((name) => `${table}.${name}`);
  });
  const known = [...Object.keys(elsewhere), ...derived, ...ofThisServer];
  expect(known.filter((name) => !rows.some(({ table }) => table === name))).toEqual([]);
  expect(unlisted).toEqual([]);
});
