// Clear-sky energy of many plants, for comparison with today's production on the dashboard.
import { CLEAR_SKY_STEP_MS } from '@helioport/domain/clearSky';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { todaySql } from './priceOn.ts';

/** Energies of today in Wh; null if unknown. */
export interface FleetToday {
  producedWh: number | null;
  /** Of the plants that can be compared with a clear sky. */
  comparedWh: number | null;
  clearSkyWh: number | null;
  comparedPlants: number;
  plants: number;
}

/**
 * Energy of a plant under a clear sky from its midnight to `now` (ms), Wh: the stored energy until the last half hour,
 * and the elapsed part of the running one. Null if unknown or not calculated yet. Needs `k` = site_sky.
 */
const skySoFar = (now: number): RawBuilder<number> => {
  const at = sql`${new Date(now)}::timestamptz`;
  return sql<number>`(
    select coalesce(d.wh[d.done], 0) + (d.wh[d.done + 1] - coalesce(d.wh[d.done], 0)) * (d.elapsed - d.done)
    from (
      select w.wh, w.elapsed, floor(w.elapsed)::int as done from (
        select case when ${at} < k.next_at then k.today else k.next end as wh,
          extract(epoch from ${at} - case when ${at} < k.next_at then k.start_at else k.next_at end)::float8
            * ${sql.lit(1000 / CLEAR_SKY_STEP_MS)}::float8 as elapsed
      ) w
    ) d where ${at} >= k.start_at and ${at} < k.end_at)`;
};

/** Produced and clear-sky energy of the plants `sites`, each from midnight in plant time until `now` (ms). */
export async function fleetToday(tx: Tx, sites: RawBuilder<unknown>, now: number): Promise<FleetToday> {
  // Materialized, so that each plant is calculated once, not for each of the totals.
  const { rows } = await sql<FleetToday>`
    with plants as materialized (
      select case when sl.day = ${todaySql(now)} then sl.day_wh when sl.day is not null then 0 end as produced,
        case when sl.day is not null then ${skySoFar(now)} end as sky
      from ${sites} s
      left join site_latest sl on sl.site_id = s.id
      left join site_sky k on k.site_id = s.id
    )
    select count(*)::int as plants, sum(produced)::float8 as "producedWh", count(sky)::int as "comparedPlants",
      (sum(produced) filter (where sky is not null))::float8 as "comparedWh", sum(sky)::float8 as "clearSkyWh"
    from plants`.execute(tx);
  return rows[0] ?? { plants: 0, producedWh: null, comparedPlants: 0, comparedWh: null, clearSkyWh: null };
}
