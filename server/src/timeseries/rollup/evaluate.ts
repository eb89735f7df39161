// Finds devices and modules without production on a good day while their siblings produced. Evaluates plant days once
// they are over.
import { DAY_MS } from '@helioport/domain/duration';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { isProducer, kindNumberSql } from '../kinds.ts';
import type { SiteDay } from '../marks/dirty.ts';
import type { Queryable } from '../queryable.ts';
import { checkPlausibility } from './plausibility.ts';
import { reportsModules } from './reportsModules.ts';
import { findWeak } from './weak.ts';

/** Verdicts look back as far as this. */
export const EVALUATED_DAYS = 15;

/** Limits of the rules, Wh and shares; docs/states-and-alarms.md gives the reasons. */
export const idleRule = {
  /** Below this share of its siblings' median, production counts as none. */
  share: 0.02,
  /** A day is good when the siblings made as much. */
  goodDeviceWh: 200,
  goodModuleWh: 80,
  /** Fewest modules of an array for a comparison. */
  leastModules: 3,
  /** Half a good day: enough for the running one after noon. */
  halfDeviceWh: 500,
  halfModuleWh: 150,
  /** Inputs are evaluated if they account for this share of their device's energy: some readings name no inputs. */
  reportedShare: 0.8,
  /** More than this is no noise. */
  noiseWh: 20,
} as const;

/**
 * Median energy of the siblings of the member with the least energy, the greater of two middle values: an aggregate
 * over rows of `energy_wh`. A member without production is the least, so this is the median of its siblings.
 */
export const siblingsMedian = sql`(array_agg(energy_wh order by energy_wh))[2 + (count(*) - 1) / 2]`;

/**
 * Queues a rolled-up day for evaluation. An existing mark is locked but not written, so that it is not processed before
 * the energies are visible.
 */
export async function queueForEvaluation(
  query: Queryable,
  { siteId, day }: SiteDay,
  nowMs: number,
): Promise<void> {
  const oldest = new Date(nowMs - EVALUATED_DAYS * DAY_MS).toISOString().slice(0, 10);
  if (day < oldest) return;
  await query.query({
    name: 'judge-queue',
    text: `insert into day_to_check (site_id, day) values ($1, $2)
           on conflict (site_id, day) do update set day = excluded.day where false`,
    values: [siteId, day],
  });
}

/** Evaluates up to `limit` completed plant days; returns their number. */
export const evaluateDays = (db: Db, nowMs: number, limit = 2_000): Promise<number> =>
  inTransaction(db, 'write', async (tx) => {
    const { rows } = await sql<SiteDay>`
      delete from day_to_check q using (
        select w.site_id, w.day from day_to_check w join sites s on s.id = w.site_id
        where w.day < (${new Date(nowMs)}::timestamptz at time zone s.timezone)::date
        order by w.site_id, w.day limit ${limit}
      ) due where q.site_id = due.site_id and q.day = due.day
      returning q.site_id as "siteId", q.day`.execute(tx);
    if (rows.length === 0) return 0;
    await evaluate(tx, rows);
    await checkPlausibility(tx, rows);
    await findWeak(
      tx,
      rows.map(({ siteId }) => siteId),
      nowMs,
    );
    return rows.length;
  });

// The planner cannot estimate the row counts of these steps, so a plant's devices are aggregated into lists with their
// median: a join of the steps would become a nested loop.
async function evaluate(tx: Tx, days: readonly SiteDay[]): Promise<void> {
  const requested = sql`unnest(${days.map(({ siteId }) => siteId)}::bigint[], ${days.map(({ day }) => day)}::date[])`;
  await sql`
    delete from idle_day i using ${requested} as a(site_id, day) where i.site_id = a.site_id and i.day = a.day`.execute(
    tx,
  );
  await sql`
    with made as materialized (
      select e.site_id, e.day, e.device_id, e.energy_wh, e.samples, ${reportsModules} as tells_modules
      from ${requested} as a(site_id, day)
      join device_day e on e.site_id = a.site_id and e.day = a.day and ${kindNumberSql('e.kind', isProducer)}
      join devices d on d.id = e.device_id and d.site_id = e.site_id and d.retired_at is null
    ), plants as (
      select site_id, day, ${siblingsMedian} as median, percentile_disc(0.5) within group (order by samples) as samples,
        array_agg(device_id) as ids, array_agg(energy_wh) as energies, array_agg(samples) as counts,
        array_agg(tells_modules) as tells
      from made group by site_id, day
    ), judged as materialized (
      -- Who came in the evening or spoke only for an hour has not made nothing all day.
      select p.site_id, p.day, m.device_id, m.energy_wh, m.tells_modules, m.samples * 2 >= p.samples as is_whole,
        p.median >= ${idleRule.goodDeviceWh} and m.energy_wh < p.median * ${idleRule.share} as is_idle
      from plants p
      cross join lateral unnest(p.ids, p.energies, p.counts, p.tells) as m(device_id, energy_wh, samples, tells_modules)
    ), modules_made as materialized (
      select j.site_id, j.day, j.device_id, e.addr, e.energy_wh, coalesce(m.array_id, 0) as plane, j.is_whole,
        sum(e.energy_wh) over (partition by j.site_id, j.day, j.device_id) >= j.energy_wh * ${idleRule.reportedShare} as is_reported
      from judged j
      join module_day e on e.site_id = j.site_id and e.device_id = j.device_id and e.day = j.day
      join modules m on m.site_id = e.site_id and m.device_id = e.device_id and m.addr = e.addr
      where j.tells_modules and not j.is_idle
    ), planes_made as (
      select site_id, day, ${siblingsMedian} as median, array_agg(device_id) as ids, array_agg(addr) as addrs,
        array_agg(energy_wh) as energies, array_agg(is_whole and is_reported) as are_told
      from modules_made group by site_id, day, plane having count(*) >= ${idleRule.leastModules}
    )
    insert into idle_day (site_id, day, device_id, addr)
    select site_id, day, device_id, 0 from judged where is_idle and is_whole
    union all
    select p.site_id, p.day, m.device_id, m.addr
    from planes_made p
    cross join lateral unnest(p.ids, p.addrs, p.energies, p.are_told) as m(device_id, addr, energy_wh, is_reported)
    where m.is_reported and p.median >= ${idleRule.goodModuleWh} and m.energy_wh < p.median * ${idleRule.share}
    on conflict do nothing`.execute(tx);
}
