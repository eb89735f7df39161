// A world of normal size for measurements: thousands of plants, one of 500 modules with a full day of reports.
// Written with SQL in bulk, because what is measured afterwards is reading.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, inTransaction, openDatabase } from '@helioport/server/platform/db';
import { startEmbeddedPostgres } from '@helioport/server/platform/embeddedPostgres';
import { migrate } from '@helioport/server/platform/migrate';
import { seedDemo } from '@helioport/server/seed/demo';
import { seedMenus } from '@helioport/server/seed/menus';
import { addMissingColumns } from '@helioport/server/timeseries/catalogue';

export interface BenchWorld extends Database {
  url: string;
  /** Process number of the database, for those who count its time. */
  databasePid(): number | undefined;
  /** Vacuums and analyses all tables, however long it takes. */
  tidy(): Promise<void>;
  /** Stops the database and waits until it is there again: its memory is empty, the connections are new. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A durable, migrated database with roles and demo people, thrown away by `stop`. */
export async function startBenchWorld(): Promise<BenchWorld> {
  const base = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(base, 'helioport-bench-'));
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') });
  await migrate(postgres.url, addMissingColumns);
  // Connections break when it is restarted; the pool makes others.
  const database = openDatabase(postgres.url, { onError: () => undefined });
  await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, Date.now());
  });
  return {
    ...database,
    url: postgres.url,
    databasePid: postgres.pid,
    async tidy() {
      const client = await database.pool.connect();
      try {
        await client.query('set statement_timeout = 0');
        await client.query('vacuum analyze');
      } finally {
        client.release(true);
      }
    },
    async restart() {
      const before = postgres.pid()!;
      // It is started again as after a crash, on the same port.
      process.kill(before, 'SIGINT');
      for (;;) {
        const isBack =
          postgres.pid() !== before &&
          (await database.pool.query('select 1').then(
            () => true,
            () => false,
          ));
        if (isBack) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      await database.close();
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Adds `plants` plants of 5 inverters with 4 modules each, all reporting now, one in ten with a year of day rows. Of
 * these every other was not rolled up for three days, as one that is silent.
 */
export async function addManyPlants({ pool }: Database, plants: number): Promise<void> {
  await pool.query('set statement_timeout = 0');
  const steps = [
    `insert into sites (sid, name, owner_id, installer_id, company_id, country_code, state_name, city, latitude, longitude, timezone,
                        electricity_price, registered_at, commissioned_at)
     select 'DE_20240101_' || upper(substr(md5(i::text), 1, 3)) || substr(md5('x' || i), 1, 1), 'Bench plant ' || i,
       (select id from users where email = 'paul@demo.test'),
       case when i % 2 = 0 then (select id from users where email = 'installer@demo.test') end,
       (select min(id) from companies where kind = 'installer'), (array['DE','FR','ES','PL','US'])[i % 5 + 1], 'Bayern', 'Town ' || i % 500, 47 + (i % 700) / 100.0, 7 + (i % 800) / 100.0, 'Europe/Berlin', 0.3,
       now() - interval '400 days' - i % 700 * interval '1 day', now() - interval '399 days'
     from generate_series(1, ${plants}) i on conflict (sid) do nothing`,
    `insert into devices (serial, site_id, product_number, model_byte, created_at, claimed_at, first_seen_at)
     select upper(lpad(to_hex(1610612736 + s.id * 8 + k), 8, '0')), s.id, 11, 230, now(), now(), now()
     from sites s, generate_series(0, 4) k where s.name like 'Bench plant %' on conflict do nothing`,
    `insert into modules (site_id, device_id, addr, rated_w)
     select site_id, id, a, 500 from devices d, generate_series(1, 4) a
     where exists (select 1 from sites s where s.id = d.site_id and s.name like 'Bench plant %') on conflict do nothing`,
    `insert into latest (site_id, device_id, at, power, energy, ch_dc_voltage, ch_power, ch_energy, day, day_wh, before_wh,
                         ch_day_wh, ch_before_wh)
     select site_id, id, now() - (id % 900) * interval '1 second', 12000, 45000, '{3300,3300,3300,3300}',
       '{3000,3000,3000,3000}', '{11000,11000,11000,11000}', current_date, 4500, 1e6, '{1100,1100,1100,1100}',
       '{250000,250000,250000,250000}'
     from devices d where exists (select 1 from sites s where s.id = d.site_id and s.name like 'Bench plant %')
     on conflict do nothing`,
    `insert into site_latest (site_id, at, produced_at, counted_since, power, day, day_wh, before_wh)
     select site_id, max(at), max(at), min(at), sum(power), current_date, sum(day_wh), sum(before_wh) from latest
     where site_id not in (select site_id from site_latest) and site_id > 0 group by site_id`,
    `insert into site_day (site_id, day, energy_wh, peak_w, completeness, samples)
     select s.id, current_date - d, 20000 + (s.id * d) % 9000, 5200, 0.98, 700
     from sites s, generate_series(1, 365) d where s.name like 'Bench plant %' and s.id % 10 = 0
     on conflict do nothing`,
    `update site_latest l set recent_day = current_date - case when l.site_id % 20 = 0 then 3 else 0 end,
       recent_wh = (select sum(d.energy_wh) from site_day d
         where d.site_id = l.site_id and d.day between current_date - 30 and current_date - 1),
       rated_w = (select sum(m.rated_w) from modules m where m.site_id = l.site_id)`,
  ];
  for (const step of steps) await pool.query(step);
  await pool.query('vacuum analyze');
}

/**
 * Adds `people`, one in five of whom works for a company and the others are customers of one or of none, in 5,000
 * companies: 10 distributors, the first of them that of the demo data, 20 dealers each, 25 installers each. Every third
 * person owns a plant. Half a million audit log entries.
 */
export async function addManyPeople({ pool }: Database, people: number): Promise<void> {
  const demo = `(select id from companies where name = 'Lumen Distribution')`;
  const steps = [
    `insert into companies (kind, name) select 'distributor', 'Bench distributor ' || i from generate_series(2, 10) i`,
    `insert into companies (kind, name, parent_id)
     select 'dealer', 'Bench dealer ' || p.id || '-' || i, p.id
     from companies p, generate_series(1, 20) i where p.id = ${demo} or p.name like 'Bench distributor %'`,
    `insert into companies (kind, name, parent_id)
     select 'installer', 'Bench installer ' || p.id || '-' || i, p.id
     from companies p, generate_series(1, 24) i where p.name like 'Bench dealer %'`,
    `create temporary table firm as
     select id, kind, row_number() over (order by id) - 1 as place from companies where name like 'Bench %'`,
    `insert into users (uid, email, password_hash, group_id, company_id, contact_person, country_code, state_code,
                        state_name, city, is_blocked, is_business, created_at, last_sign_in_at, email_verified_at)
     select 'bench_' || i, 'person' || i || '@bench.test', '', case when i % 5 <> 0 then 26
         when f.kind = 'dealer' then 3 when f.kind = 'distributor' then 2 else 4 end,
       case when i % 5 = 1 then null else f.id end, 'Bench Person ' || i * 7919 % 99991,
       (array['DE','FR','ES','PL','US'])[i % 5 + 1], (array['DE-BY','FR-75','ES-MD','PL-12','US-AZ'])[i % 5 + 1],
       (array['Bayern','Paris','Madrid','Malopolska','Arizona'])[i % 5 + 1], 'Town ' || i % 500, i % 97 = 0,
       i % 3 = 0, timestamptz '2024-01-01' + i * interval '10 minutes',
       case when i % 2 = 0 then timestamptz '2026-01-01' + i * interval '1 minute' end, now()
     from generate_series(1, ${people}) i join firm f on f.place = i % (select count(*) from firm)`,
    `insert into memberships select id, company_id from users where uid like 'bench_%' and company_id is not null
       and group_id <> 26`,
    `update companies c set manager_id = (
       select min(id) from users u where u.company_id = c.id and u.group_id <> 26) where name like 'Bench %'`,
    `insert into sites (sid, name, owner_id, company_id)
     select 'DE_' || to_char(date '2000-01-01' + (u.id / 1000)::int, 'YYYYMMDD') || '_' || lpad((u.id % 1000)::text, 4, 'x'),
       'Bench roof ' || u.id, u.id, coalesce(u.company_id, f.id)
     from users u join firm f on f.place = u.id % (select count(*) from firm)
     where u.uid like 'bench_%' and u.id % 3 = 0`,
    `insert into audit (at, user_id, action, subject, site_id, company_id)
     select now() - i * interval '1 minute', s.owner_id, (array['device.claim','site.company','user.update'])[i % 3 + 1],
       'Bench ' || i, s.id, s.company_id
     from generate_series(1, 500000) i join (
       select id, owner_id, company_id, row_number() over (order by id) as place from sites where name like 'Bench %'
     ) s on s.place = i % (select count(*) from sites where name like 'Bench %')`,
  ];
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const step of steps) await client.query(step);
    await client.query('drop table firm');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
