// Data of the test world in addition to the demo data: readings, an alarm, a finding and a case of each plant, and files.
import { DAY_MS, HOUR_MS } from '@helioport/domain/duration';
import { localDay } from '@helioport/domain/periods';
import { sql } from 'kysely';
import { storeReadings, sunnyDay } from '../../seed/makeReadings.ts';
import { writeDownloads } from '../../src/jobs/writeDownloads.ts';
import { type Database, inTransaction } from '../../src/platform/db.ts';
import { createLog } from '../../src/platform/log.ts';
import { beginDownload } from '../../src/repositories/downloads.ts';
import { settle } from '../settle.ts';

/** The database to fill, and the time of its data. */
export interface Filled {
  database: Database;
  now: () => number;
}

/** A history file for each of these users, in their order. */
export async function writeHistoryFiles(app: Filled, emails: readonly string[]): Promise<void> {
  const { db } = app.database;
  const { rows } = await sql<{ userId: number; sn: string; sid: string }>`
    select u.id as "userId", d.sn, s.sid from users u,
      (select d.sn, d.site_id from devices d where d.site_id is not null order by d.sn limit 1) d
      join sites s on s.id = d.site_id
    where u.email = any(${[...emails]}::text[]) order by array_position(${[...emails]}::text[], u.email)`.execute(
    db,
  );
  const span = { from: '2026-06-20', to: '2026-06-21', format: 'csv', lan: 0, columns: [] } as const;
  for (const row of rows)
    await inTransaction(db, 'write', (tx) => beginDownload(tx, { ...row, ...span }, app.now()));
  await writeDownloads({ db, clock: app.now, log: createLog('silent') }, () => false);
}

/** An alarm in each plant whose device no longer reports. */
export async function raiseAlarms(app: Filled): Promise<void> {
  const at = new Date(app.now() - HOUR_MS);
  await sql`
    with raised as (
      insert into alarm (site_id, kind, device_id, device_ids, addrs, begun_at, raised_at, revised_at, is_active)
      select site_id, '0800', 0, array[min(id)], '{}', ${at}, ${at}, ${at}, false
      from devices where site_id is not null group by site_id returning site_id, id
    )
    insert into alarm_step (site_id, alarm_id, at, step) select site_id, id, ${at}, 'raised' from raised`.execute(
    app.database.db,
  );
}

/** A weak module in every plant with an inverter, and a case about it. */
export async function addFindings(app: Filled): Promise<void> {
  const at = new Date(app.now() - 3 * DAY_MS);
  await sql`
    with found as (
      insert into finding (site_id, key, scope, device_id, addr, device_ids, addrs, cause, confidence, probability,
        is_fault, since_at, detected_at, lost_wh, lost_money, evidence, last_day, run)
      select distinct on (d.site_id) d.site_id, 'planted', 'module', d.id, 1, array[d.id], '{1}', 'bypassDiode', 'high', 0.8,
        true, ${at}, ${at}, 4000, 1.2, '[]', ${at}::date, 1
      from devices d join sites s on s.id = d.site_id
      where d.kind = 'microinverter' and d.retired_at is null and s.commissioned_at is not null
      order by d.site_id, d.sn returning site_id, id
    ),
    opened as (
      insert into cases (site_id, title, created_at, changed_at)
      select site_id, 'A weak module', ${at}, ${at} from found returning site_id, id
    )
    insert into case_findings (site_id, case_id, finding_id, was_open)
    select f.site_id, o.id, f.id, true from found f join opened o on o.site_id = f.site_id`.execute(
    app.database.db,
  );
}

/** Yesterday and today, for one inverter of each plant and one without a plant. */
export async function storeSunnyDays(app: Filled): Promise<void> {
  const { db, pool } = app.database;
  const { rows } = await sql<{ siteId: number; deviceId: number; timeZone: string }>`
    select distinct on (s.id) s.id as "siteId", d.id as "deviceId", s.timezone as "timeZone"
    from sites s join devices d on d.site_id = s.id
    where d.kind = 'microinverter' and d.retired_at is null and s.commissioned_at is not null order by s.id, d.sn`.execute(
    db,
  );
  const stray = await sql<{ id: number }>`
    insert into devices (serial, model_byte, first_seen_at) values ('F0F0F0F0', 230, now()) returning id`.execute(
    db,
  );
  const reporters = [...rows, { siteId: 0, deviceId: stray.rows[0]!.id, timeZone: 'UTC' }];
  const reports = reporters.flatMap((who) =>
    [app.now() - DAY_MS, app.now()].flatMap((at) =>
      sunnyDay(who, localDay(at, who.timeZone), {
        peakW: 1200,
        channels: 4,
        everyMinutes: 15,
        untilMs: app.now(),
      }),
    ),
  );
  await storeReadings(pool, reports, app.now());
  await settle(db, app.now());
}
