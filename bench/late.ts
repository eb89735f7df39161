// What late data cost: a day of 500 modules recomputed with a report more, in a plant that has 60 days, a year and five
// years behind it; in rows that lie as they came, and in packed days. `npx tsx bench/late.ts` on an embedded PostgreSQL with fsync on; medians of 20 days.
import { DAY_MS } from '@helioport/domain/duration';
import { packReadings } from '@helioport/server/timeseries/retention/pack';
import { rollUp } from '@helioport/server/timeseries/rollup/rollup';
import { databaseSeconds, hostDescription, quantile } from './measure.ts';
import { type BenchWorld, startBenchWorld } from './world.ts';

const DEVICES = 125;
const DAYS = 20;
const WARM_UP = 5;
const NEWEST = '2026-06-21';

/** A plant with `days` days behind it, the last `DAYS` of which have reports too. */
async function plantOf(world: BenchWorld, days: number): Promise<number> {
  const { pool } = world;
  const sid = `DE_20240101_${String(days).padStart(4, '0')}`;
  const { rows } = await pool.query<{ id: number }>(
    `insert into sites (sid, name, timezone, latitude, longitude) values ($1, 'Bench', 'Etc/UTC', 52, 13) returning id`,
    [sid],
  );
  const siteId = rows[0]?.id ?? 0;
  const steps = [
    `insert into devices (serial, site_id, product_number, model_byte, first_seen_at)
     select upper(to_hex(x'b0000000'::bigint + $1 * 1000 + i)), $1, 11, 230, timestamptz '2020-01-01'
     from generate_series(1, ${DEVICES}) i where $1 > 0`,
    `insert into latest (site_id, device_id, at, day) select $1, id, timestamptz '${NEWEST} 18:00Z', date '${NEWEST}'
     from devices where site_id = $1`,
    `insert into device_day (site_id, device_id, day, kind, energy_wh, peak_w, samples, first_at, first, opening, closing_at, closing)
     select $1, d.id, date '${NEWEST}' - n, 0, 4000, 900, 150, date '${NEWEST}' - n + time '06:00', '{0,null,0,0,0,0}',
       '{0,null,0,0,0,0}', date '${NEWEST}' - n + time '18:00', '{40000,null,10000,10000,10000,10000}'
     from devices d, generate_series(1, ${days}) n where d.site_id = $1`,
    `insert into module_day (site_id, device_id, day, addr, energy_wh, peak_w)
     select site_id, device_id, day, a, 1000, 225 from device_day, generate_series(1, 4) a where site_id = $1`,
    `insert into site_day (site_id, day, energy_wh, completeness, samples)
     select site_id, day, sum(energy_wh), 1, 1 from device_day where site_id = $1 group by 1, 2`,
    `insert into reading (site_id, device_id, at, kind, has_own_time, power, energy, ch_power, ch_energy)
     select $1, d.id, date '${NEWEST}' - n + time '06:00' + m * interval '5 minutes', 0, true, 9000, 270 * m,
       array[2250, 2250, 2250, 2250], array[67 * m, 67 * m, 67 * m, 67 * m]
     from devices d, generate_series(1, ${DAYS + WARM_UP}) n, generate_series(0, 143) m where d.site_id = $1
     order by n desc, m, d.id`,
  ];
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `create table if not exists reading_2026_05 partition of reading for values from ('2026-05-01Z') to ('2026-06-01Z')`,
    );
    await client.query(
      `create table if not exists reading_2026_06 partition of reading for values from ('2026-06-01Z') to ('2026-07-01Z')`,
    );
    for (const step of steps) await client.query(step, [siteId]);
    // Where the store keeps totals, they are part of the past too.
    const { rows: kept } = await client.query(`select to_regclass('device_total') is not null as is`);
    if (kept[0]?.is)
      await client.query(
        `insert into device_total select site_id, device_id, 0, sum(energy_wh) from device_day where site_id = $1 group by 1, 2
         union all select site_id, device_id, addr, sum(energy_wh) from module_day where site_id = $1 group by 1, 2, 3`,
        [siteId],
      );
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
  return siteId;
}

interface Costs {
  /** ms, sorted. */
  times: number[];
  /** Time of the processor on this side and in the database together, ms a day: what a busy machine does not change much. */
  processorMs: number;
}

/** Recalculates each day with an additional report of every device; returns the cost. */
async function recomputed(world: BenchWorld, siteId: number, stored: 'rows' | 'packed'): Promise<Costs> {
  const { db, pool } = world;
  if (stored === 'packed') {
    const startedAt = performance.now();
    const { readings } = await packReadings(db, Date.parse(NEWEST));
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows } = await pool.query<{ bytes: number }>(
      'select sum(pg_column_size(b.*)) / sum(b.readings * b.width)::float8 as bytes from reading_block b where site_id = $1',
      [siteId],
    );
    console.log(
      `      packed ${Math.round(readings / seconds)} readings/s, ${rows[0]?.bytes.toFixed(1)} B per module-sample`,
    );
  }
  // As the loop takes them: the commit of such a day does not wait for the disk.
  const taken = (day: string) => ({ siteId, day, takenAtMs: Date.now() });
  const times: number[] = [];
  let processorMs = 0;
  for (let n = -WARM_UP; n < DAYS; n++) {
    const day = new Date(Date.parse(NEWEST) - (n + WARM_UP + 1) * DAY_MS).toISOString().slice(0, 10);
    // The first time the days of the reports replace those that were made up; the late report is the second.
    await rollUp(db, taken(day), Date.now());
    await pool.query(
      `insert into reading (site_id, device_id, at, kind, has_own_time, power, energy, ch_power, ch_energy)
       select $1, id, $2::date + time '17:59' + $3 * interval '30 seconds', 0, true, 9000, 270 * 143 + 20,
         array[2250, 2250, 2250, 2250], array[9581, 9581, 9581, 9581]
       from devices where site_id = $1`,
      [siteId, day, stored === 'rows' ? 0 : 1],
    );
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const databaseBefore = databaseSeconds(world);
    await rollUp(db, taken(day), Date.now());
    if (n < 0) continue;
    times.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(cpu);
    processorMs += (user + system) / 1000 + (databaseSeconds(world) - databaseBefore) * 1000;
  }
  return { times: times.sort((a, b) => a - b), processorMs: processorMs / DAYS };
}

const world = await startBenchWorld();
try {
  console.log(
    `${hostDescription()}, PostgreSQL embedded, fsync on; 500 modules, 144 reports a day, medians of ${DAYS} days`,
  );
  for (const days of [60, 365, 1825]) {
    const siteId = await plantOf(world, days);
    for (const stored of ['rows', 'packed'] as const) {
      const { times, processorMs } = await recomputed(world, siteId, stored);
      console.log(
        `${String(days).padStart(5)} days behind it, ${stored.padEnd(6)}: median ${quantile(times, 0.5).toFixed(0)} ms, 95 % ${quantile(times, 0.95).toFixed(0)} ms, processor ${processorMs.toFixed(0)} ms`,
      );
    }
  }
} finally {
  await world.stop();
}
