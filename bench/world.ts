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

export interface BenchWorld extends Database {
  url: string;
  stop(): Promise<void>;
}

/** A durable, migrated database with roles and demo people, thrown away by `stop`. */
export async function startBenchWorld(): Promise<BenchWorld> {
  const base = process.getuid?.() === 0 ? '/var/tmp' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(base, 'helioport-bench-'));
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') });
  await migrate(postgres.url);
  const database = openDatabase(postgres.url);
  await inTransaction(database.db, 'write', async (tx) => {
    await seedMenus(tx);
    await seedDemo(tx, Date.now());
  });
  return {
    ...database,
    url: postgres.url,
    async stop() {
      await database.close();
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Adds `plants` plants of 5 inverters with 4 modules each, all reporting now, with a year of day rows. */
export async function addManyPlants({ pool }: Database, plants: number): Promise<void> {
  await pool.query('set statement_timeout = 0');
  const steps = [
    `insert into sites (sid, name, owner_id, company_id, country_code, state_name, city, latitude, longitude, timezone,
                        electricity_price, registered_at, commissioned_at)
     select 'DE_20240101_' || upper(substr(md5(i::text), 1, 3)) || substr(md5('x' || i), 1, 1), 'Bench plant ' || i,
       (select id from users where email = 'paul@demo.test'), (select min(id) from companies where kind = 'installer'),
       'DE', 'Bayern', 'Town ' || i % 500, 47 + (i % 700) / 100.0, 7 + (i % 800) / 100.0, 'Europe/Berlin', 0.3,
       now() - interval '400 days', now() - interval '399 days'
     from generate_series(1, ${plants}) i on conflict (sid) do nothing`,
    `insert into devices (serial, site_id, product_number, model_byte, created_at, claimed_at, first_seen_at)
     select upper(lpad(to_hex(1610612736 + s.id * 8 + k), 8, '0')), s.id, 11, 230, now(), now(), now()
     from sites s, generate_series(0, 4) k where s.name like 'Bench plant %'`,
    `insert into modules (site_id, device_id, addr, rated_w)
     select site_id, id, a, 500 from devices d, generate_series(1, 4) a
     where exists (select 1 from sites s where s.id = d.site_id and s.name like 'Bench plant %')`,
    `insert into latest (site_id, device_id, at, power, energy, ch_voltage, ch_power, ch_energy, day, day_wh, before_wh,
                         ch_day_wh, ch_before_wh)
     select site_id, id, now() - (id % 900) * interval '1 second', 12000, 45000, '{3300,3300,3300,3300}',
       '{3000,3000,3000,3000}', '{11000,11000,11000,11000}', current_date, 4500, 1e6, '{1100,1100,1100,1100}',
       '{250000,250000,250000,250000}'
     from devices d where exists (select 1 from sites s where s.id = d.site_id and s.name like 'Bench plant %')`,
    `insert into site_latest (site_id, at, power, day, day_wh, before_wh)
     select site_id, max(at), sum(power), current_date, sum(day_wh), sum(before_wh) from latest
     where site_id not in (select site_id from site_latest) and site_id > 0 group by site_id`,
    `insert into site_day (site_id, day, energy_wh, peak_w, completeness, samples)
     select s.id, current_date - d, 20000 + (s.id * d) % 9000, 5200, 0.98, 700
     from sites s, generate_series(1, 365) d where s.name like 'Bench plant %' and s.id % 10 = 0`,
  ];
  for (const step of steps) await pool.query(step);
  await pool.query('vacuum analyze');
}
